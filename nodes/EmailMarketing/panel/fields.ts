import type { INodeProperties } from 'n8n-workflow';

/** Key of 'Extra Fields (JSON)' until they are merged into the body. */
export const extraFieldsProperty = 'extraFields';

/** A string sent in the body as `property`. Saved workflows hold `name`: it stays, whatever the API's name becomes. */
export function textField(
	displayName: string,
	name: string,
	property: string,
	description: string,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	const routing: INodeProperties['routing'] = { send: { type: 'body', property } };
	return { displayName, name, type: 'string', default: '', description, routing, ...more };
}

/** Off, unless `more` has another default. */
export function booleanField(
	displayName: string,
	name: string,
	description: string,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return { displayName, name, type: 'boolean', default: false, description, ...more };
}

/** A number, with its range in `typeOptions`. */
export function numberField(
	displayName: string,
	name: string,
	byDefault: number,
	description: string,
	typeOptions: INodeProperties['typeOptions'],
): INodeProperties {
	return { displayName, name, type: 'number', default: byDefault, description, typeOptions };
}

/** A menu, in alphabetical order unless another order is safer. */
export function choiceField(
	displayName: string,
	name: string,
	byDefault: string,
	description: string,
	choices: ReadonlyArray<readonly [name: string, value: string, description?: string]>,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	const options = choices.map(([choice, value, about]) => ({ name: choice, value, description: about }));
	return { displayName, name, type: 'options', default: byDefault, description, options, ...more };
}

export const nameField = textField('Name', 'name', 'name', 'The name shown in the account', { required: true });

export const emailField = textField('Email', 'email', 'email', 'The email address of the subscriber', {
	required: true,
	placeholder: 'e.g. nathan@example.com',
});
export const firstNameField = textField('First Name', 'firstName', 'first_name', 'The first name of the subscriber');
export const lastNameField = textField('Last Name', 'lastName', 'last_name', 'The last name of the subscriber');
export const tagsField = textField('Tags', 'tags', 'tags', 'Tags separated by commas, or a list from an expression', {
	placeholder: 'e.g. customer, newsletter',
});
export const fromFields = [
	textField('From Email', 'fromEmail', 'from_email', "The sender's address, usually at one of the sending domains", {
		placeholder: 'e.g. news@example.com',
	}),
	textField('From Name', 'fromName', 'from_name', "The sender's name"),
];
export const replyToFields = [
	textField('Reply-To Email', 'replyToEmail', 'reply_to_email', 'The address that replies go to', {
		placeholder: 'e.g. hello@example.com',
	}),
	textField('Reply-To Name', 'replyToName', 'reply_to_name', 'The name that replies go to'),
];

export const extraFieldsField = textField(
	'Extra Fields (JSON)',
	extraFieldsProperty,
	extraFieldsProperty,
	'Other fields of the API, as JSON',
	{ type: 'json', default: '{}' },
);

/** n8n adds 'Request Options' only to nodes that it routes itself. These have n8n's internal names, plus two of ours. */
export const requestOptionsField: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add Option',
	default: {},
	// prettier-ignore
	options: [
		booleanField('Ignore SSL Issues (Insecure)', 'allowUnauthorizedCerts', 'Whether to connect even if SSL certificate validation is not possible', { noDataExpression: true }),
		numberField('Max Parallel Requests', 'maxParallelRequests', 40, 'Maximum number of concurrent requests', { minValue: 1, maxValue: 100 }),
		numberField('Max Retries', 'maxRetries', 4, 'How often to retry; never if that could repeat an action', { minValue: 0, maxValue: 20 }),
		{ displayName: 'Proxy', name: 'proxy', type: 'string', default: '', placeholder: 'e.g. http://myproxy:3128', description: 'The HTTP proxy to send through; with a login: http://username:password@myproxy:3128' },
		numberField('Timeout', 'timeout', 300000, 'Milliseconds to wait for the response to begin, and for each part of it', { minValue: 1 }),
	],
};
