import type { IDataObject } from 'n8n-workflow';

import { pathKey } from '../../api/response';
import { diff, emptySubscriber, updatedSubscriber, withChanges, type Subscriber } from '../../api/subscriber';
import type { Call } from '../../execution/Operation';
import type { RunResults } from '../../execution/RunResults';
import { sendOne } from '../../execution/standard';
import { onlyOne, subscriberIndex } from '../../execution/SubscriberIndex';
import type { FailureLimit } from '../../rows/FailureLimit';
import { isRejection } from '../../rows/rejection';
import { RowResults } from '../../rows/RowResults';
import type { RowResult } from '../../rows/rowOutput';
import { contactListsOf, rowsOf, selectRows, type RowCall } from '../../rows/selectRows';
import { groupedBy } from '../../shared/loops';
import { UserFacingError } from '../../shared/UserFacingError';
import { createFields } from './create';
import { staysUnsubscribed, updateSubscriber } from './updateSubscriber';

export const description = createFields('Tags separated by commas, or a list. They are added to the existing tags.');

export const endpoint = 'subscriber.create';

export const takesRows = true;

/** Creates each subscriber; where the address is taken, looks it up in the list and updates it. Rows with the same address follow each other. */
export async function executeBulk(calls: readonly Call[], runResults: RunResults): Promise<void> {
	const [first] = calls;
	if (first === undefined) return;
	const results = new RowResults(first, runResults, { title: 'Create or Update' });
	const open: RowCall[] = [];
	for (const rows of await contactListsOf(rowsOf(calls))) {
		const { wanted, excluded } = await selectRows(rows, true);
		await results.exclude(excluded);
		for (const call of wanted) if (!results.isSettled(call)) open.push(call);
	}
	const people = await groupedBy(open, nameOf);
	await results.limit.inOrder(people, first.client.options.maxParallelRequests, async (rows) => {
		for (const call of rows) await results.run(call, async () => await createOrUpdate(call, results.limit));
	});
	results.conclude();
}

/** Rows with the same name are of one person. */
function nameOf({ request, row }: RowCall): string {
	return `${pathKey(request.pathValues)} ${row.key}`;
}

async function createOrUpdate(call: RowCall, limit: FailureLimit): Promise<RowResult> {
	const { cache } = call;
	const name = nameOf(call);
	const known = await knownSubscriber(call);
	if (known !== undefined) return await update(call, known);
	// A create for another row that may still take place must not be followed by a second one.
	cache.recall(name);
	const tried = await create(call).then(
		(result) => ({ result }),
		(thrown: unknown) => ({ thrown }),
	);
	if ('result' in tried) return tried.result;
	if (!isTaken(tried.thrown)) {
		cache.remember(name, tried.thrown);
		throw tried.thrown;
	}
	const found = await find(call, tried.thrown);
	if (found !== undefined) {
		limit.accept();
		return await update(call, found);
	}
	const { isSettled, warning } = await subscriberIndex(call);
	call.hints.add(warning);
	throw notShown(tried.thrown, isSettled ? undefined : warning);
}

/** Who has the email, as far as it is known without a request. */
async function knownSubscriber(call: RowCall): Promise<Subscriber | undefined> {
	const { cache, request, row } = call;
	const { contactList = '' } = request.pathValues;
	return cache.subscriber(contactList, row.key) ?? onlyOne(row.key, await (await subscriberIndex(call)).known(row.key));
}

/** A create that was done is then found by its email. */
export const adviceIfUnknown =
	'Run it again: a subscriber who was created is then found, as long as the service rejects taken addresses.';

/** Creates the subscriber of a row. @param body as Create sends it @returns the subscriber as the service shows it */
export async function createSubscriber(call: Call, body: IDataObject): Promise<Subscriber> {
	const [response] = await sendOne({
		...call,
		request: { ...call.request, key: 'subscriber.create', body, adviceIfUnknown },
	});
	return updatedSubscriber(withChanges({ ...emptySubscriber, tags: [] }, body), response);
}

async function create(call: RowCall): Promise<RowResult> {
	const subscriber = await createSubscriber(call, call.row.body);
	if (subscriber.id !== undefined) call.cache.keepSubscriber(call.request.pathValues.contactList ?? '', subscriber);
	return { action: 'created', subscriber };
}

/** Whether a create was rejected because of its email. The reason is only in the service's own words. */
function isTaken(thrown: unknown): thrown is UserFacingError {
	if (!(thrown instanceof UserFacingError) || thrown.isOutcomeUnknown) return false;
	const { status, fieldMessages } = thrown;
	return (
		status === 409 ||
		(status === 422 && (fieldMessages.length === 0 || fieldMessages.some(({ field }) => field === 'email')))
	);
}

async function find(call: RowCall, rejection: UserFacingError): Promise<Subscriber | undefined> {
	const index = await subscriberIndex(call);
	const found = await index.findTaken(call.row.key).catch((thrown: unknown) => {
		if (!(thrown instanceof UserFacingError)) throw thrown;
		const { message, description, status } = thrown;
		const why = rejection.fieldMessages[0]?.text ?? rejection.message;
		throw new UserFacingError(
			`The subscriber could not be looked up: ${message}`,
			`${description} The create was rejected (${why}).`,
			// It is not the row that was rejected.
			{ status: isRejection(thrown) ? undefined : status },
		);
	});
	return onlyOne(call.row.key, found);
}

/** Of an address that the service rejects, and that the list does not show. It is not the row's fault where the list was not read completely. */
function notShown(rejection: UserFacingError, warning?: string): UserFacingError {
	const { message, description, status, fieldMessages, serviceMessage } = rejection;
	const shown = `${description} The contact list does not show this address.`;
	if (warning !== undefined)
		return new UserFacingError('The subscriber could not be looked up', `${shown} ${warning} Run it again.`);
	const advice = 'If it is taken, it may be in another list, or deleted.';
	return new UserFacingError(message, `${shown} ${advice}`, { status, fieldMessages, serviceMessage });
}

async function update(call: RowCall, known: Subscriber): Promise<RowResult> {
	const { subscriber, changes } = await updateSubscriber(
		call,
		known,
		(present) => diff(call.row.body, present, 'add'),
		{ tagsMode: 'add' },
	);
	return {
		action: changes === undefined ? 'unchanged' : 'updated',
		subscriber,
		changes,
		...(subscriber.isSubscribed === false && { reason: staysUnsubscribed }),
	};
}
