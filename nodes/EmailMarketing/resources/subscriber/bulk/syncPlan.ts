import type { IDataObject } from 'n8n-workflow';

import { parseSubscriber, type Subscriber } from '../../../api/subscriber';
import { changedValues, diff, rowChanges, withChanges, type Changes } from '../people/changes';
import type { Want } from '../people/updateSubscriber';
import { sharedEmail, type SubscriberIndex } from '../people/SubscriberIndex';
import type { RowInput } from '../../../execution/Operation';
import type { RowAction } from '../../../execution/words';
import { resultOf, type RowResult } from './rowOutput';
import { cannotBeSent, optedOut, type ExcludedRow } from './selectRows';
import { inPortions } from '../../../shared/loops';
import { UserFacingError } from '../../../shared/UserFacingError';

export interface SyncRules {
	/** For subscribers of the list who are in no row. */
	readonly removal: 'keep' | 'unsubscribe' | 'delete' | 'removeTag';
	readonly resubscribe: boolean;
	/** The largest share that may be removed, or unsubscribed because of opt-outs. */
	readonly maxRemovalPercent: number;
	/** The rows describe only the holders of this tag. */
	readonly onlyTag?: string;
	readonly optOuts?: 'skip' | 'unsubscribe';
}

export interface RowStep {
	readonly input: RowInput;
	readonly action: RowAction;
	/** As the list shows it; absent for a new one. */
	readonly subscriber?: Subscriber;
	readonly changes: Changes;
	readonly reason?: string;
}

/** A change of a subscriber who is in no row. */
export type Removal = Omit<RowStep, 'input'> & { readonly subscriber: Subscriber };

export interface SyncPlan {
	readonly steps: readonly RowStep[];
	/** Rows whose address several subscribers have, or no one to unsubscribe. */
	readonly excluded: readonly ExcludedRow[];
	readonly removals: readonly Removal[];
	/** Why the plan must not be carried out. */
	readonly guard?: UserFacingError;
	/** The same without any removal. */
	readonly guardOfRows?: UserFacingError;
}

const adviceIfHidden =
	"Without them it is not known who has the tag. Remove 'Only Subscribers with Tag'. Nothing was sent.";
const hiddenTags = new UserFacingError('The contact list does not show the tags of all subscribers', adviceIfHidden);

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
	let subscribed = 0;
	await inPortions([...list.byEmail], ([key, holders]) => {
		for (const subscriber of holders) {
			if (subscriber.isSubscribed !== false) subscribed += 1;
			const removal = removalOf(subscriber, rules);
			if (removal === undefined) continue;
			removable += 1;
			if (key !== '' && !named.has(key)) removals.push(removal);
		}
	});
	const steps = planned.filter((step) => 'changes' in step);
	const optOuts = steps.filter(({ action }) => action === 'unsubscribed').length;
	const guardOfRows = guardOf('unsubscribe', optOuts, subscribed, rules, checkOptOuts);
	const verb = rules.removal.replace('removeTag', 'remove the tag of');
	const guard = guardOfRows ?? guardOf(verb, removals.length, removable, rules, checkRows);
	return { steps, excluded: planned.filter((step) => !('changes' in step)), removals, guard, guardOfRows };
}

/** What is done with a subscriber who is in no row, if anything. */
function removalOf(subscriber: Subscriber, { removal, onlyTag }: SyncRules): Removal | undefined {
	if (onlyTag !== undefined && subscriber.tags === undefined) throw hiddenTags;
	const untagged = onlyTag === undefined ? {} : diff({ tags: [onlyTag] }, subscriber, 'remove');
	if (removal === 'keep' || (onlyTag !== undefined && !('tags' in untagged))) return undefined;
	const isGone = subscriber.isSubscribed === false;
	if (removal === 'delete')
		return { action: 'deleted', subscriber, changes: {}, ...(isGone && { reason: optOutIsLost }) };
	if (removal === 'removeTag') return { action: 'untagged', subscriber, changes: untagged };
	return isGone ? undefined : { action: 'unsubscribed', subscriber, changes: leaving };
}

const optOutIsLost = 'Had unsubscribed: once deleted, a new row subscribes them again';

const leaving = { is_subscribed: { from: true, to: false } };

/** The changes that a row asks for, for a subscriber as they are. */
export function wantOf({ row }: RowInput, { resubscribe, onlyTag }: Partial<SyncRules>): Want {
	if (row.optOut !== undefined) return ({ isSubscribed }) => (isSubscribed === false ? {} : leaving);
	// Next to a broken tag there may be others.
	const tags = row.broken?.tags === undefined ? 'replace' : 'add';
	return (present) => rowChanges(row.body, present, { tags, resubscribe, onlyTag });
}

function stepFor(input: RowInput, holders: readonly Subscriber[], rules: SyncRules): RowStep | ExcludedRow {
	const [subscriber, ...others] = holders;
	const optOut = input.row.optOut?.reason;
	const isGone = holders.every(({ isSubscribed }) => isSubscribed === false);
	// A row that opts out is here to unsubscribe its person.
	if (optOut !== undefined && isGone) return optedOut(input);
	if (subscriber === undefined) return { input, action: 'created', changes: wantOf(input, rules)({ tags: [] }) };
	if (others.length > 0) return cannotBeSent(input, sharedEmail(input.row.key, others.length + 1));
	const changes = wantOf(input, rules)(subscriber);
	const { action, reason } = resultOf(subscriber, changes);
	const why = optOut === undefined ? reason : `Opted out: ${optOut}`;
	return { input, subscriber, action, changes, ...(why !== undefined && { reason: why }) };
}

export function newBody({ input, changes }: RowStep): IDataObject {
	return { email: input.row.body.email, ...changedValues(changes) };
}

/** The result of a step or removal once it is done. A removal has all that is known, so that it can be undone. */
export function resultOfStep(step: RowStep | Removal): RowResult {
	const { action, subscriber, changes, reason } = step;
	if (subscriber === undefined) return { action, subscriber: parseSubscriber(newBody(step as RowStep)) };
	const { subscriber: after } = resultOf(withChanges(subscriber, changedValues(changes)), changes);
	// A deleted person must not be subscribed by a result that is fed into another list.
	const shown = action === 'deleted' ? { ...after, isSubscribed: false } : after;
	return { action, subscriber: shown, changes, reason };
}

const checkRows = 'Check that the input has all rows';
const checkOptOuts = 'Check the opt-out column';

/** @param removable how many subscribers could be removed at most */
function guardOf(verb: string, removed: number, removable: number, rules: SyncRules, check: string) {
	const { maxRemovalPercent: most } = rules;
	if (removed * 100 <= most * removable) return undefined;
	const percent = Math.round((1000 * removed) / removable) / 10;
	const what = `This would ${verb} ${removed} of ${removable} subscribers (${percent}%)`;
	const advice = `${check}; 'Dry Run' shows who.`;
	return new UserFacingError(what, `'Safety Limit (%)' allows ${most}%. Nothing was changed. ${advice}`);
}
