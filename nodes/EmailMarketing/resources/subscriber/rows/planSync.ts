import { diff, emptySubscriber, type Changes, type Subscriber, type TagsMode } from '../../../api/subscriber';
import { sharedEmail, type SubscriberIndex } from '../../../execution/SubscriberIndex';
import { userFacing, UserFacingError } from '../../../shared/UserFacingError';
import type { RowCall } from './selectRows';
import { sentenceOf } from './serviceRefusal';

export interface SyncRules {
	/** What becomes of those in the list who are in no row. */
	readonly removal: 'keep' | 'unsubscribe' | 'delete';
	readonly resubscribe: boolean;
	readonly maxRemovalPercent: number;
	readonly tagsMode: TagsMode;
}

/** What is to be done for a row. */
export interface RowStep {
	readonly call: RowCall;
	readonly action: 'created' | 'updated' | 'resubscribed' | 'unchanged' | 'failed';
	/** As it is in the list; a new one is in none. */
	readonly subscriber?: Subscriber;
	readonly changes: Changes;
	readonly reason?: string;
	/** Where it cannot be done. */
	readonly refusal?: UserFacingError;
}

/** What is to be done with somebody in no row. */
export interface Removal {
	readonly action: 'unsubscribed' | 'deleted';
	readonly subscriber: Subscriber;
}

export interface SyncPlan {
	readonly steps: readonly RowStep[];
	readonly removals: readonly Removal[];
	/** Why it must not be carried out. */
	readonly guard?: UserFacingError;
}

/**
 * Compares rows with a contact list.
 * @param rows each address once
 * @param named the addresses of all rows, those that are left out included: nobody in them is missing
 */
export function planSync(
	rows: readonly RowCall[],
	named: ReadonlySet<string>,
	index: Pick<SubscriberIndex, 'byEmail'>,
	rules: SyncRules,
): SyncPlan {
	const steps = rows.map((call) => stepFor(call, index.byEmail.get(call.row.key) ?? [], rules));
	const missing =
		rules.removal === 'keep'
			? []
			: [...index.byEmail].filter(([key]) => key !== '' && !named.has(key)).flatMap(([, subscribers]) => subscribers);
	const removals = missing.flatMap((subscriber) => removalOf(subscriber, rules));
	return { steps, removals, guard: guardOf(removals.length, index, rules) };
}

function stepFor(call: RowCall, present: readonly Subscriber[], { tagsMode, resubscribe }: SyncRules): RowStep {
	const [subscriber] = present;
	if (subscriber === undefined)
		return { call, action: 'created', changes: diff(call.row.body, { ...emptySubscriber, tags: [] }, tagsMode) };
	try {
		if (present.length > 1) throw sharedEmail(call.row.key, present.length);
		const changes = diff(call.row.body, subscriber, tagsMode);
		const isChanged = Object.keys(changes).length > 0;
		if (subscriber.isSubscribed !== false)
			return { call, subscriber, changes, action: isChanged ? 'updated' : 'unchanged' };
		if (resubscribe)
			return {
				call,
				subscriber,
				changes: { ...changes, is_subscribed: { from: false, to: true } },
				action: 'resubscribed',
			};
		return {
			call,
			subscriber,
			changes,
			action: isChanged ? 'updated' : 'unchanged',
			reason: "Unsubscribed in the list, and stays so unless 'Resubscribe' is on",
		};
	} catch (thrown) {
		const refusal = userFacing(thrown);
		return { call, subscriber, changes: {}, action: 'failed', reason: sentenceOf(refusal), refusal };
	}
}

function removalOf(subscriber: Subscriber, { removal }: SyncRules): Removal[] {
	if (removal === 'delete') return [{ action: 'deleted', subscriber }];
	// Whoever is unsubscribed already stays so.
	return subscriber.isSubscribed === false ? [] : [{ action: 'unsubscribed', subscriber }];
}

function guardOf(
	removed: number,
	{ byEmail }: Pick<SubscriberIndex, 'byEmail'>,
	{ removal, maxRemovalPercent }: SyncRules,
): UserFacingError | undefined {
	const subscribed = [...byEmail.values()]
		.flat()
		.filter(({ isSubscribed }) => removal === 'delete' || isSubscribed !== false).length;
	if (removed === 0 || removed * 100 <= maxRemovalPercent * subscribed) return undefined;
	const percent = Math.round((1000 * removed) / subscribed) / 10;
	return new UserFacingError(
		`${removed} of ${subscribed} subscribers (${percent} %) would be ${removal === 'delete' ? 'deleted' : 'unsubscribed'}, more than 'Max Removal Percent' allows (${maxRemovalPercent} %)`,
		"Nothing was sent. Check that the input has all rows. 'Dry Run' shows who they are; if that is what you want, raise 'Max Removal Percent' under 'Options'.",
	);
}
