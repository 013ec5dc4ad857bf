import { diff, emptySubscriber, type Changes, type Subscriber } from '../../api/subscriber';
import { sharedEmail, type SubscriberIndex } from '../../execution/SubscriberIndex';
import type { RowAction } from '../../execution/Tally';
import type { ExcludedRow, RowCall } from '../../rows/selectRows';
import { inPortions } from '../../shared/loops';
import { UserFacingError } from '../../shared/UserFacingError';
import { staysUnsubscribed } from './updateSubscriber';

export interface SyncRules {
	/** What happens to subscribers of the list who are in no row. */
	readonly removal: 'keep' | 'unsubscribe' | 'delete';
	readonly resubscribe: boolean;
	/** The largest share of the list that may be removed. */
	readonly maxRemovalPercent: number;
}

/** What is to be done for a row. */
export interface RowStep {
	readonly call: RowCall;
	readonly action: Extract<RowAction, 'created' | 'updated' | 'resubscribed' | 'unchanged'>;
	/** As it is in the list; a new one is in none. */
	readonly subscriber?: Subscriber;
	readonly changes: Changes;
	readonly reason?: string;
}

/** What is to be done with a subscriber in no row. */
export interface Removal {
	readonly action: 'unsubscribed' | 'deleted';
	readonly subscriber: Subscriber;
}

export interface SyncPlan {
	readonly steps: readonly RowStep[];
	/** Rows that cannot be matched with one subscriber. */
	readonly excluded: readonly ExcludedRow[];
	readonly removals: readonly Removal[];
	/** Why it must not be carried out. */
	readonly guard?: UserFacingError;
}

type List = Pick<SubscriberIndex, 'byEmail'>;

/** Compares rows with a contact list. @param rows each address once */
export async function planSync(
	rows: readonly RowCall[],
	named: ReadonlySet<string>,
	list: List,
	rules: SyncRules,
): Promise<SyncPlan> {
	const planned = await inPortions(rows, (call) => stepFor(call, list.byEmail.get(call.row.key) ?? [], rules));
	const removals: Removal[] = [];
	await inPortions([...list.byEmail], ([key, holders]) => {
		if (key === '' || named.has(key)) return;
		for (const subscriber of holders) removals.push(...removalOf(subscriber, rules));
	});
	return {
		steps: planned.filter((step) => 'changes' in step),
		excluded: planned.filter((step): step is ExcludedRow => !('changes' in step)),
		removals,
		guard: guardOf(removals.length, list, rules),
	};
}

function stepFor(
	call: RowCall,
	[subscriber, ...others]: readonly Subscriber[],
	{ resubscribe }: SyncRules,
): RowStep | ExcludedRow {
	if (subscriber === undefined)
		return { call, action: 'created', changes: diff(call.row.body, { ...emptySubscriber, tags: [] }, 'replace') };
	if (others.length > 0) {
		return { call, action: 'rejected', thrown: sharedEmail(call.row.key, others.length + 1) };
	}
	const changes = diff(call.row.body, subscriber, 'replace');
	if (subscriber.isSubscribed === false && resubscribe)
		return {
			call,
			subscriber,
			action: 'resubscribed',
			changes: { ...changes, is_subscribed: { from: false, to: true } },
		};
	const reason = subscriber.isSubscribed === false ? { reason: staysUnsubscribed } : {};
	const action = Object.keys(changes).length > 0 ? 'updated' : 'unchanged';
	return { call, subscriber, changes, action, ...reason };
}

function removalOf(subscriber: Subscriber, { removal }: SyncRules): Removal[] {
	if (removal === 'keep') return [];
	if (removal === 'delete') return [{ action: 'deleted', subscriber }];
	// Who is unsubscribed already stays so.
	return subscriber.isSubscribed === false ? [] : [{ action: 'unsubscribed', subscriber }];
}

function guardOf(
	removed: number,
	{ byEmail }: List,
	{ removal, maxRemovalPercent }: SyncRules,
): UserFacingError | undefined {
	const subscribed = [...byEmail.values()]
		.flat()
		.filter(({ isSubscribed }) => removal === 'delete' || isSubscribed !== false).length;
	if (removed === 0 || removed * 100 <= maxRemovalPercent * subscribed) return undefined;
	const percent = Math.round((1000 * removed) / subscribed) / 10;
	const verb = removal === 'delete' ? 'delete' : 'unsubscribe';
	return new UserFacingError(
		`This would ${verb} ${removed} of ${subscribed} subscribers (${percent} %)`,
		`'Safety Limit (%)' allows ${maxRemovalPercent} %. Nothing was sent. Check that the input has all rows; 'Dry Run' shows who would be removed.`,
	);
}
