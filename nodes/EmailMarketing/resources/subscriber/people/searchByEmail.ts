import { addressKey } from '../../../api/emailAddress';
import { parsePage, queriesAfter, type Page } from '../../../api/pagination';
import { idKey } from '../../../api/response';
import { parseSubscriber, type Subscriber } from '../../../api/subscriber';
import { userFacing, UserFacingError } from '../../../shared/UserFacingError';
import type { ApiClient } from '../../../transport/ApiClient';
import { AbortError } from '../../../transport/wait';

/** The holders of an email; `undefined` where the response does not tell. */
type Holders = readonly Subscriber[] | undefined;

/**
 * Asks for an email with one GET. A service may ignore a query that it does not know, so the response has to show that
 * it did not.
 * @param path with `{contactList}` and `{email}`
 * @throws UserFacingError for any failure but a 404
 */
export async function searchByEmail(
	client: ApiClient,
	path: string,
	contactList: string,
	email: string,
): Promise<Holders> {
	const readAt = Date.now();
	const { body, headers } = await client
		.exchange({ key: 'subscriber.getAll', path, pathValues: { contactList, email }, isOptional: true })
		.catch((thrown: unknown) => {
			if (thrown instanceof UserFacingError && thrown.status === 404) return { body: [], headers: {} };
			throw thrown;
		});
	// In place of a list, a service may return the subscriber alone.
	const page: Page = parsePage(body, 'subscribers', headers) ?? { items: [body] };
	const shown = page.items.map((entry) => ({ ...parseSubscriber(entry), readAt }));
	const key = addressKey(email);
	const holders = shown.filter((subscriber) => addressKey(subscriber.email) === key);
	if (holders.length > 0) return holders;
	// A search for `ann@…` may find `joann@…` too.
	const isFiltered = shown.every((subscriber) => addressKey(subscriber.email).includes(key));
	return isFiltered && isWhole(page) ? [] : undefined;
}

function isWhole(page: Page): boolean {
	const { items, total = 0, doubt } = page;
	if (total > items.length || queriesAfter(page, 1, 1).length > 0) return false;
	return items.length === 0 || doubt === undefined;
}

/** A subscriber whom a search has to find: an unsubscribed one if possible, because a search may hide those. */
export function sampleOf(subscribers: readonly Subscriber[]): Subscriber | undefined {
	const withEmail = subscribers.filter(({ email }) => addressKey(email) !== '');
	return withEmail.find(({ isSubscribed }) => isSubscribed === false) ?? withEmail[0];
}

/** The same address in uppercase, or in lowercase if it is in uppercase already. */
export function otherCase(email: string): string {
	const upper = email.toUpperCase();
	return upper === email ? email.toLowerCase() : upper;
}

/**
 * Looks up emails one by one, by the path that the credential names for it. A response that could mean something else
 * is not believed: then the search is given up for the run, and the contact list is read.
 */
export class EmailSearch {
	private isGivenUp = false;
	/** By `addressKey`: each email is searched once. */
	private readonly results = new Map<string, Promise<Holders>>();
	private proof?: Promise<boolean>;

	/**
	 * @param lookUps how many emails the run may look up
	 * @param firstPage a subscriber whom the contact list shows there, and how many pages it has
	 */
	constructor(
		private readonly ask: (email: string) => Promise<Holders>,
		private readonly lookUps: number,
		private readonly firstPage: () => Promise<{ known?: Subscriber; pages: number }>,
		private readonly note: (text: string) => void,
	) {}

	/** The holders of an email by its `addressKey`; `undefined` where the list has to be read. */
	async find(key: string): Promise<Holders> {
		// The service may store either notation of an international domain.
		if (this.isGivenUp || key.includes('xn--')) return undefined;
		const result = this.results.get(key) ?? this.search(key);
		this.results.set(key, result);
		return await result;
	}

	private async search(key: string): Promise<Holders> {
		// More searches than pages would cost more than the list.
		if (this.lookUps > 1 && this.lookUps > (await this.firstPage()).pages) return undefined;
		try {
			const found = await this.ask(key);
			const isBelieved = found !== undefined && (found.length > 0 || (await this.isProven()));
			if (isBelieved) return found;
			this.giveUp(found === undefined ? 'It shows other subscribers' : 'It does not find a subscriber of the list');
		} catch (thrown) {
			if (!(thrown instanceof AbortError)) this.giveUp(userFacing(thrown).message);
		}
		return undefined;
	}

	/** A wrong path finds nobody either: the same search has to find a subscriber of the list, in the other case. */
	private async isProven(): Promise<boolean> {
		this.proof ??= this.firstPage().then(async ({ known }) => {
			if (known === undefined) return true;
			const found = await this.ask(otherCase(String(known.email)));
			return found?.some(({ id }) => idKey(id) === idKey(known.id)) === true;
		});
		return await this.proof;
	}

	private giveUp(reason: string): void {
		const what = 'The search by email could not be used, so the contact list was read';
		if (!this.isGivenUp) this.note(`${what}. ${reason}. Check "subscriber.getByEmail" in 'Endpoint Paths'.`);
		this.isGivenUp = true;
	}
}
