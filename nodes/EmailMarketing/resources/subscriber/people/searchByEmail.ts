import { addressKey } from '../../../api/emailAddress';
import { parsePage, queriesAfter, type Page } from '../../../api/pagination';
import { parseSubscriber } from '../../../api/subscriber';
import { userFacing } from '../../../shared/UserFacingError';
import type { ApiClient } from '../../../transport/ApiClient';
import { AbortError } from '../../../transport/wait';

/**
 * Asks for an email with one GET. A response counts if it has a holder of the email, or is a complete page without any
 * entry. Other subscribers show that the service ignores the query.
 * @param path with `{contactList}` and `{email}`
 * @returns the holders of the email; `undefined` where the response does not tell
 * @throws UserFacingError for any failure
 */
export async function searchByEmail(client: ApiClient, path: string, contactList: string, email: string) {
	const readAt = Date.now();
	const pathValues = { contactList, email };
	const sending = { isOptional: true };
	const { body, headers } = await client.exchange({ key: 'subscriber.getAll', path, pathValues, sending });
	// In place of a list, a service may return the subscriber alone.
	const page: Page = parsePage(body, 'subscribers', headers) ?? { items: [body] };
	const shown = page.items.map((entry) => ({ ...parseSubscriber(entry), readAt }));
	const holders = shown.filter((subscriber) => addressKey(subscriber.email) === addressKey(email));
	const isNobody = page.items.length === 0 && (page.total ?? 0) === 0 && queriesAfter(page, 1, 1).length === 0;
	return holders.length > 0 || isNobody ? holders : undefined;
}

/** Looks up emails one by one, by the path that the credential names for it. */
export class EmailSearch {
	private isGivenUp = false;
	/** By `addressKey`: each email is searched once. */
	private readonly results = new Map<string, ReturnType<typeof searchByEmail>>();

	/** @param lookUps how many emails the run may look up: more searches than pages would cost more than the list */
	constructor(
		private readonly ask: (email: string) => ReturnType<typeof searchByEmail>,
		private readonly lookUps: number,
		private readonly note: (text: string) => void,
	) {}

	/** The holders of an email, if there are any; `undefined` where the list has to be read. */
	async find(email: string, list: { pages: () => Promise<number> }) {
		const key = addressKey(email);
		// The service may store either notation of an international domain.
		if (this.isGivenUp || key.includes('xn--')) return undefined;
		if (this.lookUps > 1 && this.lookUps > (await list.pages())) return undefined;
		const result = this.results.get(key) ?? this.search(key);
		this.results.set(key, result);
		return await result;
	}

	private async search(key: string) {
		const found = await this.ask(key).catch((thrown: unknown) => {
			if (thrown instanceof AbortError) throw thrown;
			this.giveUp(userFacing(thrown).message);
			return undefined;
		});
		if (found === undefined) this.giveUp('It shows other subscribers');
		return found;
	}

	private giveUp(reason: string): void {
		const what = 'The search by email could not be used, so the contact list was read';
		if (!this.isGivenUp) this.note(`${what}. ${reason}. Check "subscriber.getByEmail" in 'Endpoint Paths'.`);
		this.isGivenUp = true;
	}
}
