import { idOfKnown, knownSubscriber, nobody, type KnownSubscriber } from '../../../api/knownSubscriber';
import type { ListIndex } from '../../../execution/listIndex';
import { UserFacingError } from '../../../shared/UserFacingError';
import { readSubscriber } from './readSubscriber';
import type { RowCall } from './selectRows';

/** So many are looked at, where a list shows nobody's tags. */
const maxLooks = 5;

/**
 * Tags that are added or removed rest on those that the contact list shows. One that shows nobody's may leave them out: then some of those who are in the rows are read.
 * @throws UserFacingError where one of them has tags
 */
export async function refuseHiddenTags(calls: readonly RowCall[], { byEmail }: ListIndex): Promise<void> {
	if ([...byEmail.values()].flat().some(({ tags = [] }) => tags.length > 0)) return;
	const meant = calls
		.filter(({ row }) => Array.isArray(row.body.tags) && row.body.tags.length > 0)
		.flatMap((call) => (byEmail.get(call.row.key) ?? []).map((subscriber) => ({ call, subscriber })))
		// Where there is no place for them, each row says so.
		.filter(({ subscriber }) => subscriber.tags !== undefined);
	for (const { call, subscriber } of meant.slice(0, maxLooks)) {
		// To look is to change nothing, so that this fails stops nothing.
		const { tags = [] } = await look(call, subscriber).catch(() => nobody);
		if (tags.length > 0) throw hiddenTags(String(subscriber.email));
	}
}

async function look(call: RowCall, subscriber: KnownSubscriber): Promise<KnownSubscriber> {
	const optional = { ...call, request: { ...call.request, isOptional: true } };
	return knownSubscriber(await readSubscriber(optional, idOfKnown(subscriber), subscriber));
}

function hiddenTags(email: string): UserFacingError {
	return new UserFacingError(
		'The contact list does not show the tags of its subscribers',
		`${email.slice(0, 80)} has tags, and the list shows none of them. Tags cannot be added to, or taken from, what is not shown: use 'Create or Update', which reads each subscriber, or set 'Tags Mode' to 'Replace' and give all tags. Nothing was sent.`,
	);
}
