import { addressKey } from '../../../api/emailAddress';
import { idOfKnown, knownSubscriber, type KnownSubscriber } from '../../../api/knownSubscriber';
import {
	completeListIndex,
	hasListIndex,
	listIndex,
	listIndexFor,
	severalHave,
	type ListIndex,
} from '../../../execution/listIndex';
import type { Call } from '../../../execution/Operation';
import { isRecord } from '../../../shared/isRecord';
import { UserFacingError } from '../../../shared/UserFacingError';
import { readSubscriber } from './readSubscriber';
import { tagsModeOf } from './tagsModeOf';

/**
 * Who has the email of a call, as far as it can be known without a create.
 * @param name by which the memory knows the person
 * @throws UserFacingError when several have the email, or the list has to be read for it and cannot be
 */
export async function existingSubscriber(call: Call, name: string): Promise<KnownSubscriber | undefined> {
	return (await readDoubted(call, name)) ?? call.memory.known.get(name) ?? (await findAtHand(call));
}

/**
 * Who has the email of a call whose create failed; nobody where it failed for something else.
 * @throws UserFacingError when several have it, or it cannot be told whether anybody has
 */
export async function existingAfterRefusal(call: Call, thrown: unknown): Promise<KnownSubscriber | undefined> {
	return saysThatItExists(thrown) ? await find(call, thrown) : undefined;
}

/** Somebody whose last update may have been done or not, as they are now: what rests on the state before it could undo half of it. */
async function readDoubted(call: Call, name: string): Promise<KnownSubscriber | undefined> {
	const { memory, request } = call;
	const subscriber = memory.doubted.get(name);
	if (subscriber === undefined) return undefined;
	const read = knownSubscriber(await readSubscriber(call, subscriber, { email: request.body?.email }));
	idOfKnown(read);
	memory.doubted.delete(name);
	memory.known.set(name, read);
	return read;
}

/** Whether a create was refused because of the email; what exactly is wrong with it, services say in words of any language. */
function saysThatItExists(thrown: unknown): thrown is UserFacingError {
	if (!(thrown instanceof UserFacingError) || thrown.isOutcomeUnknown) return false;
	const { status, fieldMessages } = thrown;
	const isAboutEmail = fieldMessages.length === 0 || fieldMessages.some(({ field }) => /e-?mail/i.test(field));
	return status === 409 || ((status === 422 || status === 400) && isAboutEmail);
}

/** Who has the email, where the list is read already. Where it cannot be read, a create tells whether somebody is there. */
async function findAtHand(call: Call): Promise<KnownSubscriber | undefined> {
	const { client, request } = call;
	const { contactList = '' } = request.pathValues;
	// Tags that are added rest on those that are there, and not every service refuses an address that is.
	if (mustRead(call)) return findIn(await completeListIndex(call, [addressKey(request.body?.email)]), call);
	const index = hasListIndex(client, contactList)
		? await listIndex(client, contactList, request.names).catch(() => undefined)
		: undefined;
	return index && findIn(index, call);
}

function mustRead(call: Call): boolean {
	const { options } = call.settings;
	return (
		(isRecord(options) && options.readListFirst === true) ||
		(tagsModeOf(call) !== 'replace' && call.request.body?.tags !== undefined)
	);
}

async function find(call: Call, refusal: UserFacingError): Promise<KnownSubscriber | undefined> {
	const { client, request } = call;
	const keys = [addressKey(request.body?.email)];
	const index = await listIndexFor(client, request.pathValues.contactList ?? '', keys, request.names).catch(
		(thrown: unknown) => {
			// What was refused is what the user has to know; the list was read only to find out why.
			throw thrown instanceof UserFacingError ? untold(refusal, `${thrown.message}. ${thrown.description}`) : thrown;
		},
	);
	const found = findIn(index, call);
	if (found !== undefined || index.doubt === undefined) return found;
	throw untold(refusal, index.doubt);
}

function untold(refusal: UserFacingError, doubt: string): UserFacingError {
	return new UserFacingError(
		refusal.message,
		`${refusal.description} Whether the subscriber is in the list could not be told: ${doubt}`,
		{ status: refusal.status },
	);
}

function findIn({ byEmail }: ListIndex, { request }: Call): KnownSubscriber | undefined {
	const [found, ...others] = byEmail.get(addressKey(request.body?.email)) ?? [];
	if (others.length === 0) return found;
	throw severalHave(others.length + 1, "Use 'Update', with the subscriber's ID.");
}
