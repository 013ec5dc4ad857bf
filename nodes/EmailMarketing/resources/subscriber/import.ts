import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isFields } from '../../shared/isFields';
import { readBody, readExtraFields } from '../../api/bodies';
import { additionalFields } from '../../shared/collections';
import { extraFieldsField } from '../../shared/fields';
import { contactListLocator } from '../../shared/locators';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';
import { idText } from '../../transport/fillPath';
import { pickSubscriberFields } from '../../transport/inputFields';
import { errorItem, toNodeError } from '../../transport/nodeError';
import { Progress } from '../../transport/Progress';
import { send } from '../../transport/request';
import { readRequestOptions } from '../../transport/requestOptions';
import { readOptions, Session } from '../../transport/Session';

export const subscriberImportDescription: OperationDescription = {
	key: 'subscriber.import',
	properties: [contactListLocator, additionalFields([extraFieldsField]), optionsWith()],
};

/** The rows for one contact list, and the input items that they come from. */
interface Batch {
	readonly contactList: string;
	readonly extraFields: IDataObject;
	readonly rows: IDataObject[];
	readonly items: number[];
}

/** Takes all input items of the node at once: one request for each contact list that they name. */
export async function importSubscribers(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const output: INodeExecutionData[] = [];
	const failed = (thrown: unknown, items: number[]): void => {
		const error = toNodeError(this.getNode(), thrown, items[0]);
		if (!this.continueOnFail()) throw error;
		output.push(...items.map((item) => errorItem(error, item)));
	};

	const batches = new Map<string, Batch>();
	for (const item of this.getInputData().keys()) {
		try {
			addRow(this, batches, item);
		} catch (thrown) {
			failed(thrown, [item]);
		}
	}
	for (const { contactList, extraFields, rows, items } of batches.values()) {
		try {
			const session = new Session(readOptions(this.getNodeParameter('options', 0, {}) as IDataObject), new Progress(1, false), true, this.getExecutionCancelSignal());
			const answer = await send(this, session, {
				key: 'subscriber.import',
				pathValues: { contactList },
				body: { subscribers: rows, ...extraFields },
				platform: readRequestOptions(this.getNodeParameter('requestOptions', 0, {})),
			});
			const json = (isFields(answer) ? answer : { contactList }) as IDataObject;
			output.push({ json: { ...json, sent: rows.length }, pairedItem: items.map((item) => ({ item })) });
		} catch (thrown) {
			failed(thrown, items);
		}
	}
	return [output];
}

function addRow(context: IExecuteFunctions, batches: Map<string, Batch>, item: number): void {
	const contactList = idText('contactList', context.getNodeParameter('contactList', item, '', { extractValue: true }));
	const { extraFields } = context.getNodeParameter('additionalFields', item, {}) as IDataObject;
	const row = readBody('subscriber.create', pickSubscriberFields(context.getInputData()[item]?.json ?? {}));
	const batch = batches.get(contactList) ?? { contactList, extraFields: readExtraFields(extraFields), rows: [], items: [] };
	batch.rows.push(row);
	batch.items.push(item);
	batches.set(contactList, batch);
}
