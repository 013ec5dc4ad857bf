import type { INodeProperties } from 'n8n-workflow';

import { definitionOf } from '../../execution/definition';
import type { ItemInput, RowInput, Run } from '../../execution/Operation';
import { rowOutput } from './bulk/rowOutput';
import { contactListsOf, selectRows, type ExcludedRow } from './bulk/selectRows';
import { create } from './people/createSubscriber';
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
import { inPortions } from '../../shared/loops';
import { textOf } from '../../shared/text';

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

/** Skips blank rows and people who opted out, and fails rejected rows. All others are sent. */
export async function select(inputs: readonly RowInput[], run: Run): Promise<readonly RowInput[]> {
	const excluded = new Map<RowInput, ExcludedRow>();
	for (const rowsOfList of await contactListsOf(inputs)) {
		const selected = await selectRows(rowsOfList, { keepsAll: true });
		for (const row of selected.excluded) excluded.set(row.input, row);
	}
	await inPortions([...excluded.values()], (row) => exclude(row, run));
	return inputs.filter((input) => !excluded.has(input));
}

function exclude(row: ExcludedRow, { outcomes, hints }: Run): void {
	const items = [row.input.item];
	if (row.failure !== undefined) return outcomes.fail(items, row.failure);
	hints.add(row.isOptOut === true ? 'Opted-out items were skipped.' : 'Empty rows were skipped.', 'info');
	outcomes.add({ items, word: 'skipped', output: [{ ...rowOutput('skipped', row), uuid: '' }] });
}

/** With 'Simplify', every output has the keys of a row. */
export async function execute(input: ItemInput, run: Run) {
	const advice = { ifTaken: "If it is in the list, use 'Create or Update'." };
	const { response, result } = await create({ ...input, request: { ...input.request, advice } }, run);
	const { action } = result;
	// "Create, then use its ID" is a common chain.
	const row = { ...rowOutput(action, result, input.row?.broken), uuid: textOf(result.subscriber.id) };
	return { word: action, output: [input.settings.simplify === false ? response : row] };
}
