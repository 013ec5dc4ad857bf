import { simplifyCampaign } from '../../api/response';
import { sendSimplified } from '../../execution/standard';
import { additionalFields } from '../../panel/collections';
import {
	extraFieldsField,
	fromEmailField,
	fromNameField,
	nameField,
	replyToEmailField,
	replyToNameField,
} from '../../panel/fields';
import { simplifyField } from '../../panel/getMany';
import { campaignContactList, campaignTemplate } from '../../panel/locators';

export const description = [
	{ ...nameField, placeholder: 'e.g. Spring Offer' },
	campaignContactList,
	campaignTemplate,
	fromEmailField,
	fromNameField,
	additionalFields([extraFieldsField, replyToEmailField, replyToNameField]),
	simplifyField,
];

export const execute = sendSimplified(simplifyCampaign);
