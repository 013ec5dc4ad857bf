import { simplifyCampaign } from '../../api/response';
import { sendSimplified } from '../../execution/standard';
import { updateFields } from '../../panel/collections';
import { fromEmailField, fromNameField, nameField, replyToEmailField, replyToNameField } from '../../panel/fields';
import { simplifyField } from '../../panel/getMany';
import { campaignContactList, campaignLocator, campaignTemplate } from '../../panel/locators';

const clearable = [
	campaignContactList,
	fromEmailField,
	fromNameField,
	replyToEmailField,
	replyToNameField,
	campaignTemplate,
];

export const description = [
	campaignLocator,
	updateFields(clearable.toSpliced(3, 0, { ...nameField, required: false }), clearable),
	simplifyField,
];

export const execute = sendSimplified(simplifyCampaign);
