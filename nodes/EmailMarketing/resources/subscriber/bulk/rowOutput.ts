import type { IDataObject } from 'n8n-workflow';

import type { RowAction } from '../../../execution/words';
import { isResult } from '../../../rows/optOut';
import { emptySubscriber, subscriberOutput, type Subscriber } from '../../../api/subscriber';
import type { Changes } from '../people/changes';

/** The result of a row. */
export interface RowResult {
	readonly action: RowAction;
	readonly subscriber?: Subscriber;
	/** Field of the API → its value before and after. */
	readonly changes?: Changes;
	readonly reason?: string;
	readonly isDryRun?: boolean;
}

/** The item of a row. What was found is next to how it came, under `input`. @param input the row; `undefined` where there is none */
export function rowOutput(
	{ action, subscriber = emptySubscriber, changes = {}, reason, isDryRun }: RowResult,
	input?: IDataObject,
): IDataObject {
	const { email = null, uuid, ...known } = subscriberOutput(subscriber);
	return {
		action,
		email,
		...(reason !== undefined && { reason }),
		...(Object.keys(changes).length > 0 && { changes }),
		...(isDryRun === true && { dryRun: true }),
		...(uuid !== undefined && { uuid }),
		...known,
		// A result that comes in again, as in a loop, hands its own input on: it does not grow.
		...(input !== undefined && { input: isResult(input) ? input.input : input }),
	};
}
