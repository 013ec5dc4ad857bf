import type { Subscriber } from '../../api/subscriber';
import { diff, type Changes } from './people/changes';
import type { RowInput, Run } from '../../execution/Operation';
import { optionsOf } from '../../execution/settings';
import { optionsField } from '../../panel/collections';
import { booleanField } from '../../panel/fields';
import { consentMayBeMissingField } from '../../panel/rowFields';
import { onlyOne, subscriberIndex, type SubscriberIndex } from './people/SubscriberIndex';
import { FailureLimit, isRejection } from '../../execution/FailureLimit';
import { includeInputField, outputField, type RowResult } from './bulk/rowOutput';
import { hintAtUnsubscribed, RowRun } from './bulk/RowRun';
import { contactListsOf } from './bulk/selectRows';
import { groupedBy, inParallel } from '../../shared/loops';
import { UserFacingError } from '../../shared/UserFacingError';
import { AbortError } from '../../transport/wait';
import { peopleOf } from './people/People';
import { createFields, createsUpdate, createSubscriber } from './create';
import { setSubscription } from './toggleSubscription';
import { staysUnsubscribed, updateInTurn } from './people/updateSubscriber';

// prettier-ignore
export const resubscribeField = booleanField('Resubscribe', 'resubscribe', 'Whether to resubscribe people who are unsubscribed in the list. Only with their consent.');

export const description = [
	...createFields('Tags separated by commas, or a list. They are added to the existing tags.'),
	optionsField(consentMayBeMissingField, includeInputField, outputField, resubscribeField),
];

export const endpoint = 'subscriber.create';
export const rows = 'fields';

/** Creates each subscriber; if the address is taken, looks them up in the list and updates them. */
export async function executeRows(given: readonly RowInput[], run: Run): Promise<void> {
	const limit = new FailureLimit(run.client);
	const rowRuns: RowRun[] = [];
	const people: Array<readonly [RowRun, RowInput[]]> = [];
	for (const rowsOfList of await contactListsOf(given)) {
		const rowRun = new RowRun(run, rowsOfList, { title: 'Create or Update' }, limit);
		rowRuns.push(rowRun);
		const { open } = await rowRun.select(true);
		const byPerson = await groupedBy(open, ({ row }) => row.key);
		for (const inputs of byPerson.values()) people.push([rowRun, inputs]);
	}
	const missed: Array<readonly [RowRun, RowInput, UserFacingError]> = [];
	// Rows of one person run in order.
	const work = async ([rowRun, inputs]: readonly [RowRun, RowInput[]]): Promise<void> => {
		for (const input of inputs) {
			const later = (rejection: UserFacingError): void => {
				limit.countRow(rejection);
				missed.push([rowRun, input, rejection]);
			};
			await rowRun.run({ input }, async () => await createOrUpdate(input, run, limit, later));
		}
	};
	const { maxParallelRequests } = run.client.options;
	// The first runs alone: it may show that a create updates existing subscribers.
	await inParallel(people.slice(0, 1), 1, work);
	await limit.inOrder(people.slice(1), maxParallelRequests, work);
	await inParallel(missed, maxParallelRequests, async ([rowRun, input, rejection]) => {
		if (limit.stopReason !== undefined) rowRun.fail([{ input }], rejection);
		else await rowRun.run({ input }, async () => await updateMissed(input, run, rejection, limit));
	});
	hintAtUnsubscribed(run);
	for (const rowRun of rowRuns) rowRun.conclude();
}

