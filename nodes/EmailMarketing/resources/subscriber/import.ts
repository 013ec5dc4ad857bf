import { updateDisplayOptions, type IDataObject } from 'n8n-workflow';

import { buildBody } from '../../api/requestBody';
import { definitionOf } from '../../execution/definition';
import type { Call } from '../../execution/Operation';
import type { Outcomes } from '../../execution/Outcomes';
import { additionalFields } from '../../shared/collections';
import { extraFieldsField } from '../../shared/fields';
import { isRecord } from '../../shared/isRecord';
import { contactListLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import { readSubscriberColumns } from '../../shared/subscriberColumns';
import { description as createDescription } from './create';

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['import'] } }, [
	contactListLocator,
	additionalFields([extraFieldsField]),
	optionsWith(),
]);

/** A row is what Create sends for one subscriber. */
const row = definitionOf('subscriber.create', createDescription);

export const { names } = row;

/** The input item is the row; what the panel gives stands beside the rows. */
export function readBody(json: IDataObject, body: IDataObject): IDataObject {
	return { ...body, subscribers: [buildBody(row, readSubscriberColumns(json))] };
}

/** Takes all input items at once: one request for each contact list that they name. */
export async function executeBulk(calls: readonly Call[], outcomes: Outcomes): Promise<void> {
	for (const batch of batchesOf(calls)) {
		const items = batch.map(({ item }) => item);
		// By its items: values such as the present time differ from try to try.
		const name = `import ${items.join()}`;
		const { memory, client } = batch[0];
		try {
			outcomes.add(items, await memory.runOnce(name, async () => [await send(batch)]));
		} catch (thrown) {
			memory.remember(name, thrown);
			outcomes.fail(items, thrown);
		}
		if (client.signal.aborted || (outcomes.stopsAtFailure && outcomes.hasFailed)) return;
	}
}

type Batch = [Call, ...Call[]];

/** The rows that go to one contact list with the same extra fields. */
function batchesOf(calls: readonly Call[]): Batch[] {
	const batches = new Map<string, Batch>();
	for (const call of calls) {
		const name = JSON.stringify([call.request.pathValues, { ...call.request.body, subscribers: [] }]);
		const batch = batches.get(name);
		if (batch) batch.push(call);
		else batches.set(name, [call]);
	}
	return [...batches.values()];
}

async function send(batch: Batch): Promise<IDataObject> {
	const { client, request } = batch[0];
	const subscribers = batch.flatMap((call) => call.request.body?.subscribers as IDataObject[]);
	const answer = await client.send({ ...request, body: { ...request.body, subscribers }, rows: batch.map(({ item }) => item) });
	return { ...(isRecord(answer) ? answer : request.pathValues), sent: subscribers.length } as IDataObject;
}
