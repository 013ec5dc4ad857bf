import type { Subscriber } from '../../api/subscriber';
import type { RowInput, Run } from '../../execution/Operation';
import { isRejection, Rejections } from '../../execution/Rejections';
import { optionsOf } from '../../execution/settings';
import { optionsField } from '../../panel/collections';
import { consentMayBeMissingField, yesAnswersField } from '../../panel/consentFields';
import { booleanField } from '../../panel/fields';
import { groupedBy, inParallel } from '../../shared/loops';
import { UserFacingError } from '../../shared/UserFacingError';
import { hintAtUnsubscribed } from './bulk/optOutHints';
import { includeDetailsField, includeInputField, outputField } from './bulk/rowOutput';
import { RowRun } from './bulk/RowRun';
import { contactListsOf, type ExcludedRow } from './bulk/selectRows';
import { createFields } from './create';
import { rowChanges } from './people/changes';
import { createsUpdate, createSubscriber } from './people/createSubscriber';
import { peopleOf } from './people/People';
import type { RowResult } from './people/RowResult';
import { onlyOne, subscriberIndex, type SubscriberIndex } from './people/SubscriberIndex';
import { writeRow } from './people/writeRow';

// prettier-ignore
export const resubscribeField = booleanField('Resubscribe', 'resubscribe', 'Whether to resubscribe people who are unsubscribed in the list. Only with their consent.');

export const description = [
	...createFields('Tags separated by commas, or a list. They are added to the existing tags.'),
	optionsField(
		includeDetailsField,
		yesAnswersField,
		consentMayBeMissingField,
		includeInputField,
		outputField,
		resubscribeField,
	),
];

export const endpoint = 'subscriber.create';
export const rows = 'fields';

/** Rows of one person run in order, all others in parallel. */
export async function executeRows(given: readonly RowInput[], run: Run): Promise<void> {
	const rejections = new Rejections();
	const rowRuns: RowRun[] = [];
	const people: Array<{ readonly rowRun: RowRun; readonly inputs: readonly RowInput[] }> = [];
	for (const rowsOfList of await contactListsOf(given)) {
		const rowRun = new RowRun(run, rowsOfList, { title: 'Create or Update' }, rejections);
		rowRuns.push(rowRun);
		const { open, excluded } = await rowRun.select({ keepsAll: true });
		await rowRun.exclude(excluded.map(sayNotChanged));
		const byPerson = await groupedBy(open, ({ row }) => row.key);
		for (const inputs of byPerson.values()) people.push({ rowRun, inputs });
	}
	const work = async ({ rowRun, inputs }: (typeof people)[number]): Promise<void> => {
		for (const input of inputs) await rowRun.run({ input }, async () => await createOrUpdate(input, run, rejections));
	};
	// The first runs alone: it may show that a create updates existing subscribers.
	await inParallel(people.slice(0, 1), 1, work);
	await rejections.inOrder(people.slice(1), run.client.options.maxParallelRequests, work);
	hintAtUnsubscribed(run);
	for (const rowRun of rowRuns) rowRun.conclude();
}

/** The output has `is_subscribed: false`, which is the row's wish, not the list's state. */
function sayNotChanged(row: ExcludedRow): ExcludedRow {
	return row.isOptOut === true ? { ...row, reason: `${row.reason}; the list was not changed` } : row;
}

/**
 * Updates the subscriber of a row who is known already, and creates all others. If the service rejects the address of a
 * create as taken, its holder is looked up in the list and updated.
 */
async function createOrUpdate(input: RowInput, run: Run, rejections: Rejections): Promise<RowResult> {
	const { row } = input;
	const people = peopleOf(input, run);
	const index = await subscriberIndex(input, run);
	const spell = (tags: readonly string[]) => index.spelled(tags);
	const update = async (holder: Subscriber): Promise<RowResult> => {
		// Somebody who is there counts as accepted: the service works.
		rejections.accept();
		const resubscribe = optionsOf(input.settings).resubscribe === true;
		const rules = { tags: 'add', resubscribe, spell } as const;
		return await writeRow(input, run, holder, (present) => rowChanges(row, present, rules), { addsTags: true });
	};
	// A create that updates would resubscribe somebody who is there: so first be sure that nobody has the address.
	if (createsUpdate(run.client) && (await index.find(row.key)).length === 0)
		await index.wholeBeforeAdding(0, 'Run it again.');
	const known = people.byAddress.get(row.key) ?? onlyOne(row.key, index.known(row.key));
	if (known !== undefined) return await update(known);
	const { tags, ...body } = row.body;
	const spelled = Array.isArray(tags) ? { ...body, tags: spell(tags as string[]) } : body;
	// If the create for an earlier row may still be done, a second one must not follow it.
	const created = people.changeUnlessInDoubt(row.key, async () => await createSubscriber(input, run, spelled));
	return await created.catch(async (thrown: unknown) => {
		if (!isTaken(thrown)) throw thrown;
		return await update(await holderOf(row.key, index, thrown, run));
	});
}

/** Whether a create was rejected because of its email; only the service's own message has the reason. */
function isTaken(thrown: unknown): thrown is UserFacingError {
	if (!(thrown instanceof UserFacingError)) return false;
	const { status, fieldMessages } = thrown;
	const isAboutEmail = fieldMessages.length === 0 || fieldMessages.some(({ field }) => field === 'email');
	return status === 409 || (status === 422 && isAboutEmail);
}

/** @throws UserFacingError if nobody or several have the address, or if they cannot be looked up */
async function holderOf(email: string, index: SubscriberIndex, rejection: UserFacingError, run: Run) {
	const holders = await index.find(email, Date.now()).catch((thrown: unknown) => {
		if (!(thrown instanceof UserFacingError)) throw thrown;
		throw notLookedUp(thrown, rejection);
	});
	const holder = onlyOne(email, holders);
	if (holder === undefined) throw notListed(index, rejection, run);
	return holder;
}

function notLookedUp(failure: UserFacingError, rejection: UserFacingError): UserFacingError {
	const { message, description, status, canRetry, isGeneral } = failure;
	const why = rejection.fieldMessages[0]?.text ?? rejection.message;
	const details = `${description} The create was rejected (${why}).`;
	// A rejected look-up must not count as a rejected row.
	const facts = { status: isRejection(failure) ? undefined : status, canRetry, isGeneral };
	return new UserFacingError(`The subscriber could not be looked up: ${message}`, details, facts);
}

/** Why an address that the service rejects as taken is not in the list. */
function notListed({ list }: SubscriberIndex, rejection: UserFacingError, run: Run): UserFacingError {
	const { warning, isConfirmed } = list.verdict ?? {};
	run.hints.add(warning);
	const shown = `${rejection.description} The contact list does not show this address.`;
	if (isConfirmed !== true && warning !== undefined) {
		const details = `${shown} ${warning} Run it again.`;
		return new UserFacingError('The subscriber could not be looked up', details, { canRetry: true });
	}
	const advice = 'It may have been created moments ago: run it again. Otherwise it may be in another list, or deleted.';
	const { message, status, fieldMessages, serviceMessage } = rejection;
	return new UserFacingError(message, `${shown} ${advice}`, { status, fieldMessages, serviceMessage, canRetry: true });
}
