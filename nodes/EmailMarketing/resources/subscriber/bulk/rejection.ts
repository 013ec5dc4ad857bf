import { isRejection } from '../../../execution/FailureLimit';
import type { RowInput } from '../../../execution/Operation';
import { parseRowField } from '../../../api/serviceErrors';
import { displayNameOf, type DisplayNames } from '../../../shared/text';
import type { FieldMessage, UserFacingError } from '../../../shared/UserFacingError';

/** Row of the request → why it was rejected. Empty if the service names no rows. */
export function rejectedRowsIn(rejection: UserFacingError, rows: readonly RowInput[]): Map<RowInput, string> {
	const byRow = new Map<RowInput, FieldMessage[]>();
	for (const { field, text } of rejection.fieldMessages) {
		const { row: index = -1, inner = '' } = parseRowField(field) ?? {};
		const row = rows[index];
		if (row !== undefined) byRow.set(row, [...(byRow.get(row) ?? []), { field: inner, text }]);
	}
	return new Map([...byRow].map(([row, messages]) => [row, joined(messages, row.request.names)]));
}

/** Why a row was rejected or failed, in one line: the service's messages about a rejected row, else the failure. */
export function reasonOf(failure: UserFacingError, names?: DisplayNames): string {
	const { fieldMessages, message, serviceMessage = message } = failure;
	if (!isRejection(failure)) return message;
	const own = fieldMessages.map(({ field, text }) => ({ field: parseRowField(field)?.inner ?? field, text }));
	return own.length === 0 ? serviceMessage : joined(own, names);
}

function joined(messages: readonly FieldMessage[], names?: DisplayNames): string {
	const texts = messages.map(({ field, text }) => (field === '' ? text : `${displayNameOf(field, names)}: ${text}`));
	return [...new Set(texts)].slice(0, 5).join(' · ');
}
