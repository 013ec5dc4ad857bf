import { simplifyCampaign } from '../../api/response';
import { sendSimplified } from '../../execution/standard';
import { updateFields } from '../../shared/collections';
import { fromEmailField, fromNameField, nameField, replyToEmailField, replyToNameField } from '../../shared/fields';
import { simplifyField } from '../../shared/getMany';
import { campaignContactList, campaignLocator, campaignTemplate } from '../../shared/locators';

const fields = [campaignContactList, fromEmailField, fromNameField, replyToEmailField, replyToNameField];

export const description = [
	campaignLocator,
	updateFields(
		[
			campaignContactList,
			fromEmailField,
			fromNameField,
			{ ...nameField, required: false },
			replyToEmailField,
			replyToNameField,
			campaignTemplate,
		],
		[...fields, campaignTemplate],
	),
	simplifyField,
];

export const execute = sendSimplified(simplifyCampaign);
