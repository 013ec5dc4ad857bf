import { additionalFields } from '../../shared/collections';
import { extraFieldsField, fromEmailField, fromNameField, nameField, replyToEmailField, replyToNameField } from '../../shared/fields';
import { campaignContactList, campaignTemplate } from '../../shared/locators';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';

export const campaignCreateDescription: OperationDescription = {
	key: 'campaign.create',
	properties: [
		nameField,
		campaignContactList,
		campaignTemplate,
		fromEmailField,
		fromNameField,
		additionalFields([replyToEmailField, replyToNameField, extraFieldsField]),
		optionsWith(),
	],
};
