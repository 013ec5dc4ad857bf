import type { IDataObject } from 'n8n-workflow';

import { isComplete, parseSubscriber, type Subscriber } from '../../../api/subscriber';
import type { RowInput } from '../../../execution/Operation';
import { isUsable } from '../people/age';
import { changedValues, rowChanges, tagsAfter, updateBody, withChanges } from '../people/changes';
import type { Changes, RowRules } from '../people/changes';
import { sharedEmail } from '../people/SubscriberIndex';
import type { Want } from '../people/updateSubscriber';
import type { ListRules, Removal, RowStep } from './listRules';
import { resultOf, staysUnsubscribed, type RowResult } from '../people/RowResult';
import { cannotBeSent, optedOut, type ExcludedRow } from './selectRows';

export const leaving: Changes = { is_subscribed: { from: true, to: false } };

/** The changes that a row asks for, for a subscriber as they are. */
export function wantOf({ row }: RowInput, rules: ListRules): Want {
	if (row.optOut !== undefined) return ({ isSubscribed }) => (isSubscribed === false ? {} : leaving);
	// Next to a broken tag there may be others.
	const own: RowRules = row.broken?.tags === undefined ? rules : { ...rules, tags: 'add' };
	const clearsTags = row.clearsTags === true && own.tags === 'replace';
	const wanted = clearsTags ? { ...row, body: { ...row.body, tags: [] } } : row;
	return (present) => (isLeftAlone(present, rules) ? {} : rowChanges(wanted, present, own));
}

export const leftAlone = 'unsubscribed in the list';

/** Whether a row changes nothing of a person, because they are unsubscribed. */
export function isLeftAlone(present: Subscriber = {}, { skipsUnsubscribed }: ListRules): boolean {
	return skipsUnsubscribed && present.isSubscribed === false;
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
	const isIncluded = rules.includesKnown && action !== 'unchanged' && isKnown;
	const ownReason = isIncluded ? 'was in the list' : reason;
	const why = optOut === undefined ? ownReason : `Opted out: ${optOut}`;
	return { input, subscriber, action: isIncluded ? 'imported' : action, changes, reason: why };
}

/** An import may do anything with a person, so nobody is `created` by it. */
function newBy({ isInBulk, isAsGiven }: ListRules): Pick<RowStep, 'action' | 'reason'> {
	if (!isInBulk) return { action: 'created' };
	return { action: 'imported', ...(!isAsGiven && { reason: 'was not in the list' }) };
}

/** A row with the tags of all rows of its address. */
export function withTagsOf(input: RowInput, same: readonly RowInput[] = []): RowInput {
	if (same.length < 2) return input;
	const given = same.flatMap(({ row: { body } }) => (body.tags as string[] | undefined) ?? []);
	const tags = tagsAfter([], given, 'add');
	return tags.length === 0 ? input : { ...input, row: { ...input.row, body: { ...input.row.body, tags } } };
}

/** Whether a row is sent with others in one request. */
export function goesInBulk({ action, subscriber }: RowStep, { isInBulk }: ListRules): boolean {
	return isInBulk && (subscriber === undefined || action === 'imported');
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
