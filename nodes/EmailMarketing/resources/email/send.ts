import { updateDisplayOptions } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';
import { additionalFields } from '../../shared/collections';
import { extraFieldsField, fromEmailField, fromNameField, replyToEmailField, replyToNameField, textField } from '../../shared/fields';
import { campaignTemplate } from '../../shared/locators';
import { optionsWith } from '../../shared/options';

const template = { ...campaignTemplate, description: 'The template that the email is made from' };

export const description = updateDisplayOptions({ show: { resource: ['email'], operation: ['send'] } }, [
	textField('To Email', 'to_email', 'The address that the email goes to', { required: true, placeholder: 'e.g. nathan@example.com' }),
	textField('Subject', 'subject', 'The subject line', { required: true, placeholder: 'e.g. Welcome aboard' }),
	additionalFields([
		extraFieldsField,
		fromEmailField,
		fromNameField,
		textField('HTML', 'html', 'The body as HTML', { typeOptions: { rows: 5 } }),
		replyToEmailField,
		replyToNameField,
		template,
		textField('Text', 'text', 'The body as plain text, for readers without HTML', { typeOptions: { rows: 5 } }),
		textField('To Name', 'to_name', 'The name of the person that the email goes to'),
	]),
	optionsWith(),
]);

export const execute = sendOne;
