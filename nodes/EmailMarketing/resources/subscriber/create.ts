import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { simplifySubscriber } from '../../api/response';
import { wasThere } from '../../api/subscriber';
import { definitionOf } from '../../execution/definition';
import type { ItemInput, RowInput, Run } from '../../execution/Operation';
import { sendSimplified } from '../../execution/standard';
import { rowOutput } from './bulk/rowOutput';
import { selectRows } from './bulk/selectRows';
import { simplifyField } from '../../panel/getMany';
import { additionalFields, dataModeField, whenDefinedBelow, whenMapped } from '../../panel/collections';
import { emailField, extraFieldsField, firstNameField, lastNameField, tagsField } from '../../panel/fields';
import { contactListLocator } from '../../panel/locators';
import { columnsField } from '../../panel/rowFields';

/** The parameters of an operation that creates subscribers; `tags` is the description of 'Tags'. */
export function createFields(tags: string): INodeProperties[] {
	return [
		contactListLocator,
		dataModeField,
		{ ...columnsField, ...whenMapped },
		{ ...emailField, ...whenDefinedBelow },
		additionalFields([extraFieldsField, firstNameField, lastNameField, { ...tagsField, description: tags }]),
	];
}

const tagsDescription = 'The tags of the new subscriber, separated by commas, or a list';

export const description = [...createFields(tagsDescription), simplifyField];

export const rows = 'fields';

/** The rows of Import and Sync List have the fields of Create. */
export const createDefinition = definitionOf('subscriber.create', description);

export const updatedHint =
	'The service probably updated people who were in the list already. They may be subscribed again: check them.';

const adviceIfTaken = "If the address is in the list already, use 'Create or Update'.";

/** Blank and opted-out items are skipped, and output in the shape of rows. */
export async function execute(input: ItemInput, run: Run) {
	const { excluded } = await selectRows([input as RowInput]);
	const [skipped] = excluded;
	if (skipped?.action === 'skipped') {
		run.hints.add(skipped.isOptOut === true ? 'Opted-out items were skipped.' : 'Empty rows were skipped.', 'info');
		return { word: 'skipped', output: [rowOutput('skipped', skipped)] };
	}
	const look = (subscriber: IDataObject): void => run.hints.add(wasThere(subscriber) ? updatedHint : undefined);
	const request = { ...input.request, adviceIfTaken };
	return await sendSimplified(simplifySubscriber, look)({ ...input, request }, run);
}
