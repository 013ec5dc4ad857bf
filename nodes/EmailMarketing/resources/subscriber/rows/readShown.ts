import type { IDataObject } from 'n8n-workflow';

import { idOfKnown, type KnownSubscriber } from '../../../api/knownSubscriber';
import { showsAnother, subscriberIn } from '../../../api/toldSubscriber';
import type { Call } from '../../../execution/Operation';

/** Somebody as the service shows them now; `undefined` where it does not. To look is to change nothing, so that this fails undoes nothing. */
export async function readShown({ client, request }: Call, known: KnownSubscriber): Promise<IDataObject | undefined> {
	const subscriber = idOfKnown(known);
	const pathValues = { ...request.pathValues, subscriber };
	const answer = await client
		.send({ key: 'subscriber.get', pathValues, names: request.names, isOptional: true })
		.catch(() => undefined);
	const shown = subscriberIn(answer);
	return Object.keys(shown).length === 0 || showsAnother(answer, [subscriber], known.email) !== undefined
		? undefined
		: shown;
}
