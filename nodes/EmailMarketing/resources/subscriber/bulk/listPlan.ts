import type { IDataObject } from 'n8n-workflow';

import { isComplete, parseSubscriber, parseTime, type Subscriber } from '../../../api/subscriber';
import { isUsable } from '../people/age';
import { changedValues, diff, rowChanges, tagsAfter, updateBody, withChanges } from '../people/changes';
import type { RowRules } from '../people/changes';
import type { Want } from '../people/updateSubscriber';
import { sharedEmail, type SubscriberIndex } from '../people/SubscriberIndex';
import type { RowInput } from '../../../execution/Operation';
import { joinedUnknown } from './held';
import type { ListRules, Removal, RowStep } from './listRules';
import { resultOf, staysUnsubscribed, type RowResult } from '../people/RowResult';
import { cannotBeSent, optedOut, type ExcludedRow } from './selectRows';
import { inPortions } from '../../../shared/loops';
import { shortTime } from '../../../shared/text';
import { UserFacingError } from '../../../shared/UserFacingError';

export interface ListPlan {
	readonly steps: readonly RowStep[];
	/** Rows whose address several subscribers have, or no one to unsubscribe. */
	readonly excluded: readonly ExcludedRow[];
	readonly removals: readonly Removal[];
	/** Those in no row who are kept, with the reason. */
	readonly held: readonly Removal[];
	/** How many subscribers could be removed at most. */
	readonly removable: number;
	readonly subscribed: number;
	/** How many people are in the list. */
	readonly people: number;
	/** How many people are in both, the list and the rows. */
	readonly shared: number;
}

const adviceIfHidden =
	"Without them it is not known who has the tag. Remove 'Only Subscribers with Tag'. Nothing was sent.";
const hiddenTags = new UserFacingError('The contact list does not show the tags of all subscribers', adviceIfHidden);

/** The rows of a list, each with another address. */
interface Rows {
	readonly open: readonly RowInput[];
	/** With those that an earlier try has done, which count for the limits. */
	readonly wanted: readonly RowInput[];
	/** The addresses of all rows, those that are not sent included. */
	readonly named: ReadonlySet<string>;
}

interface List extends Pick<SubscriberIndex, 'byEmail'> {
	/** A subscriber as this process has left them since the list was read. */
	readonly latest: (read: Subscriber) => Subscriber;
}

/** Compares rows with a contact list. */
export async function planList({ open, wanted, named }: Rows, list: List, rules: ListRules): Promise<ListPlan> {
	const holdersOf = ({ row }: RowInput): Subscriber[] => (list.byEmail.get(row.key) ?? []).map(list.latest);
	const planned = await inPortions(open, (input) => stepFor(input, holdersOf(input), rules));
	const removals: Removal[] = [];
	const held: Removal[] = [];
	let removable = 0;
	let subscribed = 0;
	let people = 0;
	await inPortions([...list.byEmail], ([key, holders]) => {
		for (const subscriber of holders) {
			people += 1;
			if (subscriber.isSubscribed !== false) subscribed += 1;
			const removal = removalOf(subscriber, rules);
			if (removal === undefined) continue;
			removable += 1;
			if (key === '' || named.has(key)) continue;
			const why = keptAsNew(subscriber, rules);
			if (why === undefined) removals.push(removal);
			else held.push(holding(removal, why));
		}
	});
	const steps = planned.filter((step) => 'changes' in step);
	const shared = wanted.filter(({ row }) => list.byEmail.has(row.key)).length;
	const excluded = planned.filter((step) => !('changes' in step));
	return { steps, excluded, removals, held, removable, subscribed, people, shared };
}

/**
 * Why somebody is kept who has just joined, or may have: their time cannot be read, or is ahead of any clock.
 * Remove Tag keeps nobody: it is not known when a tag came.
 */
function keptAsNew({ createdAt }: Subscriber, { keepNew, removal }: ListRules): string | undefined {
	if (keepNew === undefined || keepNew.hours === 0 || removal === 'removeTag') return undefined;
	const joinedAt = parseTime(createdAt);
	const ms = keepNew.hours * 3_600_000;
	const age = keepNew.startedAt - joinedAt;
	if (joinedAt === 0 || age <= -ms) return joinedUnknown;
	if (age >= ms) return undefined;
	const shown = (time: number): string => shortTime(time, keepNew.timeZone);
	return `joined ${shown(joinedAt)}, kept until ${shown(joinedAt + ms)}`;
}

/** A removal that is not carried out. */
export function holding({ subscriber }: Removal, why: string): Removal {
	return { action: 'held', subscriber, changes: {}, reason: `${notInInput}; ${why}` };
}

