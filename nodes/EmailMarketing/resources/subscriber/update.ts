import type { IDataObject } from 'n8n-workflow';

import { simplifySubscriber } from '../../api/response';
import type { Changes } from './people/changes';
import type { ItemInput, Run } from '../../execution/Operation';
import { sendSimplified, simplified } from '../../execution/standard';
import { dataModeField, updateFields, whenMapped } from '../../panel/collections';
import { emailField, extraFieldsField, firstNameField, lastNameField, tagsField } from '../../panel/fields';
import { simplifyField } from '../../panel/getMany';
import { contactListLocator, subscriberLocator } from '../../panel/locators';
import { columnsField } from '../../panel/rowFields';
import { updateSubscriber } from './people/updateSubscriber';

export const description = [
	contactListLocator,
	subscriberLocator,
	dataModeField,
	{ ...columnsField, ...whenMapped },
	updateFields(
		[
			{ ...emailField, required: false },
			extraFieldsField,
			firstNameField,
			lastNameField,
			{ ...tagsField, description: 'Tags separated by commas, or a list. They replace the existing tags.' },
		],
		[firstNameField, lastNameField, tagsField],
	),
	simplifyField,
];

export { resolveEmail as resolve } from './people/resolveEmail';

/** By email, the known fields are sent too, in case the service replaces the subscriber; by ID, only the given ones. */
export async function execute(input: ItemInput, run: Run): Promise<IDataObject[]> {
	const { known, request } = input;
	if (known === undefined) return await sendSimplified(simplifySubscriber)(input, run);
	const changes = Object.entries(request.body ?? {}).map(([field, to]) => [field, { from: undefined, to }]);
	const { output } = await updateSubscriber(input, run, known, () => Object.fromEntries(changes) as Changes);
	return simplified([output], input.settings, simplifySubscriber);
}
