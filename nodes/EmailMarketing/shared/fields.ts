import type { INodeProperties } from 'n8n-workflow';

import { extraFieldsProperty } from '../api/requestBody';

/** Fields that several operations share. Each sends itself under the name that the service gives it. */

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	required: true,
	description: 'The name as the account shows it; for a domain, the domain itself',
	routing: { send: { type: 'body', property: 'name' } },
};

export const emailField: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. nathan@example.com',
	default: '',
	required: true,
	description: 'The email address of the subscriber',
	routing: { send: { type: 'body', property: 'email' } },
};

export const firstNameField: INodeProperties = {
	displayName: 'First Name',
	name: 'firstName',
	type: 'string',
	default: '',
	description: 'The first name of the subscriber',
	routing: { send: { type: 'body', property: 'first_name' } },
};

export const lastNameField: INodeProperties = {
	displayName: 'Last Name',
	name: 'lastName',
	type: 'string',
	default: '',
	description: 'The last name of the subscriber',
	routing: { send: { type: 'body', property: 'last_name' } },
};

export const tagsField: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	placeholder: 'e.g. customer, newsletter',
	default: '',
	description: 'Tags separated by commas, or a list of texts from an expression',
	routing: { send: { type: 'body', property: 'tags' } },
};

export const fromEmailField: INodeProperties = {
	displayName: 'From Email',
	name: 'fromEmail',
	type: 'string',
	placeholder: 'e.g. news@example.com',
	default: '',
	description: 'The address that the email comes from; its domain should be one of the sending domains',
	routing: { send: { type: 'body', property: 'from_email' } },
};

export const fromNameField: INodeProperties = {
	displayName: 'From Name',
	name: 'fromName',
	type: 'string',
	default: '',
	description: 'The name that the email comes from',
	routing: { send: { type: 'body', property: 'from_name' } },
};

export const replyToEmailField: INodeProperties = {
	displayName: 'Reply To Email',
	name: 'replyToEmail',
	type: 'string',
	placeholder: 'e.g. hello@example.com',
	default: '',
	description: 'The address that answers go to',
	routing: { send: { type: 'body', property: 'reply_to_email' } },
};

export const replyToNameField: INodeProperties = {
	displayName: 'Reply To Name',
	name: 'replyToName',
	type: 'string',
	default: '',
	description: 'The name that answers go to',
	routing: { send: { type: 'body', property: 'reply_to_name' } },
};

export const extraFieldsField: INodeProperties = {
	displayName: 'Extra Fields (JSON)',
	name: extraFieldsProperty,
	type: 'json',
	default: '{}',
	description: 'Fields of the service that this node does not know. They are merged into the request last and sent as they are, empty values included.',
	routing: { send: { type: 'body', property: extraFieldsProperty } },
};
