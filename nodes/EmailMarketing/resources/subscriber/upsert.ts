import type { Subscriber } from '../../api/subscriber';
import { rowChanges } from './people/changes';
import type { RowInput, Run } from '../../execution/Operation';
import { optionsOf } from '../../execution/settings';
import { optionsField } from '../../panel/collections';
import { booleanField } from '../../panel/fields';
import { consentMayBeMissingField, yesAnswersField } from '../../panel/consentFields';
import { onlyOne, subscriberIndex, type SubscriberIndex } from './people/SubscriberIndex';
import { isRejection, Rejections } from '../../execution/Rejections';
import { includeDetailsField, includeInputField, outputField } from './bulk/rowOutput';
import type { RowResult } from './people/RowResult';
import { hintAtUnsubscribed } from './bulk/optOutHints';
import { RowRun } from './bulk/RowRun';
import { contactListsOf, type ExcludedRow } from './bulk/selectRows';
import { groupedBy, inParallel } from '../../shared/loops';
import { UserFacingError } from '../../shared/UserFacingError';
import { peopleOf } from './people/People';
import { createFields } from './create';
import { createsUpdate, createSubscriber } from './people/createSubscriber';
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

/** Creates each subscriber; if the address is taken, looks them up in the list and updates them. */
export async function executeRows(given: readonly RowInput[], run: Run): Promise<void> {
	const rejections = new Rejections();
	const rowRuns: RowRun[] = [];
	const people: Array<readonly [RowRun, RowInput[]]> = [];
	for (const rowsOfList of await contactListsOf(given)) {
		const rowRun = new RowRun(run, rowsOfList, { title: 'Create or Update' }, rejections);
		rowRuns.push(rowRun);
		const { open, excluded } = await rowRun.select(true);
		await rowRun.exclude(excluded.map(withoutChange));
		const byPerson = await groupedBy(open, ({ row }) => row.key);
		for (const inputs of byPerson.values()) people.push([rowRun, inputs]);
	}
	// Rows of one person run in order.
	const work = async ([rowRun, inputs]: readonly [RowRun, RowInput[]]): Promise<void> => {
		for (const input of inputs) await rowRun.run({ input }, async () => await createOrUpdate(input, run, rejections));
	};
	// The first runs alone: it may show that a create updates existing subscribers.
	await inParallel(people.slice(0, 1), 1, work);
	await rejections.inOrder(people.slice(1), run.client.options.maxParallelRequests, work);
	hintAtUnsubscribed(run);
	for (const rowRun of rowRuns) rowRun.conclude();
}

/** Without a look at the list, `is_subscribed: false` would pass for its state. */
function withoutChange(row: ExcludedRow): ExcludedRow {
	return row.isOptOut === true ? { ...row, reason: `${row.reason}; the list was not changed` } : row;
}

async function createOrUpdate(input: RowInput, run: Run, rejections: Rejections): Promise<RowResult> {
	const { row, settings } = input;
	const people = peopleOf(input, run);
	const index = await subscriberIndex(input, run);
	// The create would resubscribe people whom neither the search nor the list shows.
	if (createsUpdate(run.client) && (await index.find(row.key)).length === 0)
		await index.wholeForImport(0, 'Run it again.');
	const spell = (tags: readonly string[]) => index.spelled(tags);
	const update = async (known: Subscriber): Promise<RowResult> => {
		// A taken address counts as accepted: the service works.
		rejections.accept();
		const resubscribe = optionsOf(settings).resubscribe === true;
		const rules = { tags: 'add', resubscribe, spell } as const;
		return await writeRow(input, run, known, (present) => rowChanges(row, present, rules), true);
	};
	const known = people.byAddress.get(row.key) ?? onlyOne(row.key, index.known(row.key));
	if (known !== undefined) return await update(known);
	// If the create for an earlier row may still be done, a second one must not follow it.
	const created = people.changeOnce(row.key, async () => {
		const { tags, ...body } = row.body;
		const spelled = Array.isArray(tags) ? { ...body, tags: spell(tags as string[]) } : body;
		return await createSubscriber(input, run, spelled);
	});
	return await created.catch(async (thrown: unknown) => {
		if (!isTaken(thrown)) throw thrown;
		const found = await find(input, index, thrown);
		if (found === undefined) throw notListed(index, thrown, run);
		return await update(found);
	});
}

/** Whether a create was rejected because of its email; only the service's own message has the reason. */
function isTaken(thrown: unknown): thrown is UserFacingError {
	if (!(thrown instanceof UserFacingError)) return false;
	const { status, fieldMessages } = thrown;
	const isAboutEmail = fieldMessages.length === 0 || fieldMessages.some(({ field }) => field === 'email');
	return status === 409 || (status === 422 && isAboutEmail);
}

async function find({ row }: RowInput, index: SubscriberIndex, rejection: UserFacingError) {
	const holders = await index.find(row.key, Date.now()).catch((thrown: unknown) => {
		if (!(thrown instanceof UserFacingError)) throw thrown;
		const { message, description, status, canRetry, isGeneral } = thrown;
		const why = rejection.fieldMessages[0]?.text ?? rejection.message;
		const details = `${description} The create was rejected (${why}).`;
		// A rejected look-up must not count as a rejected row.
		const facts = { status: isRejection(thrown) ? undefined : status, canRetry, isGeneral };
		throw new UserFacingError(`The subscriber could not be looked up: ${message}`, details, facts);
	});
	return onlyOne(row.key, holders);
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
