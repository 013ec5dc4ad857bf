import { addressKey } from '../../../api/emailAddress';
import { idKey } from '../../../api/response';
import { parseSubscriber, type Subscriber } from '../../../api/subscriber';
import { subscriberId, tagKey } from './changes';
import { EmailSearch, searchByEmail } from './searchByEmail';
import { ParameterError, UserFacingError } from '../../../shared/UserFacingError';
import type { ApiClient } from '../../../transport/ApiClient';
import type { ApiRequest } from '../../../transport/ApiRequest';
import { WholeList } from '../../../transport/WholeList';
import type { ItemInput, Run } from '../../../execution/Operation';

/** After this many taken addresses, most of a list is needed anyway. */
const maxTaken = 10;

/** A contact list by email, read once per run and only as far as needed; a search that the credential names is used. */
export class SubscriberIndex {
	/** By `addressKey`. */
	readonly byEmail = new Map<string, Subscriber[]>();
	/** By `idKey`. */
	private readonly byId = new Map<string, Subscriber>();
	readonly list: WholeList;
	private taken = 0;
	/** By the tag in lowercase, as the list spells it. */
	private readonly tags = new Map<string, string>();

	/** `note` shows a hint: why a search could not be used, or entries may be missing. */
	constructor(
		client: ApiClient,
		request: ApiRequest,
		private readonly note: (text?: string) => void = () => undefined,
		private readonly search?: EmailSearch,
	) {
		this.list = new WholeList(client, request, (entry, readAt) => this.add({ ...parseSubscriber(entry), readAt }));
	}

	/** The holders of an email among those read so far. */
	known(email: string): readonly Subscriber[] {
		return this.byEmail.get(addressKey(email)) ?? [];
	}

	/** Tags as people of the list have them, as far as it was read: a VIP next to a vip would be a second tag. */
	spelled(tags: readonly string[]): string[] {
		return tags.map((tag) => this.tags.get(tagKey(tag)) ?? tag);
	}

	/**
	 * Searches the email or, where that is not possible, reads on until it is found or the list ends.
	 * @param takenAt when the service rejected the address as taken: a list read before then is read once more
	 */
	async find(email: string, takenAt = 0): Promise<readonly Subscriber[]> {
		const { list } = this;
		const isOpen = (): boolean => this.known(email).length === 0;
		if (isOpen() && (takenAt > 0 || list.verdict === undefined)) {
			const found = await this.search?.find(email, list);
			for (const subscriber of found ?? []) this.add(subscriber);
			if (found !== undefined && takenAt === 0) return this.known(email);
		}
		if (takenAt > 0 && isOpen()) this.taken += 1;
		while (isOpen() && list.verdict === undefined) await list.more(this.taken > maxTaken ? Infinity : undefined);
		if (isOpen()) await list.toEnd(['broken'], takenAt);
		return this.known(email);
	}

	/** Reads the whole list, and once more if much is missing. Throws if the two readings differ. */
	async whole(): Promise<this> {
		const { state, warning } = await this.list.toEnd(['broken']);
		if (state === 'broken') throw incomplete(warning);
		this.note(warning);
		return this;
	}

	/**
	 * The same before an import, which cannot be undone: even a small gap or a change leads to a second reading.
	 * @param since a list read before this time is read once more
	 * @throws UserFacingError also if the service may have more entries than it shows
	 */
	async wholeForImport(since = 0, advice = "Use 'Create or Update', or 'Sync List' without 'Import New People'.") {
		const { state, warning } = await this.list.toEnd(['short', 'changed'], since);
		if (['broken', 'miscounted', 'unclear'].includes(state)) throw incomplete(warning, advice);
		this.note(warning);
		return this;
	}

	private add(subscriber: Subscriber): void {
		for (const tag of subscriber.tags ?? []) if (!this.tags.has(tagKey(tag))) this.tags.set(tagKey(tag), tag);
		const key = addressKey(subscriber.email);
		const name = idKey(subscriber.id) || key;
		const before = this.byId.get(name);
		if (before !== undefined && addressKey(before.email) === key) {
			// If two readings differ, the unsubscribed state wins.
			if (subscriber.isSubscribed === false) Object.assign(before, subscriber);
			return;
		}
		this.byId.set(name, subscriber);
		const same = this.byEmail.get(key);
		if (same === undefined) this.byEmail.set(key, [subscriber]);
		else same.push(subscriber);
	}
}

