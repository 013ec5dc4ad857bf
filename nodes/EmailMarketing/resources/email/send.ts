import { updateDisplayOptions, type IDataObject, type INodeProperties } from 'n8n-workflow';

import type { Needs } from '../../api/requestBody';
import { unwrap } from '../../api/response';
import { isEmpty, isRecord } from '../../shared/values';
import type { Call } from '../../execution/Operation';
import { additionalFields } from '../../shared/collections';
import {
	extraFieldsField,
	fromEmailField,
	fromNameField,
	replyToEmailField,
	replyToNameField,
	textField,
} from '../../shared/fields';
import { leading } from '../../shared/besideRow';
import { templateLocator } from '../../shared/locators';

const contentField: INodeProperties = {
	displayName: 'Content',
	name: 'content',
	type: 'options',
	options: [
		{ name: 'HTML', value: 'html', description: 'Write the email as HTML' },
		{
			name: 'HTML and Text',
			value: 'both',
			description: 'Write the email as HTML, and as plain text for programs without it',
		},
		{ name: 'Template', value: 'template', description: 'Make the email from a template of the account' },
		{ name: 'Text', value: 'text', description: 'Write the email as plain text' },
	],
	default: 'html',
	description: 'What the email is made of',
};

/**
 * What a choice of 'Content' needs is not `required` for n8n, which shows all three where the choice is an expression and would ask for all of them:
 * what is missing is said when the item is read. Whether the service needs a sender is not documented, so a missing one alone is left to it.
 */
export const needs: Needs = {
	fields: ['html', 'text', 'template'],
	whenMissing: (missing, body, fields) => {
		const isWritten = missing.some(({ property }) => property === 'html' || property === 'text');
		const sender = fields.find(({ property }) => property === 'from_email' && isEmpty(body[property]));
		return isWritten && sender !== undefined
			? `'${sender.displayName}', under 'Additional Fields', is empty too: whether the service then has a sender of its own is not documented.`
			: '';
	},
};

function whenContentIs(...content: string[]): Pick<INodeProperties, 'displayOptions' | 'required'> {
	return { required: false, displayOptions: { show: { content } } };
}

export const description = updateDisplayOptions({ show: { resource: ['email'], operation: ['send'] } }, [
	textField('To Email', 'to_email', 'The address that the email goes to', {
		required: true,
		placeholder: 'e.g. nathan@example.com',
	}),
	textField('Subject', 'subject', 'The subject line', { required: true, placeholder: 'e.g. Welcome aboard' }),
	contentField,
	textField('HTML', 'html', 'The body as HTML', {
		typeOptions: { rows: 5 },
		placeholder: 'e.g. <p>Welcome!</p>',
		...whenContentIs('html', 'both'),
	}),
	textField('Text', 'text', 'The body as plain text', {
		typeOptions: { rows: 5 },
		placeholder: 'e.g. Welcome!',
		...whenContentIs('text', 'both'),
	}),
	{
		...templateLocator,
		description: 'The template that the email is made from',
		routing: { send: { type: 'body', property: 'template' } },
		...whenContentIs('template'),
	},
	additionalFields([
		extraFieldsField,
		fromEmailField,
		fromNameField,
		replyToEmailField,
		replyToNameField,
		textField('To Name', 'to_name', 'The name of the person that the email goes to'),
	]),
]);

/** To whom what was sent, and what the service says of it: its answer is no more than a message, and nobody could tell the items apart. */
export async function execute({ client, request }: Call): Promise<IDataObject[]> {
	const { to_email, subject } = request.body ?? {};
	const answer = await client.send(request);
	if (!isRecord(answer)) return [{ to_email, subject }];
	return [leading({ to_email, subject }, { message: answer.message, ...unwrap(answer, 'email') } as IDataObject)];
}
