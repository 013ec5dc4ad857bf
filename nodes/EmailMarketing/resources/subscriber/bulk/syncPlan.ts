import { emptySubscriber, type Subscriber } from '../../../api/subscriber';
import { diff, type Changes } from '../people/changes';
import { sharedEmail, type SubscriberIndex } from '../people/SubscriberIndex';
import type { RowInput } from '../../../execution/Operation';
import type { RowAction } from '../../../execution/words';
import type { UnsendableRow } from './selectRows';
import { inPortions } from '../../../shared/loops';
import { UserFacingError } from '../../../shared/UserFacingError';
import { staysUnsubscribed } from '../people/updateSubscriber';

export interface SyncRules {
	/** For subscribers of the list who are in no row. */
	readonly removal: 'keep' | 'unsubscribe' | 'delete';
	readonly resubscribe: boolean;
	/** The largest share of the list that may be removed. */
	readonly maxRemovalPercent: number;
}

export interface RowStep {
	readonly input: RowInput;
	readonly action: Extract<RowAction, 'created' | 'updated' | 'resubscribed' | 'unchanged'>;
	/** As the list shows it; absent for a new one. */
	readonly subscriber?: Subscriber;
	readonly changes: Changes;
	readonly reason?: string;
}

/** A change of a subscriber who is in no row. */
export interface Removal {
	readonly action: 'unsubscribed' | 'deleted';
	readonly subscriber: Subscriber;
}

export interface SyncPlan {
	readonly steps: readonly RowStep[];
	/** Rows whose address several subscribers have. */
	readonly excluded: readonly UnsendableRow[];
	readonly removals: readonly Removal[];
	/** Why the plan must not be carried out. */
	readonly guard?: UserFacingError;
}

/** Compares rows, each with another address, with a contact list; `named` has the addresses of all rows. */
export async function planSync(
	rows: readonly RowInput[],
	named: ReadonlySet<string>,
	list: Pick<SubscriberIndex, 'byEmail'>,
	rules: SyncRules,
): Promise<SyncPlan> {
	const planned = await inPortions(rows, (input) => stepFor(input, list.byEmail.get(input.row.key) ?? [], rules));
	const removals: Removal[] = [];
	let removable = 0;
	await inPortions([...list.byEmail], ([key, holders]) => {
		const isKept = rules.removal === 'keep' || key === '' || named.has(key);
		for (const subscriber of holders) {
			if (rules.removal === 'unsubscribe' && subscriber.isSubscribed === false) continue;
			removable += 1;
			if (!isKept) removals.push({ action: rules.removal === 'delete' ? 'deleted' : 'unsubscribed', subscriber });
		}
	});
	return {
		steps: planned.filter((step) => 'changes' in step),
		excluded: planned.filter((step) => 'thrown' in step),
		removals,
		guard: guardOf(removals.length, removable, rules),
	};
}

function stepFor(input: RowInput, holders: readonly Subscriber[], rules: SyncRules): RowStep | UnsendableRow {
	const [subscriber, ...others] = holders;
	if (subscriber === undefined)
		return { input, action: 'created', changes: diff(input.row.body, { ...emptySubscriber, tags: [] }, 'replace') };
	if (others.length > 0) return { input, thrown: sharedEmail(input.row.key, others.length + 1) };
	const changes = diff(input.row.body, subscriber, 'replace');
	const isUnsubscribed = subscriber.isSubscribed === false;
	if (isUnsubscribed && rules.resubscribe) {
		const withState = { ...changes, is_subscribed: { from: false, to: true } };
		return { input, subscriber, action: 'resubscribed', changes: withState };
	}
	const action = Object.keys(changes).length > 0 ? 'updated' : 'unchanged';
	return { input, subscriber, changes, action, ...(isUnsubscribed && { reason: staysUnsubscribed }) };
}

/** @param removable how many subscribers could be removed at most */
function guardOf(removed: number, removable: number, rules: SyncRules): UserFacingError | undefined {
	const { removal, maxRemovalPercent } = rules;
	if (removed === 0 || removed * 100 <= maxRemovalPercent * removable) return undefined;
	const percent = Math.round((1000 * removed) / removable) / 10;
	const what = `This would ${removal} ${removed} of ${removable} subscribers (${percent} %)`;
	const advice = "Check that the input has all rows; 'Dry Run' shows who would be removed.";
	return new UserFacingError(what, `'Safety Limit (%)' allows ${maxRemovalPercent} %. Nothing was sent. ${advice}`);
}