const adviceIfIncomplete = "Run this again; if this persists, compare the number with the service's own page.";

function incomplete(warning = '', advice = adviceIfIncomplete): UserFacingError {
	const details = `${warning} ${advice} Nothing was sent.`;
	return new UserFacingError('The contact list may be incomplete', details, { canRetry: true });
}

/** The only holder of an email, if any. Throws if several subscribers have it. */
export function onlyOne(email: string, [found, ...others]: readonly Subscriber[]): Subscriber | undefined {
	if (others.length === 0) return found;
	throw sharedEmail(email, others.length + 1);
}

/** How many of these emails (`addressKey`) a new reading of the list does not show; `unread` if it cannot be read. */
export async function missingIn(keys: readonly string[], { request }: ItemInput, { client }: Run) {
	const { contactList = '' } = request.pathValues;
	const reading: ApiRequest = { key: 'subscriber.getAll', pathValues: { contactList }, names: request.names };
	const index = new SubscriberIndex(client, reading);
	const isRead = await index.whole().then(
		() => true,
		() => false,
	);
	return isRead ? keys.filter((key) => !index.byEmail.has(key)).length : 'unread';
}

/** The index of an item's contact list, shared by all items of the run. */
export async function subscriberIndex({ request }: ItemInput, { client, hints, context }: Run) {
	const { contactList = '' } = request.pathValues;
	const reading: ApiRequest = { key: 'subscriber.getAll', pathValues: { contactList }, names: request.names };
	const note = (text?: string): void => hints.add(text);
	const path = client.connection.endpointPaths['subscriber.getByEmail'];
	const lookUps = context.getInputData().length;
	return await client.once(`index of contact list ${idKey(contactList)}`, () => {
		if (path === undefined) return new SubscriberIndex(client, reading, note);
		const ask = async (email: string) => await searchByEmail(client, path, contactList, email);
		return new SubscriberIndex(client, reading, note, new EmailSearch(ask, lookUps, note));
	});
}

/** Replaces an email in the path by the subscriber's ID. Throws unless exactly one subscriber has it. */
export async function resolveEmail(input: ItemInput, run: Run): Promise<ItemInput> {
	if (input.locatorMode !== 'email') return input;
	const { request } = input;
	const { subscriber: email = '' } = request.pathValues;
	const index = await subscriberIndex(input, run);
	const found = onlyOne(email, await index.find(email));
	const { verdict } = index.list;
	if (verdict?.isConfirmed === true) run.hints.add(verdict.warning);
	// If the list was not read to its end, only the search can have found nobody.
	if (found === undefined && verdict === undefined) throw notFoundBySearch(email);
	if (found === undefined) throw notInList(email, run, verdict?.isConfirmed === true ? undefined : verdict?.warning);
	const pathValues = { ...request.pathValues, subscriber: subscriberId(found) };
	return { ...input, known: found, request: { ...request, pathValues } };
}

function notFoundBySearch(email: string): UserFacingError {
	const advice = `Check the email, and the path of "subscriber.getByEmail" in 'Endpoint Paths'. Nothing was changed for this item.`;
	return new UserFacingError(`The search finds no subscriber with the email ${email}`, advice);
}

function notInList(email: string, { mode, context }: Run, warning?: string): UserFacingError {
	const isIncomplete = warning !== undefined;
	const what = isIncomplete ? 'was found, but the contact list may be incomplete' : 'is in the contact list';
	const check = "Check the email in 'Subscriber' and the list in 'Contact List'.";
	const advice = isIncomplete ? `${warning} Choose the subscriber by its ID.` : check;
	const isOneOfMany = mode === 'stop' && context.getInputData().length > 1;
	const wayOut = isOneOfMany ? " To go on with the others, choose 'Continue' under 'Settings' → 'On Error'." : '';
	const details = `${advice}${wayOut} Nothing was changed for this item.`;
	const facts = { canRetry: isIncomplete, isAbsent: !isIncomplete };
	return new UserFacingError(`No subscriber with the email ${email} ${what}`, details, facts);
}

export function sharedEmail(email: string, count: number): UserFacingError {
	const advice = "Use 'Update' or 'Delete' with the ID of the right one.";
	return new ParameterError(`${count} subscribers of the contact list have the email ${email}`, advice);
}
