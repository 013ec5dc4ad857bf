import { addressKey } from '../../../api/emailAddress';
import { idKey } from '../../../api/response';
import { parseSubscriber, type Subscriber } from '../../../api/subscriber';
import { subscriberId } from './changes';
import { EmailSearch } from './searchByEmail';
import { inPortions } from '../../../shared/loops';
import { ParameterError, UserFacingError } from '../../../shared/UserFacingError';
import type { ApiClient } from '../../../transport/ApiClient';
import { PagedList } from '../../../transport/PagedList';
import type { ApiRequest } from '../../../transport/ApiRequest';
import type { ItemInput, Run } from '../../../execution/Operation';

/** After this many taken addresses, most of a list is needed anyway. */
const maxTaken = 10;

/** A contact list by email, read once per run and only as far as needed; a search that the credential names is used. */
export class SubscriberIndex {
	/** By `addressKey`. */
	readonly byEmail = new Map<string, Subscriber[]>();
	/** By `idKey`. */
	private readonly byId = new Map<string, Subscriber>();
	private list: PagedList;
	/** The step in progress; a failed one stays, and fails for later callers too. */
	private step?: Promise<void>;
	private second?: Promise<void>;
	private startedAt = Infinity;
	/** Whether two readings agree, so the list is complete despite its total. */
	isSettled = false;
	/** By `addressKey`, whom the search does not find. */
	readonly nobody = new Set<string>();
	private taken = 0;

	/** `note` shows a hint: why a search could not be used, or entries may be missing. */
	constructor(
		private readonly client: ApiClient,
		private readonly request: ApiRequest,
		private readonly note: (text?: string) => void = () => undefined,
		private readonly search?: EmailSearch,
	) {
		this.list = new PagedList(client, request);
	}

	/** The holders of an email among those read so far. */
	known(email: string): readonly Subscriber[] {
		return this.byEmail.get(addressKey(email)) ?? [];
	}

	/**
	 * Searches the email or, where that is not possible, reads on until it is found or the list ends.
	 * @param takenAt when the service rejected the address as taken: a list read before then is read once more
	 */
	async find(email: string, takenAt = 0): Promise<readonly Subscriber[]> {
		const isOpen = (): boolean => this.known(email).length === 0;
		if (isOpen() && (takenAt > 0 || !this.list.hasEnded)) {
			const found = await this.search?.find(email, this);
			for (const subscriber of found ?? []) this.add(subscriber);
			if (found?.length === 0) this.nobody.add(addressKey(email));
			if (found !== undefined && takenAt === 0) return this.known(email);
		}
		if (takenAt > 0 && isOpen()) this.taken += 1;
		while (isOpen() && !this.list.hasEnded) {
			// Twice as many pages each time, so that at most half of the pages are read without need.
			const likely = Math.min(this.list.pages, this.client.options.maxParallelRequests);
			await this.fetchMore(this.taken > maxTaken ? Infinity : likely);
		}
		if (isOpen() && (this.list.isBroken || this.startedAt < takenAt)) await this.readAgain();
		return this.known(email);
	}

	/** Reads the whole list, and once more if much is missing. Throws if the two readings differ. */
	async whole(): Promise<this> {
		await this.readToEnd();
		if (this.list.isBroken) await this.readAgain();
		if (this.list.isBroken && !this.isSettled) throw incomplete(this.warning);
		this.note(this.warning);
		return this;
	}

	/**
	 * The same before an import, which cannot be undone: even a small gap or a change leads to a second reading.
	 * @throws UserFacingError also if the service may have more entries than it shows
	 */
	async wholeForImport(advice = "Use 'Create or Update', or 'Sync List' without 'Create in Bulk'."): Promise<this> {
		await this.readToEnd();
		if (!this.list.isBroken && this.list.mayBeShort) await this.readAgain();
		if (this.list.isBroken || this.list.hasDoubt) throw incomplete(this.warning, advice);
		this.note(this.warning);
		return this;
	}

