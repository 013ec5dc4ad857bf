import { itemName } from '../../shared/itemNames';
import { displayNameOf } from '../../shared/names';
import type { FieldMessage } from '../../shared/UserFacingError';
import type { Failure } from '../sendOnce';
import type { ErrorText, FailedRequest } from './FailedRequest';
import { rowOf } from './fieldPath';
import { fieldMessages } from './refusals';
import { serviceMessage } from './serviceMessage';

/** Puts a refusal of values into words: each field as the panel calls it, with what the service says of it. */
export function unprocessable(failed: FailedRequest, { body }: Failure): ErrorText {
	const fields = fieldMessages(body);
	const said = serviceMessage(body);
	if (fields.length === 0) {
		return {
			message: 'The service did not accept the values',
			description: said === undefined ? 'It does not say which. Check each value of this operation.' : 'Check the values of this operation.',
		};
	}
	const refused = [...new Set(fields.map(({ field }) => named(field, failed)))];
	return {
		message: `The service did not accept ${refused.slice(0, 5).join(', ')}${refused.length > 5 ? ` and ${refused.length - 5} more` : ''}`,
		description: [fieldTexts(failed, body), ...chooseAgain(fields, failed)].join(' · '),
	};
}

/** What the service says of each field; '' where it names none. */
export function fieldTexts(failed: FailedRequest, body: unknown): string {
	return [...new Set(fieldMessages(body).map(({ field, text }) => `${named(field, failed, '')}: ${text}`))].join(' · ');
}

/** Fields that name something of the account. */
const references = ['template', 'contact_list'];

function chooseAgain(fields: readonly FieldMessage[], { names }: FailedRequest): string[] {
	const refused = references.filter((reference) => fields.some(({ field }) => field === reference)).map((field) => displayNameOf(field, names));
	return refused.map((name) => `Choose it again in '${name}': it may have been deleted`);
}

/** A field as the panel calls it: `'Email'`. The first number in `subscribers.5.email` is a row, which is named by its input item: `'Email' of item 9`. */
function named(field: string, { names, rows }: FailedRequest, quote = "'"): string {
	const { row = -1, inner = '' } = rowOf(field) ?? {};
	const item = rows?.[row];
	if (item === undefined) return `${quote}${displayNameOf(field, names)}${quote}`;
	return inner === '' ? itemName(item) : `${quote}${displayNameOf(inner, names)}${quote} of ${itemName(item)}`;
}
