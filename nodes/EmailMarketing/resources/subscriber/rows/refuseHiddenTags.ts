import { idOfKnown, knownSubscriber, type KnownSubscriber } from '../../../api/knownSubscriber';
import type { ListIndex } from '../../../execution/listIndex';
import { userFacing, UserFacingError } from '../../../shared/UserFacingError';
import { readSubscriber } from './readSubscriber';
import type { RowCall } from './selectRows';

/** So many are looked at, where a list shows nobody's tags. */
const maxLooks = 5;

/** Whether a contact list shows nobody's tags: nobody may have any, or it leaves them out. */
export function showsNoTags({ byEmail }: ListIndex): boolean {
	return [...byEmail.values()].every((subscribers) => subscribers.every(({ tags = [] }) => tags.length === 0));
}

/**
 * Tags that are added or removed rest on those that the contact list shows. Where it shows nobody's, some of those who are in the rows are read.
 * @throws UserFacingError where one of them has tags, or none of them can be read
 */
export async function refuseHiddenTags(calls: readonly RowCall[], index: ListIndex): Promise<void> {
	if (!showsNoTags(index)) return;
	const meant = calls
		.filter(({ row }) => Array.isArray(row.body.tags) && row.body.tags.length > 0)
		.flatMap((call) => (index.byEmail.get(call.row.key) ?? []).map((subscriber) => ({ call, subscriber })))
		// Where there is no place for tags, or no ID, each row says so.
		.filter(({ subscriber: { tags, id } }) => tags !== undefined && id !== undefined)
		.slice(0, maxLooks);
	let isTold = meant.length === 0;
	let failure: unknown;
	for (const { call, subscriber } of meant) {
		const tags = await tagsOf(call, subscriber).catch((thrown: unknown) => {
			failure ??= thrown;
			return undefined;
		});
		if (tags !== undefined && tags.length > 0) throw hiddenTags(String(subscriber.email));
		isTold ||= tags !== undefined;
	}
	if (!isTold) throw untoldTags(failure);
}

async function tagsOf(call: RowCall, subscriber: KnownSubscriber): Promise<KnownSubscriber['tags']> {
	const optional = { ...call, request: { ...call.request, isOptional: true } };
	return knownSubscriber(await readSubscriber(optional, idOfKnown(subscriber), subscriber)).tags;
}

const whatToDo =
	"set 'Tags Mode' to 'Replace', and give all tags that a subscriber is to have. Nothing was sent for this contact list.";

function hiddenTags(email: string): UserFacingError {
	return new UserFacingError(
		'The contact list does not show the tags of its subscribers',
		`${email.slice(0, 80)} has tags, and the list shows none of them. Tags cannot be added to, or taken from, what is not shown: use 'Create or Update', which reads each subscriber then, or ${whatToDo}`,
	);
}

/** @param failure why they could not be read; `undefined` where they could be, and came without tags */
function untoldTags(failure: unknown): UserFacingError {
	return new UserFacingError(
		'Whether the contact list leaves tags out cannot be told',
		`It shows nobody's tags, and ${failure === undefined ? 'a subscriber who is read by the ID is shown without a place for tags' : `reading a subscriber by the ID did not work: ${wordsOf(userFacing(failure))}`}. Run this again when that is put right; if it stays so, the path for it may be another ('Account' → 'Check Endpoint Paths' looks for it). If nobody has tags yet, ${whatToDo}`,
	);
}

function wordsOf({ message, said }: UserFacingError): string {
	return said === undefined || message.includes(said) ? message : `${message}: ${said}`;
}
