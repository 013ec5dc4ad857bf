import { simplifyCampaign } from '../../api/response';
import type { ItemInput, Run } from '../../execution/Operation';
import { sendSimplified } from '../../execution/standard';
import { additionalFields } from '../../panel/collections';
import { extraFieldsField, fromFields, nameField, replyToFields } from '../../panel/fields';
import { simplifyField } from '../../panel/getMany';
import { campaignContactList, campaignTemplate } from '../../panel/locators';

export const description = [
	{ ...nameField, placeholder: 'e.g. Spring Offer' },
	campaignContactList,
	campaignTemplate,
	...fromFields,
	additionalFields([extraFieldsField, ...replyToFields]),
	simplifyField,
];

/** The API creates no more than a draft: it cannot send. */
export async function execute(input: ItemInput, run: Run) {
	const items = await sendSimplified(simplifyCampaign)(input, run);
	run.hints.add("A campaign is created as a draft: finish and send it on the service's site.", 'info');
	return items;
}
