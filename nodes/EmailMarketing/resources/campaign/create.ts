import { simplifyCampaign } from '../../api/response';
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

export const execute = sendSimplified(simplifyCampaign);