	/** A sentence: why entries may be missing after the whole list was read. */
	get warning(): string | undefined {
		return this.list.warning;
	}

	/** How many pages the list has, as its first one says. */
	async pages(): Promise<number> {
		if (this.list.pages === 0) await this.fetchMore(1);
		return this.list.knownPages;
	}

	private async readToEnd(): Promise<void> {
		while (!this.list.hasEnded) await this.fetchMore(Infinity);
	}

	/** At most once in a run; entries of both readings count. */
	private async readAgain(): Promise<void> {
		this.second ??= this.readSecondTime();
		await this.second;
	}

	private async readSecondTime(): Promise<void> {
		const first = this.list;
		const sizeOfFirst = this.byId.size;
		this.list = new PagedList(this.client, this.request);
		await this.readToEnd();
		this.isSettled = this.list.settles(sizeOfFirst, this.byId.size);
		if (first.isBroken && !this.isSettled) this.list = first;
	}

	private async fetchMore(most: number): Promise<void> {
		this.step ??= this.takeStep(most);
		await this.step;
	}

	private async takeStep(most: number): Promise<void> {
		// Pages can take long: all count as read when the first was requested.
		const readAt = Date.now();
		this.startedAt = Math.min(this.startedAt, readAt);
		const entries = await this.list.more(most);
		await inPortions(entries, (entry) => this.add({ ...parseSubscriber(entry), readAt }));
		this.step = undefined;
	}

	private add(subscriber: Subscriber): void {
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

/** The index of an item's contact list, shared by all items of the run. */
export async function subscriberIndex({ request }: ItemInput, { client, hints, context }: Run) {
	const { contactList = '' } = request.pathValues;
	const reading: ApiRequest = { key: 'subscriber.getAll', pathValues: { contactList }, names: request.names };
	const note = (text?: string): void => hints.add(text);
	const path = client.connection.endpointPaths['subscriber.getByEmail'];
	const lookUps = context.getInputData().length;
	return await client.once(`index of contact list ${idKey(contactList)}`, () => {
		const search = path === undefined ? undefined : new EmailSearch(client, path, contactList, lookUps, note);
		return new SubscriberIndex(client, reading, note, search);
	});
}

/** Replaces an email in the path by the subscriber's ID. Throws unless exactly one subscriber has it. */
export async function resolveEmail(input: ItemInput, run: Run): Promise<ItemInput> {
	if (input.locatorMode !== 'email') return input;
	const { request } = input;
	const { subscriber: email = '' } = request.pathValues;
	const index = await subscriberIndex(input, run);
	const found = onlyOne(email, await index.find(email));
	if (index.isSettled) run.hints.add(index.warning);
	if (found === undefined && index.nobody.has(addressKey(email))) throw notFoundBySearch(email);
	if (found === undefined) throw notInList(email, index.isSettled ? undefined : index.warning);
	const pathValues = { ...request.pathValues, subscriber: subscriberId(found) };
	return { ...input, known: found, request: { ...request, pathValues } };
}

function notFoundBySearch(email: string): UserFacingError {
	const advice = `Check the email, and the path of "subscriber.getByEmail" in 'Endpoint Paths'. Nothing was changed for this item.`;
	return new UserFacingError(`The search finds no subscriber with the email ${email}`, advice);
}

function notInList(email: string, warning?: string): UserFacingError {
	const isIncomplete = warning !== undefined;
	const what = isIncomplete ? 'was found, but the contact list may be incomplete' : 'is in the contact list';
	const check = "Check the email in 'Subscriber' and the list in 'Contact List'.";
	const advice = isIncomplete ? `${warning} Choose the subscriber by its ID.` : check;
	const details = `${advice} Nothing was changed for this item.`;
	return new UserFacingError(`No subscriber with the email ${email} ${what}`, details, { canRetry: isIncomplete });
}

export function sharedEmail(email: string, count: number): UserFacingError {
	const advice = "Use 'Update' or 'Delete' with the ID of the right one.";
	return new ParameterError(`${count} subscribers of the contact list have the email ${email}`, advice);
}
