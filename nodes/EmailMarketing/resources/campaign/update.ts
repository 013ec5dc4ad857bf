import { updateFields } from '../../shared/collections';
import { fromEmailField, fromNameField, nameField, replyToEmailField, replyToNameField } from '../../shared/fields';
import { campaignContactList, campaignLocator, campaignTemplate } from '../../shared/locators';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';

export const campaignUpdateDescription: OperationDescription = {
	key: 'campaign.update',
	properties: [
		campaignLocator,
		updateFields([
			campaignContactList,
			fromEmailField,
			fromNameField,
			{ ...nameField, required: false },
			replyToEmailField,
			replyToNameField,
			campaignTemplate,
		]),
		optionsWith(),
	],
};
