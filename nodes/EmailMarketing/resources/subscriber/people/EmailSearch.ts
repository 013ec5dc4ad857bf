import { addressKey } from '../../../api/emailAddress';
import type { Subscriber } from '../../../api/subscriber';
import { userFacing } from '../../../shared/UserFacingError';
import type { ApiClient } from '../../../transport/ApiClient';
import { otherCase, searchByEmail } from './searchByEmail';

/** What the contact list shows on its first page. */
export interface FirstPage {
	/** A subscriber of the list. */
	readonly known?: Subscriber;
	/** How many pages the list has. */
	readonly pages: number;
}

/**
 * Looks up emails one by one, by the path that the credential names for it. A response that could mean something else
 * is not believed: then the search is given up for the run, and the contact list is read.
 */
export class EmailSearch {
	/** `undefined` where there is none, or once it was given up. */
	private path?: string;
	/** By `addressKey`: each email is searched once. */
	private readonly results = new Map<string, Promise<readonly Subscriber[] | undefined>>();
	private proof?: Promise<boolean>;

	/** @param lookUps how many emails the run may look up */
	constructor(
		private readonly client: ApiClient,
		private readonly contactList: string,
		private readonly lookUps: number,
		private readonly firstPage: () => Promise<FirstPage>,
		private readonly note: (text: string) => void,
	) {
		this.path = client.connection.endpointPaths['subscriber.getByEmail'];
	}

	/** The holders of an email; `undefined` where the list has to be read. */
	async find(email: string): Promise<readonly Subscriber[] | undefined> {
		const key = addressKey(email);
		// The service may store either notation of an international domain.
		if (this.path === undefined || key.includes('xn--')) return undefined;
		const result = this.results.get(key) ?? this.search(key);
		this.results.set(key, result);
		return await result;
	}

	private async search(key: string): Promise<readonly Subscriber[] | undefined> {
		// More searches than pages would cost more than the list.
		if (this.lookUps > 1 && this.lookUps > (await this.firstPage()).pages) return undefined;
		try {
			const found = await this.ask(key);
			const isBelieved = found !== undefined && (found.length > 0 || (await this.isProven()));
			if (isBelieved) return found;
			this.giveUp(found === undefined ? 'It shows other subscribers' : 'It does not find a subscriber of the list');
		} catch (thrown) {
			this.giveUp(userFacing(thrown).message);
		}
		return undefined;
	}

	private async ask(email: string): Promise<readonly Subscriber[] | undefined> {
		if (this.path === undefined) return undefined;
		return await searchByEmail(this.client, this.path, this.contactList, email);
	}

	/** A wrong path finds nobody either: the same search has to find a subscriber of the list, in the other case. */
	private async isProven(): Promise<boolean> {
		this.proof ??= this.firstPage().then(async ({ known }) => {
			if (known === undefined) return true;
			const found = await this.ask(otherCase(String(known.email)));
			return found?.some(({ id }) => id === known.id) === true;
		});
		return await this.proof;
	}

	private giveUp(reason: string): void {
		if (this.path === undefined) return;
		this.path = undefined;
		this.note(
			`The search by email could not be used, so the contact list was read. ${reason}. Check "subscriber.getByEmail" in 'Endpoint Paths'.`,
		);
	}
}
