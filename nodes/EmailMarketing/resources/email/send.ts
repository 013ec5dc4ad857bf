import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';
import { additionalFields } from '../../shared/collections';
import { extraFieldsField, fromEmailField, fromNameField, replyToEmailField, replyToNameField } from '../../shared/fields';
import { campaignTemplate } from '../../shared/locators';
import { optionsWith } from '../../shared/options';

const toEmail: INodeProperties = {
	displayName: 'To Email',
	name: 'toEmail',
	type: 'string',
	placeholder: 'e.g. nathan@example.com',
	default: '',
	required: true,
	description: 'The address that the email goes to',
	routing: { send: { type: 'body', property: 'to_email' } },
};

const subject: INodeProperties = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	placeholder: 'e.g. Welcome aboard',
	default: '',
	required: true,
	description: 'The subject line',
	routing: { send: { type: 'body', property: 'subject' } },
};

const toName: INodeProperties = {
	displayName: 'To Name',
	name: 'toName',
	type: 'string',
	default: '',
	description: 'The name of the person that the email goes to',
	routing: { send: { type: 'body', property: 'to_name' } },
};

const html: INodeProperties = {
	displayName: 'HTML',
	name: 'html',
	type: 'string',
	typeOptions: { rows: 5 },
	default: '',
	description: 'The body as HTML',
	routing: { send: { type: 'body', property: 'html' } },
};

const text: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 5 },
	default: '',
	description: 'The body as plain text, for readers without HTML',
	routing: { send: { type: 'body', property: 'text' } },
};

const template: INodeProperties = {
	...campaignTemplate,
	description: 'The template that the email is made from',
};

export const description = updateDisplayOptions({ show: { resource: ['email'], operation: ['send'] } }, [
	toEmail,
	subject,
	additionalFields([extraFieldsField, fromEmailField, fromNameField, html, replyToEmailField, replyToNameField, template, text, toName]),
	optionsWith(),
]);

export const execute = sendOne;
