import { endpointOf } from '../../api/endpoints';
import { closed } from '../../shared/closed';
import { UserFacingError, type FieldMessage } from '../../shared/UserFacingError';
import { redact } from '../redact';
import { isOutcomeUnknown } from '../retry';
import type { Failure } from '../sendOnce';
import type { ErrorText, FailedRequest } from './FailedRequest';
import { networkError, unreadableResponse } from './networkErrors';
import { fieldMessages } from './refusals';
import { serviceMessage } from './serviceMessage';
import { declinedError, statusError } from './statusErrors';
import { unknownOutcomeNotice } from './unknownOutcomeNotice';

/**
 * Puts a failure into words.
 * The service's own message is always part of it, and so is the doubt when the work may have been done.
 * @param secret struck out of what the service said and out of the words, path included
 */
export function explain(failed: FailedRequest, failure: Failure, secret: string): UserFacingError {
	// Before it is shortened for a message, or a piece of the secret could be left at the cut.
	const clean = redact(failure, secret);
	const { message, description } = textFor(failed, clean);
	const said = serviceMessage(clean.body);
	const { method, idempotent } = endpointOf(failed.key);
	const mayBeDone = method !== 'GET' && (failed.mayBeDone || isOutcomeUnknown(failure, idempotent));
	const parts = [
		description,
		said === undefined || isSaid(said, description, fieldMessages(clean.body)) ? '' : `The service says: "${said}"`,
		mayBeDone && !idempotent ? unknownOutcomeNotice(failed) : '',
	];
	return new UserFacingError(
		redact(message, secret),
		redact(
			parts
				.filter((part) => part !== '')
				.map(closed)
				.join(' '),
			secret,
		),
		{
			status: failure.status,
			isOutcomeUnknown: mayBeDone,
			notRetryable: mayBeDone && !idempotent,
			// Of each row of an import.
			fieldMessages: fieldMessages(clean.body, Infinity),
			said,
		},
	);
}

/** Services often repeat the text of the first field as the message, and count the others behind it, or put all of them together. */
function isSaid(said: string, description: string, fields: readonly FieldMessage[]): boolean {
	const told = description.toLowerCase();
	const core = withoutEnd(said.replace(/ \(and \d+ more \w+\)$/, ''));
	if (told.includes(`: ${core}`)) return true;
	const listed = fields.filter(({ text }) => told.includes(`: ${withoutEnd(text)}`) && core.includes(withoutEnd(text)));
	const rest = listed.reduce(
		(left, { field, text }) =>
			left.replace(withoutEnd(text), ' ').replace(field.replaceAll('_', ' ').toLowerCase(), ' '),
		core,
	);
	// "Validation failed" is what a refusal of fields says anyway.
	return listed.length > 0 && (rest.match(/\p{L}+/gu) ?? []).length <= 2;
}

function withoutEnd(text: string): string {
	return text.toLowerCase().replace(/[.!]$/, '');
}

function textFor(failed: FailedRequest, failure: Failure): ErrorText {
	if (failure.kind === 'declined') return declinedError(failed, failure);
	if (failure.kind === 'status') return statusError(failed, failure);
	return failure.status === undefined ? networkError(failed, failure) : unreadableResponse(failed, failure);
}
