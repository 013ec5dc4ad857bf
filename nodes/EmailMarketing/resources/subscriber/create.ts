import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { addressKey } from '../../api/emailAddress';
import { pathKey } from '../../api/response';
import { updatedSubscriber, wasThere } from '../../api/subscriber';
import { definitionOf } from '../../execution/definition';
import type { ItemInput, RowInput, Run } from '../../execution/Operation';
import { sendOne } from '../../execution/standard';
import { rowOutput, type RowResult } from './bulk/rowOutput';
import { selectRows } from './bulk/selectRows';
import { withChanges } from './people/changes';
import { peopleOf } from './people/People';
import { simplifyField } from '../../panel/getMany';
import { additionalFields, dataModeField, optionsField, whenDefinedBelow, whenMapped } from '../../panel/collections';
import {
	consentFields,
	consentMayBeMissingField,
	whenConsentColumns,
	yesAnswersField,
} from '../../panel/consentFields';
import { emailField, extraFieldsField, firstNameField, lastNameField, tagsField } from '../../panel/fields';
import { contactListLocator } from '../../panel/locators';
import { columnsField } from '../../panel/rowFields';
import { textOf } from '../../shared/text';
import type { ApiClient } from '../../transport/ApiClient';

/** The parameters of an operation that creates subscribers; `tags` is the description of 'Tags'. */
export function createFields(tags: string): INodeProperties[] {
	return [
		contactListLocator,
		...consentFields,
		dataModeField,
		{ ...columnsField, ...whenMapped },
		{ ...emailField, ...whenDefinedBelow },
		additionalFields([extraFieldsField, firstNameField, lastNameField, { ...tagsField, description: tags }]),
	];
}

export const description = [
	...createFields('The tags of the new subscriber, separated by commas, or a list'),
	{ ...optionsField(yesAnswersField, consentMayBeMissingField), ...whenConsentColumns },
	simplifyField,
];

export const rows = 'fields';

/** The rows of Import and Sync List have the fields of Create. */
export const createDefinition = definitionOf('subscriber.create', description);

/** Base URLs of services whose create updates existing subscribers: there, everyone is looked up first. */
const updating = new Set<string>();

export function createsUpdate({ connection }: ApiClient): boolean {
	return updating.has(connection.baseUrl);
}

/** Blank and opted-out items are skipped. With 'Simplify', every output has the keys of a row. */
export async function execute(input: ItemInput, run: Run) {
	const { excluded } = await selectRows([input as RowInput]);
	const [skipped] = excluded;
	if (skipped?.action === 'skipped') {
		run.hints.add(skipped.isOptOut === true ? 'Opted-out items were skipped.' : 'Empty rows were skipped.', 'info');
		return { word: 'skipped', output: [{ ...rowOutput('skipped', skipped), uuid: '' }] };
	}
	const advice = { ifTaken: "If it is in the list, use 'Create or Update'." };
	const { response, result } = await create({ ...input, request: { ...input.request, advice } }, run);
	const { action } = result;
	// "Create, then use its ID" is a common chain.
	const row = { ...rowOutput(action, result, input.row?.broken), uuid: textOf(result.subscriber.id ?? '') };
	return { word: action, output: [input.settings.simplify === false ? response : row] };
}

/** Creates the subscriber of a row of another operation, with `body` in place of the row's own. */
export async function createSubscriber(input: ItemInput, run: Run, body: IDataObject): Promise<RowResult> {
	const ifUnknown =
		'Run it again: a subscriber who was created is then found, as long as the service rejects taken addresses.';
	const request = { ...input.request, key: 'subscriber.create', body, advice: { ifUnknown } } as const;
	const { result } = await create({ request }, run);
	if (result.subscriber.id !== undefined) peopleOf(input, run).keep(result.subscriber);
	return result;
}

/** Creates of one address take turns: a service may check for it before it adds it, and two at once would both pass. */
async function create({ request }: Pick<ItemInput, 'request'>, run: Run) {
	const name = pathKey({ ...request.pathValues, subscriber: addressKey(request.body?.email) });
	const [response = {}] = await run.client.inTurn([name], async () => await sendOne({ request }, run));
	const subscriber = updatedSubscriber(withChanges({ tags: [] }, request.body ?? {}), response);
	// Without a subscriber in the response, its message may say what happens next: "Confirmation email sent".
	const message = subscriber.id === undefined ? response.message : undefined;
	const shown = typeof message === 'string' ? message.slice(0, 200) : undefined;
	if (!wasThere(response)) return { response, result: { action: 'created', subscriber, reason: shown } as const };
	updating.add(run.client.connection.baseUrl);
	run.hints.add(
		'The service probably updated people who were in the list already. They may be subscribed again: check them.',
	);
	const reason = 'Probably updated by the service: may be subscribed again, tags replaced';
	return { response, result: { action: 'updated', subscriber, reason } as const };
}
