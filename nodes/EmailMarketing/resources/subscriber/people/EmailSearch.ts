import { idKey } from '../../../api/response';
import type { Subscriber } from '../../../api/subscriber';
import { userFacing } from '../../../shared/UserFacingError';
import { otherCase } from './searchByEmail';

/** The holders of an email; `undefined` where the response does not tell. */
type Holders = readonly Subscriber[] | undefined;

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
			this.giveUp(userFacing(thrown).message);
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
