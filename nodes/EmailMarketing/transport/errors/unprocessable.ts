import { emptiedIn } from '../../api/emptiedFields';
import { itemName } from '../../shared/itemNames';
import { displayNameOf } from '../../shared/names';
import type { FieldMessage } from '../../shared/UserFacingError';
import type { Failure } from '../sendOnce';
import { referencesIn, type ErrorText, type FailedRequest } from './FailedRequest';
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
			description:
				said === undefined
					? 'It does not say which. Check each value of this operation.'
					: 'Check the values of this operation.',
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

function chooseAgain(fields: readonly FieldMessage[], failed: FailedRequest): string[] {
	const { names, sent } = failed;
	const isRefused = (name: string): boolean => fields.some(({ field }) => field === name);
	return [
		...emptiedIn(sent)
			.filter(isRefused)
			.map(
				(field) =>
					`'${displayNameOf(field, names)}' was sent empty: take it out of 'Clear Fields' if the service wants a value`,
			),
		...referencesIn(failed)
			.filter(isRefused)
			.map((field) => `Choose it again in '${displayNameOf(field, names)}': it may have been deleted`),
	];
}

/** A field as the panel calls it: `'Email'`. The first number in `subscribers.5.email` is a row, which is named by its input item: `'Email' of item 9`. */
function named(field: string, { names, rows }: FailedRequest, quote = "'"): string {
	const { row = -1, inner = '' } = rowOf(field) ?? {};
	const item = rows?.[row];
	if (item === undefined) return `${quote}${displayNameOf(field, names)}${quote}`;
	return inner === '' ? itemName(item) : `${quote}${displayNameOf(inner, names)}${quote} of ${itemName(item)}`;
}
