import type { IDataObject } from 'n8n-workflow';

import { idOfKnown, type KnownSubscriber } from '../../../api/knownSubscriber';
import { stillAsBefore, type Changes } from '../../../api/subscriberChanges';
import { showsAnother, subscriberIn } from '../../../api/toldSubscriber';
import type { Call } from '../../../execution/Operation';
import { displayNameOf } from '../../../shared/names';

/**
 * Somebody as the service shows them after an update; `undefined` where it shows nobody, somebody else, or them as they were before it, as a copy does that lags behind.
 * To look is to change nothing, so that this fails undoes nothing.
 */
export async function readShown(
	{ client, request, hints }: Call,
	before: KnownSubscriber,
	changes: Changes,
): Promise<IDataObject | undefined> {
	const subscriber = idOfKnown(before);
	const pathValues = { ...request.pathValues, subscriber };
	const answer = await client
		.send({ key: 'subscriber.get', pathValues, names: request.names, isOptional: true })
		.catch(() => undefined);
	const shown = subscriberIn(answer);
	const kept = stillAsBefore(changes, shown);
	for (const field of kept)
		hints.add(
			`'${displayNameOf(field, request.names)}' was changed, and the service still shows what was there before: it may have kept that, or what it shows may be old. Look at it in the service.`,
		);
	const isTold =
		Object.keys(shown).length > 0 &&
		showsAnother(answer, [subscriber], before.email) === undefined &&
		kept.length === 0;
	return isTold ? shown : undefined;
}
