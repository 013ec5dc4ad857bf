import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { unwrap } from '../../api/response';
import { quoted, textOf } from '../../shared/text';
import { asItem, isRecord, withFieldsFirst } from '../../shared/values';
import type { ItemInput, Run } from '../../execution/Operation';
import { additionalFields } from '../../panel/collections';
import { choiceField, extraFieldsField, fromFields, replyToFields, textField } from '../../panel/fields';
import { inBody, templateLocator } from '../../panel/locators';

// prettier-ignore
const contentField = choiceField('Content', 'content', 'html', 'How the email is written', [
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

/** How many emails of a run have the same recipient and subject, by both. */
const alike = new WeakMap<Run, Map<string, number>>();

/** The response is only a message, so the item also has the recipient and the subject. */
export async function execute({ request }: ItemInput, run: Run): Promise<IDataObject[]> {
	const { to_email, subject } = request.body ?? {};
	const response = await run.client.send(request);
	countAlike(run, textOf(to_email), textOf(subject));
	const email = isRecord(response) ? { message: response.message, ...unwrap(response, 'email') } : (response ?? {});
	return [withFieldsFirst({ to_email, subject }, asItem(email))];
}

/** A report per row, in place of one for all, is a common mistake. */
function countAlike(run: Run, email: string, subject: string): void {
	const counts = alike.get(run) ?? new Map<string, number>();
	alike.set(run, counts);
	const key = `${email} ${subject}`;
	const count = (counts.get(key) ?? 0) + 1;
	counts.set(key, count);
	if (count > 1)
		run.hints.add(`${count} emails ${quoted(subject)} were queued for ${email}, one for each item.`, 'warning', key);
}
