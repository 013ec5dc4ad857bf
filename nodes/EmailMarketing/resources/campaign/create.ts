import { simplifyCampaign } from '../../api/response';
import { sendSimplified } from '../../execution/standard';
import { additionalFields } from '../../shared/collections';
import {
	extraFieldsField,
	fromEmailField,
	fromNameField,
	nameField,
	replyToEmailField,
	replyToNameField,
} from '../../shared/fields';
import { simplifyField } from '../../shared/getMany';
import { campaignContactList, campaignTemplate } from '../../shared/locators';

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
