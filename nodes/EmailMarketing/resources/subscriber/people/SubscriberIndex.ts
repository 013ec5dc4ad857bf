import { addressKey } from '../../../api/emailAddress';
import { idKey } from '../../../api/response';
import { parseSubscriber, type Subscriber } from '../../../api/subscriber';
import type { ItemInput, Run } from '../../../execution/Operation';
import { ParameterError, UserFacingError } from '../../../shared/UserFacingError';
import type { ApiClient } from '../../../transport/ApiClient';
import type { ApiRequest } from '../../../transport/ApiRequest';
import { WholeList } from '../../../transport/WholeList';
import { tagKey } from './changes';
import { EmailSearch, searchByEmail } from './searchByEmail';

/** After this many taken addresses that were not found, most of a list is needed anyway. */
const maxTakenNotFound = 10;

/** The people of a contact list by email, as far as it was read. It is read page by page, and only as far as needed. */
export class SubscriberIndex {
	/** By `addressKey`. */
	readonly byEmail = new Map<string, Subscriber[]>();
	/** By `idKey`. */
	private readonly byId = new Map<string, Subscriber>();
	/** By the tag in lowercase, as the list spells it. */
	private readonly tags = new Map<string, string>();
	readonly list: WholeList;
	/** How many taken addresses had no holder in the pages read until then, nor in the search. */
	private takenNotFound = 0;

	/**
	 * @param note shows a hint: why a search could not be used, or entries may be missing
	 * @param search the search by email that the credential names
	 */
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
	 * The holders of an email: among those read so far, else by the search, else by reading on.
	 * @param takenAt when the service rejected the address as taken, if it did: then somebody must have it
	 */
	async find(email: string, takenAt?: number): Promise<readonly Subscriber[]> {
		const { list } = this;
		const isTaken = takenAt !== undefined;
		const isMissing = (): boolean => this.known(email).length === 0;
		if (isMissing() && (isTaken || list.verdict === undefined)) {
			const found = await this.search?.find(email, list);
			for (const subscriber of found ?? []) this.add(subscriber);
			// A search that finds nobody is not believed where somebody must have the address.
			if (found !== undefined && !isTaken) return this.known(email);
		}
		if (isMissing() && isTaken) this.takenNotFound += 1;
		while (isMissing() && list.verdict === undefined) {
			// Asked before each step, as other rows count meanwhile.
			const needsMost = this.takenNotFound > maxTakenNotFound;
			await list.more(needsMost ? Infinity : undefined);
		}
		// A list that was read before the address was taken may lack its holder, and is read once more.
		if (isMissing()) await list.toEnd({ doubtful: ['broken'], since: takenAt });
		return this.known(email);
	}

	/** Reads the whole list, and once more if much is missing. Throws if the two readings differ. */
	async whole(): Promise<this> {
		const { state, warning } = await this.list.toEnd({ doubtful: ['broken'] });
		if (state === 'broken') throw incomplete(warning);
		this.note(warning);
		return this;
	}

	/**
	 * The same before new people are added unseen, which cannot be undone: even a small gap or a change leads to a second
	 * reading. A list that lacks much is refused at once: nothing would confirm a second reading.
	 * @param since a list read before this time is read once more
	 * @throws UserFacingError also if the service may have more entries than it shows
	 */
	async wholeBeforeAdding(since = 0, advice = "Use 'Create or Update', or 'Sync List' without 'Add People in Bulk'.") {
		const { state, warning } = await this.list.toEnd({ doubtful: ['short', 'changed'], since });
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
			// If two readings differ, the unsubscribed state wins. Else the first one stays, with its older `readAt`:
			// a change of names in the second one is dropped, as an update reads again what is older than a minute.
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

export function sharedEmail(email: string, count: number): UserFacingError {
	const advice = "Use 'Update' or 'Delete' with the ID of the right one.";
	return new ParameterError(`${count} subscribers of the contact list have the email ${email}`, advice);
}

/** The index of an item's contact list, shared by all items of the run. */
export async function subscriberIndex(input: ItemInput, { client, hints, context }: Run) {
	const request = requestOf(input);
	const { contactList = '' } = request.pathValues;
	const note = (text?: string): void => hints.add(text);
	const path = client.connection.endpointPaths['subscriber.getByEmail'];
	const lookUps = context.getInputData().length;
	return await client.once(`index of contact list ${idKey(contactList)}`, () => {
		if (path === undefined) return new SubscriberIndex(client, request, note);
		const ask = async (email: string) => await searchByEmail(client, path, contactList, email);
		return new SubscriberIndex(client, request, note, new EmailSearch(ask, lookUps, note));
	});
}

/** How many of these emails (`addressKey`) a new reading of the list does not show; `unread` if it cannot be read. */
export async function missingIn(keys: readonly string[], input: ItemInput, { client }: Run) {
	const index = await new SubscriberIndex(client, requestOf(input)).whole().catch(() => undefined);
	return index === undefined ? 'unread' : keys.filter((key) => !index.byEmail.has(key)).length;
}

function requestOf({ request: { pathValues, names } }: ItemInput): ApiRequest {
	const { contactList = '' } = pathValues;
	return { key: 'subscriber.getAll', pathValues: { contactList }, names };
}
