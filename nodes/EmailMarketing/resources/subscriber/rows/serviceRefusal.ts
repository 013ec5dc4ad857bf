/** What the service says of single rows when it refuses a request. */

import { displayNameOf, type DisplayNames } from '../../../shared/text';
import { UserFacingError, type FieldMessage } from '../../../shared/UserFacingError';
import { rowOf } from '../../../api/serviceErrors';

/** Statuses of a refusal that the values in the request may be the reason of: 413 where there are too many of them. */
const refusalStatuses = new Set([400, 409, 413, 422]);

/** Whether the service has looked at the values and refused them, so that other values may be taken. */
export function isRowRefusal(thrown: unknown): thrown is UserFacingError {
	return thrown instanceof UserFacingError && !thrown.isOutcomeUnknown && refusalStatuses.has(thrown.status ?? 0);
}

/** Whether the service would refuse any other request to this path too: for the token, the rights, the path. */
export function isRefusalOfAll(thrown: unknown): thrown is UserFacingError {
	return thrown instanceof UserFacingError && [401, 402, 403, 404, 405, 410].includes(thrown.status ?? 0);
}

/** Row, counted from 0 in the request → why it was refused. Empty where the service names none. */
export function rowsNamedIn(refusal: UserFacingError, count: number, names?: DisplayNames): Map<number, string> {
	return byRow(refusal.fieldMessages, count, names);
}

/** Why a row was refused that was alone in its request: whatever number it is given there, it is meant. */
export function reasonOf(refusal: UserFacingError, names?: DisplayNames): string {
	const said = refusal.fieldMessages.map(({ field, text }) => describe(rowOf(field)?.inner ?? field, text, names));
	return said.length === 0 ? sentenceOf(refusal) : [...new Set(said)].slice(0, 5).join(' · ');
}

/** What happened, in one sentence; what to do is not for a column of a table. */
export function sentenceOf({ message, said, fieldMessages }: UserFacingError): string {
	const fields = fieldMessages.map(({ field, text }) => `${field}: ${text}`);
	return fields.length > 0 ? [...new Set(fields)].slice(0, 5).join(' · ') : (said ?? message);
}

/** What is said of the rows of a request. @param count how many rows it has */
function byRow(messages: readonly FieldMessage[], count: number, names?: DisplayNames): Map<number, string> {
	const rows = new Map<number, string>();
	for (const { field, text } of messages) {
		const { row = count, inner = '' } = rowOf(field) ?? {};
		if (row >= count) continue;
		const said = describe(inner, text, names);
		const before = rows.get(row);
		rows.set(row, before === undefined ? said : `${before} · ${said}`);
	}
	return rows;
}

function describe(field: string, text: string, names?: DisplayNames): string {
	return field === '' ? text : `${displayNameOf(field, names)}: ${text}`;
}
