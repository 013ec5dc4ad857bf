import { updateDisplayOptions } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';
import { clearFieldsField, updateFields } from '../../shared/collections';
import { fromEmailField, fromNameField, nameField, replyToEmailField, replyToNameField } from '../../shared/fields';
import { campaignContactList, campaignLocator, campaignTemplate } from '../../shared/locators';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['campaign'], operation: ['update'] } }, [
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
	clearFieldsField([
		campaignContactList,
		fromEmailField,
		fromNameField,
		replyToEmailField,
		replyToNameField,
		campaignTemplate,
	]),
	optionsWith(),
]);

export const execute = sendOne;
