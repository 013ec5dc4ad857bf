import { updateDisplayOptions, type IDataObject } from 'n8n-workflow';

import type { Call } from '../../execution/Operation';
import { sendOne } from '../../execution/standard';
import { additionalFields, dataModeField, whenDefinedBelow, whenMapped } from '../../shared/collections';
import { emailField, firstNameField, lastNameField, tagsField } from '../../shared/fields';
import { contactListLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import { columnsField, includeUnsubscribedField } from '../../shared/rowFields';
import { skippedItem } from './rows/skippedItem';

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['create'] } }, [
	contactListLocator,
	dataModeField,
	{ ...columnsField, ...whenMapped },
	{ ...emailField, ...whenDefinedBelow },
	additionalFields([firstNameField, lastNameField, tagsField]),
	optionsWith(includeUnsubscribedField),
]);

const adviceIfTaken = "If the address is in the list already, use 'Create or Update'.";

export async function execute(call: Call): Promise<IDataObject[]> {
	const skipped = skippedItem(call);
	return skipped === undefined ? await sendOne({ ...call, request: { ...call.request, adviceIfTaken } }) : [skipped];
}
