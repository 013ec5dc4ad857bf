import type { IDataObject } from 'n8n-workflow';

import { idOfKnown, type KnownSubscriber } from '../../../api/knownSubscriber';
import { stillAsBefore, type Changes } from '../../../api/subscriberChanges';
import { showsAnother, subscriberIn } from '../../../api/toldSubscriber';
import type { Call } from '../../../execution/Operation';
import { displayNameOf } from '../../../shared/names';
import { wait } from '../../../transport/wait';

/** What a copy of the service needs to catch up, mostly. */
const settlingMs = 1_000;

/**
 * Somebody as the service shows them after an update; `undefined` where it shows nobody, somebody else, or them as they were before it, as a copy does that lags behind: then it is asked once more, a little later.
 * To look is to change nothing, so that this fails undoes nothing.
 */
export async function readShown(
	{ client, request, hints }: Call,
	before: KnownSubscriber,
	changes: Changes,
): Promise<IDataObject | undefined> {
	const subscriber = idOfKnown(before);
	const pathValues = { ...request.pathValues, subscriber };
	const look = async () =>
		await client
			.send({ key: 'subscriber.get', pathValues, names: request.names, isOptional: true })
			.catch(() => undefined);
	const keptIn = (answer: unknown): string[] => stillAsBefore(changes, subscriberIn(answer));

	const first = await look();
	const isLate = keptIn(first).length > 0 && (await wait(settlingMs, client.signal));
	const answer = (isLate ? await look() : undefined) ?? first;
	const [shown, kept] = [subscriberIn(answer), keptIn(answer)];
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
