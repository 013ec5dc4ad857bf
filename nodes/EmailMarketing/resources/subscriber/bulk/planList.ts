import { idKey } from '../../../api/response';
import type { Subscriber } from '../../../api/subscriber';
import type { RowInput } from '../../../execution/Operation';
import { inPortions } from '../../../shared/loops';
import { UserFacingError } from '../../../shared/UserFacingError';
import { diff } from '../people/changes';
import type { SubscriberIndex } from '../people/SubscriberIndex';
import { heldAsNew, holdIfNeeded, notInInput, type RowsSoFar } from './held';
import { guardOf, noteOnTag, wouldStop } from './limits';
import type { Held, ListPlan, ListRules, Removal } from './listRules';
import { withStates } from './optOutHints';
import type { ExcludedRow, SelectedRows } from './selectRows';
import { leaving, stepFor, withTagsOf } from './stepFor';

/** What is known of the rows before they are compared with the list. `outcomes` are those of earlier tries. */
export interface KnownRows extends SelectedRows, RowsSoFar {
	/** The rows that no earlier try has done; all `wanted` ones count for the limits. */
	readonly open: readonly RowInput[];
}

interface List extends Pick<SubscriberIndex, 'byEmail'> {
	/** A subscriber as this process has left them since the list was read. */
	readonly latest: (read: Subscriber) => Subscriber;
}

const nobody: List = { byEmail: new Map(), latest: (read) => read };
const nothing = { steps: [], removals: [], held: [] };

/** The plan of a list that cannot be compared. */
export function refusedPlan(refusal: unknown, excluded: readonly ExcludedRow[] = []): ListPlan {
	return { ...nothing, refusal, excluded, hints: [], stillSubscribed: 0 };
}

const adviceIfHidden = "Without them it is not known who has the tag. Remove 'Tag of This Sheet'. Nothing was sent.";
const hiddenTags = new UserFacingError('The contact list does not show the tags of all subscribers', adviceIfHidden);

/** Whether the list need not be read: nothing can be sent, and unreadable rows hold all removals. */
export function hasNothingToCompare(known: KnownRows, { isWholeList }: ListRules): boolean {
	if (!isWholeList) return known.open.length === 0;
	return known.wanted.length === 0 && known.excluded.some(({ failure }) => failure !== undefined);
}

/** Compares rows with a contact list, if it was read. */
export async function planList(known: KnownRows, rules: ListRules, list?: List): Promise<ListPlan> {
	const { byEmail, latest } = list ?? nobody;
	const optOuts = withStates(known, byEmail);
	const isHidden = ({ tags }: Subscriber): boolean => tags === undefined;
	if (rules.onlyTag !== undefined && [...byEmail.values()].flat().some(isHidden))
		return { ...refusedPlan(hiddenTags), ...optOuts };
	const planned = await planRows(known, { byEmail, latest }, rules);
	const steps = planned.filter((step) => 'changes' in step);
	const notSent = planned.filter((step): step is ExcludedRow => !('changes' in step));
	const excluded = [...optOuts.excluded, ...notSent];
	const { removals, held, ...counts } = await planAbsent(known, byEmail, rules);
	const unsent = excluded.map(({ input, action, failure }) => ({ items: [input.item], word: action, failure }));
	const soFar = { ...known, outcomes: [...known.outcomes, ...unsent] };
	const decision = holdIfNeeded({ removals, held }, soFar, rules);
	const hints = list === undefined ? [] : [noteOnTag(counts, rules)];
	const plan = { ...optOuts, ...decision, excluded, steps, hints };
	const refusal = await guardOf(plan, counts, rules);
	if (refusal === undefined) return plan;
	if (!rules.isDryRun) return { ...plan, ...nothing, refusal };
	const stopRow = wouldStop(refusal);
	return { ...plan, stopRow, hints: [...hints, `${stopRow.reason}.`] };
}

async function planRows({ open, sendableByKey }: KnownRows, list: List, rules: ListRules) {
	return await inPortions(open, (input) => {
		const { key } = input.row;
		const holders = (list.byEmail.get(key) ?? []).map(list.latest);
		return stepFor(rules.tags === 'add' ? withTagsOf(input, sendableByKey.get(key)) : input, holders, rules);
	});
}

/** Plans what happens to people in no row, and counts the people of whom the limits allow a share. */
async function planAbsent({ rows, wanted, outcomes }: KnownRows, byEmail: List['byEmail'], rules: ListRules) {
	const named = new Set(rows.map(({ row }) => row.key));
	// A list may still show people whom an earlier try has removed, or may have removed.
	const aside = new Set(outcomes.filter(({ items }) => items.length === 0).map(({ id }) => idKey(id)));
	// One that changed while it was read may show somebody by two addresses, of which a row has one.
	await inPortions([...named], (key) => {
		for (const { id } of byEmail.get(key) ?? []) if (id !== undefined) aside.add(idKey(id));
	});
	const removals: Removal[] = [];
	const held: Held[] = [];
	const counts = { removable: 0, subscribed: 0, people: 0 };
	await inPortions([...byEmail], ([key, holders]) => {
		for (const subscriber of holders) {
			counts.people += 1;
			if (subscriber.isSubscribed !== false) counts.subscribed += 1;
			const removal = removalOf(subscriber, rules);
			if (removal === undefined) continue;
			counts.removable += 1;
			if (key === '' || named.has(key) || aside.has(idKey(subscriber.id))) continue;
			const kept = heldAsNew(removal, rules);
			if (kept === undefined) removals.push(removal);
			else held.push(kept);
		}
	});
	const shared = wanted.filter(({ row }) => byEmail.has(row.key)).length;
	return { removals, held, ...counts, shared };
}

const optOutIsLost = `${notInInput}; had unsubscribed: once deleted, a new row subscribes them again`;

/** Plans the removal of a subscriber who is in no row; undefined for one who stays. */
function removalOf(subscriber: Subscriber, { removal, onlyTag }: ListRules): Removal | undefined {
	const untagged = onlyTag === undefined ? {} : diff({ tags: [onlyTag] }, subscriber, 'remove');
	if (removal === 'keep' || (onlyTag !== undefined && !('tags' in untagged))) return undefined;
	const hasLeft = subscriber.isSubscribed === false;
	const reason = notInInput;
	if (removal === 'delete')
		return { action: 'deleted', subscriber, changes: {}, reason: hasLeft ? optOutIsLost : reason };
	if (removal === 'removeTag') return { action: 'untagged', subscriber, changes: untagged, reason };
	return hasLeft ? undefined : { action: 'unsubscribed', subscriber, changes: leaving, reason };
}
