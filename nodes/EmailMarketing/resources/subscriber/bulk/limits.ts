import { tagsAfter, withChanges, changedValues, nameOf } from '../people/changes';
import { isFailure } from '../../../execution/failedItem';
import { isResult } from '../../../rows/results';
import { numberField } from '../../../panel/fields';
import { inPortions } from '../../../shared/loops';
import { UserFacingError } from '../../../shared/UserFacingError';
import { quoted, shortened } from '../../../shared/text';
import type { ListPlan, ListRules, RowStep } from './listRules';
import { isOtherName } from './otherName';
import type { RowResult } from '../people/RowResult';

export const maxNameChangeField = numberField(
	'Rename Limit (%)',
	'maxNameChangePercent',
	20,
	"Nothing is changed if more get somebody else's name, as in a sheet of which one column was sorted",
	{ minValue: 0, maxValue: 100 },
);

/** Fewer other names may be a first sync of a small list. */
const fewestNames = 10;

/** How many people could be removed at most, are subscribed, are in the list, and are in both, the list and the rows. */
type Counts = Readonly<Record<'removable' | 'subscribed' | 'people' | 'shared', number>>;

type Changing = Pick<ListPlan, 'steps' | 'removals'>;

/** Why a plan must not be carried out, if so: a mistake in a sheet changes many people at once. */
export async function guardOf({ steps, removals }: Changing, counts: Counts, rules: ListRules) {
	const { removable, subscribed, shared } = counts;
	const optOuts = steps.filter(({ action }) => action === 'unsubscribed').length;
	const isAgain = steps.every(isSentAgain);
	const losers = rules.tags === 'replace' && !isAgain ? (await inPortions(steps, losesTags)).filter(Boolean).length : 0;
	const verb = rules.removal.replace('removeTag', 'remove the tag of');
	const safetyLimit = ['Safety Limit (%)', rules.maxRemovalPercent] as const;
	return (
		tooMany('unsubscribe', optOuts, subscribed, safetyLimit, 'Check the opt-out column') ??
		tooMany('take tags from', losers, shared, safetyLimit, 'Check the tags column') ??
		(isAgain ? undefined : await guardOfNames(steps, counts, rules)) ??
		tooMany(verb, removals.length, removable, safetyLimit, 'Check that the input has all rows')
	);
}

/** The row of a dry run whose real run would not be carried out. */
export function wouldStop({ message }: UserFacingError): RowResult & { readonly reason: string } {
	return {
		action: 'stopped',
		reason: `A real run would stop: ${message.replace(/^This/, 'it')}`,
		needsAttention: true,
	};
}

/** A mistyped tag would be given to everybody, and nobody without it removed. */
export function noteOnTag({ removable }: Counts, { onlyTag, removal }: ListRules): string | undefined {
	const isUnknown = onlyTag !== undefined && removal !== 'keep' && removable === 0;
	return isUnknown ? `Nobody in the list has the tag ${quoted(onlyTag)} yet: check its spelling.` : undefined;
}

type Limit = readonly [name: string, percent: number];

async function guardOfNames(steps: readonly RowStep[], { shared, people }: Counts, rules: ListRules) {
	const names = await inPortions(steps, ({ subscriber, changes }) => {
		if (subscriber === undefined || !('first_name' in changes || 'last_name' in changes)) return [];
		const after = withChanges(subscriber, changedValues(changes));
		return isOtherName(subscriber, after) ? [[subscriber, after]] : [];
	});
	const others = names.flat();
	if (others.length < fewestNames) return undefined;
	const examples = others.slice(0, 3).map((names) => names.map((name) => shortened(nameOf(name), 40)).join(' → '));
	const limit = ['Rename Limit (%)', rules.maxNameChangePercent] as const;
	// Twelve corrected names are an import, and not the whole sheet.
	const all = rules.isWholeList ? shared : people;
	const check = 'Check that the sheet was sorted as a whole';
	return tooMany('rename', others.length, all, limit, check, `: ${examples.join(', ')}`);
}

/** Failed rows of an earlier run are few, and were judged among all. */
function isSentAgain({ input: { json } }: RowStep): boolean {
	return isFailure(json) || (isResult(json) && ['failed', 'unknown', 'rejected'].includes(json.action as string));
}

/** Tags that the list does not show may be lost. */
function losesTags({ changes: { tags } }: RowStep): boolean {
	if (tags === undefined) return false;
	return tags.from === null || tagsAfter(tags.from as string[], tags.to as string[], 'remove').length > 0;
}

function tooMany(verb: string, count: number, all: number, [name, most]: Limit, check: string, examples = '') {
	if (count * 100 <= most * all) return undefined;
	const percent = Math.round((1000 * count) / all) / 10;
	const what = `This would ${verb} ${count} of ${all} subscribers (${percent}%, '${name}' allows ${most}%)${examples}`;
	return new UserFacingError(what, `Nothing was changed. ${check}; 'Dry Run' shows who.`);
}
