import { simplifyCampaign } from '../../api/response';
import { sendSimplified } from '../../execution/standard';
import { updateFields } from '../../shared/collections';
import { fromEmailField, fromNameField, nameField, replyToEmailField, replyToNameField } from '../../shared/fields';
import { simplifyField } from '../../shared/getMany';
import { campaignContactList, campaignLocator, campaignTemplate } from '../../shared/locators';

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