/** Plans the removal of a subscriber who is in no row; undefined for one who stays. */
function removalOf(subscriber: Subscriber, { removal, onlyTag }: ListRules): Removal | undefined {
	if (onlyTag !== undefined && subscriber.tags === undefined) throw hiddenTags;
	const untagged = onlyTag === undefined ? {} : diff({ tags: [onlyTag] }, subscriber, 'remove');
	if (removal === 'keep' || (onlyTag !== undefined && !('tags' in untagged))) return undefined;
	const isGone = subscriber.isSubscribed === false;
	const reason = notInInput;
	if (removal === 'delete')
		return { action: 'deleted', subscriber, changes: {}, reason: isGone ? optOutIsLost : reason };
	if (removal === 'removeTag') return { action: 'untagged', subscriber, changes: untagged, reason };
	return isGone ? undefined : { action: 'unsubscribed', subscriber, changes: leaving, reason };
}

const notInInput = 'not in the input';
const optOutIsLost = `${notInInput}; had unsubscribed: once deleted, a new row subscribes them again`;

const leaving = { is_subscribed: { from: true, to: false } };

/** The changes that a row asks for, for a subscriber as they are. */
export function wantOf({ row }: RowInput, rules: ListRules): Want {
	if (row.optOut !== undefined) return ({ isSubscribed }) => (isSubscribed === false ? {} : leaving);
	// Next to a broken tag there may be others.
	const own: RowRules = row.broken?.tags === undefined ? rules : { ...rules, tags: 'add' };
	const clearsTags = row.clearsTags === true && own.tags === 'replace';
	const wanted = clearsTags ? { ...row, body: { ...row.body, tags: [] } } : row;
	return (present) => (isLeftAlone(present, rules) ? {} : rowChanges(wanted, present, own));
}

const leftAlone = 'unsubscribed in the list';

/** Whether a row changes nothing of a person, because they are unsubscribed. */
export function isLeftAlone(present: Subscriber = {}, { skipsUnsubscribed }: ListRules): boolean {
	return skipsUnsubscribed === true && present.isSubscribed === false;
}

/** Plans a row, or says why nothing is done for it. @param holders those in the list who have its address */
export function stepFor(input: RowInput, holders: readonly Subscriber[], rules: ListRules): RowStep | ExcludedRow {
	const [subscriber, ...others] = holders;
	const optOut = input.row.optOut?.reason;
	// A row that opts out is here to unsubscribe its person.
	if (optOut !== undefined && holders.every(({ isSubscribed }) => isSubscribed === false)) return optedOut(input);
	const alone = holders.find((one) => isLeftAlone(one, rules));
	if (alone !== undefined)
		return { input, action: 'skipped', kind: leftAlone, reason: staysUnsubscribed, subscriber: alone };
	if (subscriber === undefined) return { input, ...newBy(rules), changes: wantOf(input, rules)({ tags: [] }) };
	if (others.length > 0) return cannotBeSent(input, sharedEmail(input.row.key, others.length + 1));
	const changes = wantOf(input, rules)(subscriber);
	const { action, reason } = resultOf(subscriber, changes);
	// An import may replace somebody: it keeps what they have only if all of it is known, and is sent.
	const isKnown = isComplete(subscriber) && subscriber.isSubscribed !== undefined && isUsable(subscriber);
	const isIncluded = rules.includesKnown === true && action !== 'unchanged' && isKnown;
	const ownReason = isIncluded ? 'was in the list' : reason;
	const why = optOut === undefined ? ownReason : `Opted out: ${optOut}`;
	return {
		input,
		subscriber,
		action: isIncluded ? 'imported' : action,
		changes,
		...(why !== undefined && { reason: why }),
	};
}

/** An import may do anything with a person, so nobody is `created` by it. */
function newBy({ isInBulk, isAsGiven }: ListRules): Pick<RowStep, 'action' | 'reason'> {
	if (isInBulk !== true) return { action: 'created' };
	return { action: 'imported', ...(isAsGiven !== true && { reason: 'was not in the list' }) };
}

/** A row with the tags of all rows of its address. */
export function withTagsOf(input: RowInput, same: readonly RowInput[] = []): RowInput {
	if (same.length < 2) return input;
	const given = same.flatMap(({ row: { body } }) => (body.tags as string[] | undefined) ?? []);
	const tags = tagsAfter([], given, 'add');
	return tags.length === 0 ? input : { ...input, row: { ...input.row, body: { ...input.row.body, tags } } };
}

/** The body of a new person or, with all that is known of them, of one who is in the list: it may replace them. */
export function bulkBody({ input, subscriber, changes }: RowStep): IDataObject {
	const values = changedValues(changes);
	return subscriber === undefined ? { email: input.row.body.email, ...values } : updateBody(subscriber, values);
}

/** The result of a step or removal once it is done. A removal has all that is known, so that it can be undone. */
export function resultOfStep(step: RowStep | Removal): RowResult {
	const { action, subscriber, changes, reason } = step;
	if (subscriber === undefined) return { action, subscriber: parseSubscriber(bulkBody(step as RowStep)), reason };
	const { subscriber: after } = resultOf(withChanges(subscriber, changedValues(changes)), changes);
	// A deleted person must not be subscribed by a result that is fed into another list.
	const shown = action === 'deleted' ? { ...after, isSubscribed: false } : after;
	return { action, subscriber: shown, changes, reason };
}
