/** Why nobody is toggled, or nobody knows what a toggle has done. */

import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../../../execution/Operation';
import { textOf } from '../../../shared/textOf';
import { UserFacingError } from '../../../shared/UserFacingError';

export function notToggled(before: string): UserFacingError {
	return new UserFacingError(
		'Not toggled: what the service shows of subscriptions may be old',
		`After the toggle of ${before} in this run, the service did not show the state that was asked for, so a toggle may do the opposite of what is wanted. Nothing was sent for this item. See to that one first, and run this item again later.`,
	);
}

export function deleted(): UserFacingError {
	return new UserFacingError(
		'The service shows this subscriber as deleted',
		"Nothing was changed. Restore the subscriber in the service, or create it anew with 'Create'.",
	);
}

export function unconfirmed(): UserFacingError {
	return new UserFacingError(
		'The service does not say what became of the subscription',
		"The toggle was sent and its answer does not say the state; the subscriber, read afterwards, does not either. It may have happened all the same. Read the subscriber with 'Get' before running this item again.",
		{ isOutcomeUnknown: true, notRetryable: true },
	);
}

/** Somebody else may have toggled in between: then the subscription is now the opposite of what was asked for. */
export function stillTheSame(wanted: boolean): UserFacingError {
	return new UserFacingError(
		`The service says that the subscriber is ${wanted ? 'not subscribed' : 'still subscribed'}`,
		"The subscription was toggled, and its state is not the one that was asked for. The service may have declined it, or what it showed before may have been old: then the subscription is now the opposite of what was asked for. Or somebody else has changed it at the same time. Read the subscriber with 'Get' before running this item again.",
		{ isOutcomeUnknown: true, notRetryable: true },
	);
}

/**
 * The service can only toggle: where its list and the subscriber itself say different things, a toggle could do the opposite of what is wanted.
 * @throws UserFacingError before anything is sent
 */
export function refuseContradiction({ known }: Call, { is_subscribed: isSubscribed }: IDataObject): void {
	if (known?.isSubscribed === undefined || known.isSubscribed === isSubscribed) return;
	const word = (isOne: unknown): string => (isOne === true ? 'subscribed' : 'unsubscribed');
	throw new UserFacingError(
		`The contact list shows ${textOf(known.email).slice(0, 80)} as ${word(known.isSubscribed)}, and the subscriber itself is shown as ${word(isSubscribed)}`,
		"One of the two may lag behind, so nothing was changed. Run this item again in a while. If it stays so, look at the subscriber in the service, and choose 'By ID' in 'Subscriber' to go by what is shown of the subscriber alone.",
	);
}
