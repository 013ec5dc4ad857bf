import type { INodeProperties } from 'n8n-workflow';

import { addressKey, cleanAddress } from '../../api/emailAddress';
import { unwrap } from '../../api/response';
import { optOutByService } from '../../rows/consentCell';
import { isResult } from '../../rows/results';
import { counted, quoted, textOf } from '../../shared/text';
import { asItem, isRecord, withFieldsFirst } from '../../shared/values';
import type { ItemInput, Run } from '../../execution/Operation';
import { optionsOf } from '../../execution/settings';
import { isOnlyInNoRow, isPlanned } from '../../execution/words';
import { additionalFields, optionsField } from '../../panel/collections';
import { booleanField, choiceField, extraFieldsField, fromFields, replyToFields, textField } from '../../panel/fields';
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
	optionsField(
		booleanField(
			'Also to Unsubscribed',
			'alsoToUnsubscribed',
			'Whether to send to recipients whose item says that they are unsubscribed, such as a receipt',
		),
	),
];

/** Results of rows that changed nothing, or may not have. One of two rows of an address is skipped. */
const undone = ['skipped', 'rejected', 'failed', 'unknown'];

/** Why an item that is about the recipient is not mailed. */
function whyNotSent({ json, request, settings }: ItemInput): string | undefined {
	const own = addressKey(cleanAddress(json.email));
	if (own === '' || own !== addressKey(cleanAddress(request.body?.to_email))) return undefined;
	const { action, note } = json;
	// Other services' items may have an `action`, too.
	const word = typeof action === 'string' && note !== undefined ? action : '';
	if (isPlanned(word)) return 'the item is a row of a dry run';
	if (isResult(json) && isOnlyInNoRow(word)) return `the person is in no row ("${word}")`;
	if (optOutByService(json) !== undefined)
		return optionsOf(settings).alsoToUnsubscribed === true ? undefined : 'the recipient opted out or is unsubscribed';
	return undone.includes(word) ? `the row is "${word}"` : undefined;
}

/** The response is only a message, so the item also has the recipient and the subject. */
export async function execute(input: ItemInput, run: Run) {
	const { request } = input;
	const { to_email, subject } = request.body ?? {};
	const why = whyNotSent(input);
	if (why !== undefined) {
		run.hints.count(why, (count) => `${counted(count, 'email was', 'emails were')} not sent: ${why}.`);
		return { word: 'skipped', output: [{ to_email, subject, message: `skipped: ${why}` }] };
	}
	const response = await run.client.send(request);
	const [email, title] = [textOf(to_email), textOf(subject)];
	// A report per row, in place of one for all, is a common mistake.
	if (run.hints.tally(`${email} ${title}`) > 1)
		run.hints.count('repeated', (count) => {
			const emails = counted(count, 'email repeats', 'emails repeat');
			return `${emails} another with the same recipient and subject, such as ${quoted(title)} for ${email}: each item sends one.`;
		});
	const shown = isRecord(response) ? { message: response.message, ...unwrap(response, 'email') } : (response ?? {});
	return [withFieldsFirst({ to_email, subject }, asItem(shown))];
}
