import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { unwrap } from '../../api/response';
import { asItem, isRecord, withFieldsFirst } from '../../shared/values';
import type { ItemInput, Run } from '../../execution/Operation';
import { additionalFields } from '../../panel/collections';
import { choiceField, extraFieldsField, fromFields, replyToFields, textField } from '../../panel/fields';
import { inBody, templateLocator } from '../../panel/locators';

// prettier-ignore
const contentField = choiceField('Content', 'content', 'html', 'Content type', [
	['HTML', 'html', 'Write the email as HTML'],
	['HTML and Text', 'both', 'Write the email as HTML, with plain text as a fallback'],
	['Template', 'template', 'Use a template of the account'],
	['Text', 'text', 'Write the email as plain text'],
]);

function whenContentIs(...content: string[]): Pick<INodeProperties, 'displayOptions' | 'required'> {
	return { required: false, displayOptions: { show: { content } } };
}

export const description: INodeProperties[] = [
	textField('To Email', 'toEmail', 'to_email', "The recipient's address", {
		required: true,
		placeholder: 'e.g. nathan@example.com',
	}),
	textField('Subject', 'subject', 'subject', 'The subject line', {
		required: true,
		placeholder: 'e.g. Welcome aboard',
	}),
	contentField,
	textField(
		'HTML',
		'html',
		'html',
		'The body as HTML. To use data of the input item, switch the field to Expression.',
		{
			typeOptions: { editor: 'htmlEditor', rows: 5 },
			placeholder: 'e.g. <p>Welcome!</p>',
			...whenContentIs('html', 'both'),
		},
	),
	textField('Text', 'text', 'text', 'The body as plain text', {
		typeOptions: { rows: 5 },
		placeholder: 'e.g. Welcome!',
		...whenContentIs('text', 'both'),
	}),
	{ ...inBody(templateLocator, 'template', 'The template to use'), ...whenContentIs('template') },
	additionalFields([
		extraFieldsField,
		...fromFields,
		...replyToFields,
		textField('To Name', 'toName', 'to_name', "The recipient's name"),
	]),
];

/** The response is only a message, so the item also has the recipient and the subject. */
export async function execute({ request }: ItemInput, { client }: Run): Promise<IDataObject[]> {
	const { to_email, subject } = request.body ?? {};
	const response = await client.send(request);
	const email = isRecord(response) ? { message: response.message, ...unwrap(response, 'email') } : (response ?? {});
	return [withFieldsFirst({ to_email, subject }, asItem(email))];
}