/** @param later called if someone else may have created the subscriber since the list was read */
async function createOrUpdate(
	input: RowInput,
	run: Run,
	limit: FailureLimit,
	later: (rejection: UserFacingError) => void,
): Promise<RowResult | undefined> {
	const { row } = input;
	const people = peopleOf(input, run);
	const index = await subscriberIndex(input, run);
	const isUpdating = createsUpdate(run.client);
	// The create would resubscribe people whom neither the search nor the list shows.
	if (isUpdating && (await index.find(row.key)).length === 0) await index.wholeForImport('Run it again.');
	const known = people.seen.get(row.key) ?? onlyOne(row.key, await index.known(row.key));
	if (known !== undefined) return await update(input, run, known, limit);
	// If the create for an earlier row may still be done, a second one must not follow it.
	const create = async () => await createSubscriber(input, run, row.body);
	return await people.changeOnce(row.key, create).catch(async (thrown: unknown) => {
		if (!isTaken(thrown)) throw thrown;
		const rejectedAt = Date.now();
		const found = await find(input, index, thrown);
		if (found !== undefined) return await update(input, run, found, limit);
		if (index.isReadSince(rejectedAt)) throw notListed(index, thrown, run);
		later(thrown);
	});
}

/** Updates a subscriber whom only a second reading of the list may show: one for all of them. */
async function updateMissed(input: RowInput, run: Run, rejection: UserFacingError, limit: FailureLimit) {
	const index = await subscriberIndex(input, run);
	await index.readAgain();
	const found = await find(input, index, rejection);
	if (found === undefined) throw notListed(index, rejection, run);
	return await update(input, run, found, limit);
}

/** A taken address counts as accepted: the service works. */
async function update(input: RowInput, run: Run, known: Subscriber, limit: FailureLimit): Promise<RowResult> {
	limit.accept();
	const changesFor = (present: Subscriber): Changes => diff(input.row.body, present, 'add');
	const resubscribes = known.isSubscribed !== true && optionsOf(input.settings).resubscribe === true;
	return await updateRow(input, run, known, changesFor, { addsTags: true, resubscribes });
}

const notResubscribed = new UserFacingError(
	'Updated, but not resubscribed',
	'Nothing more was sent after that. Run this row again.',
	{ canRetry: true },
);

/** Updates the subscriber of a row. They are resubscribed last: if a field is rejected, they must not be. */
export async function updateRow(
	...[input, run, known, changesFor, rules]: Parameters<typeof updateInTurn>
): Promise<RowResult> {
	const { subscriber, changes } = await updateInTurn(input, run, known, changesFor, rules);
	const isGone = [known, subscriber].some(({ isSubscribed }) => isSubscribed === false);
	if (isGone && rules?.resubscribes === true) {
		await setSubscription(input, run, subscriber, true).catch((thrown: unknown) => {
			throw thrown instanceof AbortError && changes !== undefined ? notResubscribed : thrown;
		});
		const withState = { ...changes, is_subscribed: { from: false, to: true } };
		return { action: 'resubscribed', subscriber: { ...subscriber, isSubscribed: true }, changes: withState };
	}
	const action = changes === undefined ? 'unchanged' : 'updated';
	const reason = subscriber.isSubscribed === false ? staysUnsubscribed : undefined;
	return { action, subscriber, changes, reason };
}

/** Whether a create was rejected because of its email; only the service's own message has the reason. */
function isTaken(thrown: unknown): thrown is UserFacingError {
	if (!(thrown instanceof UserFacingError)) return false;
	const { status, fieldMessages } = thrown;
	const isAboutEmail = fieldMessages.length === 0 || fieldMessages.some(({ field }) => field === 'email');
	return status === 409 || (status === 422 && isAboutEmail);
}

async function find({ row }: RowInput, index: SubscriberIndex, rejection: UserFacingError) {
	const holders = await index.find(row.key, true).catch((thrown: unknown) => {
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
function notListed({ isSettled, warning }: SubscriberIndex, rejection: UserFacingError, run: Run): UserFacingError {
	run.hints.add(warning);
	const shown = `${rejection.description} The contact list does not show this address.`;
	if (!isSettled && warning !== undefined) {
		const details = `${shown} ${warning} Run it again.`;
		return new UserFacingError('The subscriber could not be looked up', details, { canRetry: true });
	}
	const advice = 'It may have been created moments ago: run it again. Otherwise it may be in another list, or deleted.';
	const { message, status, fieldMessages, serviceMessage } = rejection;
	return new UserFacingError(message, `${shown} ${advice}`, { status, fieldMessages, serviceMessage, canRetry: true });
}
