import type { IDataObject } from 'n8n-workflow';

import type { RowAction } from '../../../execution/words';
import { isResult } from '../../../rows/optOut';
import { subscriberOutput, type Subscriber } from '../../../api/subscriber';
import type { Changes } from '../people/changes';

export interface RowResult {
	readonly action: RowAction;
	readonly subscriber?: Subscriber;
	/** Field of the API → its value before and after. */
	readonly changes?: Changes;
	readonly reason?: string;
	readonly isDryRun?: boolean;
}

/** The item for a row, with the input item under `input`; subscribers who are in no row have none. */
export function rowOutput(result: RowResult, input?: IDataObject): IDataObject {
	const { action, subscriber = {}, changes = {}, reason, isDryRun } = result;
	const { email = null, uuid, ...known } = subscriberOutput(subscriber);
	return {
		action,
		email,
		...(reason !== undefined && { reason }),
		...(Object.keys(changes).length > 0 && { changes }),
		...(isDryRun === true && { dryRun: true }),
		...(uuid !== undefined && { uuid }),
		...known,
		// A result that comes in again, as in a loop, passes on its own input, so that it does not grow.
		...(input !== undefined && { input: isResult(input) ? input.input : input }),
	};
}
