import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readBody, readExtraFields } from '../../api/bodies';
import { additionalFields } from '../../shared/collections';
import { Explained } from '../../shared/Explained';
import { extraFieldsField } from '../../shared/fields';
import { isFields } from '../../shared/isFields';
import { contactListLocator } from '../../shared/locators';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';
import { idText } from '../../transport/fillPath';
import { pickSubscriberFields } from '../../transport/inputFields';
import { memoryOf } from '../../transport/Memory';
import { errorItem, toNodeError } from '../../transport/nodeError';
import { operationRunner } from '../../transport/operationRunner';
import { Progress } from '../../transport/Progress';
import { send } from '../../transport/request';
import { readRequestOptions } from '../../transport/requestOptions';
import { readOptions, Session } from '../../transport/Session';

export const subscriberImportDescription: OperationDescription = {
	key: 'subscriber.import',
	properties: [contactListLocator, additionalFields([extraFieldsField]), optionsWith()],
};

/** n8n runs an agent's tool without its custom operations, and hands it no rows. */
export const refuseImportAsTool = operationRunner(async () => {
	throw new Explained('Import takes its rows from the items of a workflow, and cannot be a tool', "Choose 'Create' for this tool: it takes one subscriber at a time. Nothing was sent.");
});

/** The rows that go to one contact list with the same extra fields, and the input items that they come from. */
interface Batch {
	readonly contactList: string;
	readonly extraFields: IDataObject;
	readonly rows: IDataObject[];
	readonly items: number[];
}

/** Takes all input items of the node at once: one request for each contact list that they name. */
export async function importSubscribers(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const output: INodeExecutionData[] = [];
	const failed = (thrown: unknown, items: number[], done: number): void => {
		const error = toNodeError(this.getNode(), thrown, items[0]);
		if (!this.continueOnFail()) {
			if (done > 0) error.description = `${error.description ?? ''} ${done} rows had been imported before, into other lists.`.trim();
			throw error;
		}
		output.push(...items.map((item) => errorItem(error, item)));
	};

	const batches = new Map<string, Batch>();
	for (const item of this.getInputData().keys()) {
		try {
			addRow(this, batches, item);
		} catch (thrown) {
			failed(thrown, [item], 0);
		}
	}
	// 'Retry On Fail' runs the node again with the same execute data.
	const memory = memoryOf(this.getExecuteData());
	let done = 0;
	for (const batch of batches.values()) {
		// By its items: values such as the present time differ from try to try.
		const name = `import ${batch.items.join()}`;
		try {
			output.push(...(await memory.settle(name, async () => await sendBatch(this, batch))));
			done += batch.rows.length;
		} catch (thrown) {
			if (thrown instanceof Explained) memory.keep(name, thrown);
			failed(thrown, batch.items, done);
		}
	}
	return [output];
}

async function sendBatch(context: IExecuteFunctions, { contactList, extraFields, rows, items }: Batch): Promise<INodeExecutionData[]> {
	const session = new Session(readOptions(context.getNodeParameter('options', 0, {}) as IDataObject), new Progress(1), true, context.getExecutionCancelSignal());
	const answer = await send(context, session, {
		key: 'subscriber.import',
		pathValues: { contactList },
		body: { subscribers: rows, ...extraFields },
		platform: readRequestOptions(context.getNodeParameter('requestOptions', 0, {})),
	});
	const json = (isFields(answer) ? answer : { contactList }) as IDataObject;
	return [{ json: { ...json, sent: rows.length }, pairedItem: items.map((item) => ({ item })) }];
}

function addRow(context: IExecuteFunctions, batches: Map<string, Batch>, item: number): void {
	const contactList = idText('contactList', context.getNodeParameter('contactList', item, '', { extractValue: true }));
	const extraFields = readExtraFields((context.getNodeParameter('additionalFields', item, {}) as IDataObject).extraFields);
	const row = readBody('subscriber.create', pickSubscriberFields(context.getInputData()[item]?.json ?? {}));
	const name = JSON.stringify([contactList, extraFields]);
	const batch = batches.get(name) ?? { contactList, extraFields, rows: [], items: [] };
	batch.rows.push(row);
	batch.items.push(item);
	batches.set(name, batch);
}
