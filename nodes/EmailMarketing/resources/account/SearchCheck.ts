import { parsePage } from '../../api/pagination';
import { idKey } from '../../api/response';
import { isNewestFirst, parseSubscriber, parseTime, type Subscriber } from '../../api/subscriber';
import { textOf } from '../../shared/text';
import type { ApiClient } from '../../transport/ApiClient';
import { otherCase, sampleOf, searchByEmail } from '../subscriber/people/searchByEmail';

export interface Verdict {
	/** `unclear` where a response shows nothing about the path, such as a 403 or a 500. */
	readonly result: 'found' | 'not found' | 'unclear';
	readonly why: string;
}

export const expected: Verdict = { result: 'found', why: 'Returns the expected data' };
const onlyList: Verdict = {
	result: 'found',
	why: 'Returns the expected data. Check again once there is a second contact list: the path may ignore the list.',
};

type People = readonly Subscriber[];

/** The most requests in all; testing one path takes up to four. */
const maxRequests = 16;

const notTried: Verdict = { result: 'unclear', why: 'Could not be tested' };

/** Judges searches by the subscribers that they return, because a service may ignore any part of a path. */
export class SearchCheck {
	private requests = 0;

	/** @param page the first one of the first list */
	constructor(
		private readonly client: ApiClient,
		private readonly page: { readonly path: string; readonly body?: unknown },
		private readonly list: string,
		private readonly otherList?: string,
	) {}

	async byEmail(path: string): Promise<Verdict> {
		const person = sampleOf(subscribersIn(this.page.body));
		if (person === undefined || this.requests > maxRequests - 4) return notTried;
		const nobody = await this.search(path, this.list, `nobody-${Date.now()}@example.com`);
		if (nobody?.length !== 0) return notFound('Does not return an empty list for an invented email');
		const email = otherCase(textOf(person.email));
		const found = await this.search(path, this.list, email);
		if (found?.length !== 1 || !includesAll(found, [person]))
			return notFound('Does not return the one subscriber whose email was written in another case');
		return await this.inOtherList(found, async (list) => (await this.search(path, list, email)) ?? []);
	}

	async changed(path: string): Promise<Verdict> {
		const shown = await this.read(path, this.list);
		if (new Set(timesOf(shown)).size === 1) return { result: 'unclear', why: "All 'updated_at' are equal" };
		// Entries in the order of their creation often fall, too.
		const latest = Math.max(...timesOf(subscribersIn(this.page.body)));
		const isLatestFirst = isFalling(shown) && parseTime(shown[0]?.updatedAt) >= latest;
		if (!isLatestFirst) return notFound("Does not return the latest 'updated_at' first");
		const reverse = path.replace('=-', '=');
		const isAnyway = isFalling(subscribersIn(this.page.body)) && isFalling(await this.read(reverse, this.list));
		if (isAnyway) return { result: reverse === path ? 'unclear' : 'not found', why: 'The list has this order anyway' };
		return await this.inOtherList(shown, async (list) => await this.read(path, list));
	}

	/** A path that ignores the contact list shows the same subscribers in another list, which does not have them. */
	private async inOtherList(shown: People, ask: (list: string) => Promise<People>): Promise<Verdict> {
		if (this.otherList === undefined) return onlyList;
		const others = await ask(this.otherList);
		if (others.length === 0 || !includesAll(shown, others)) return expected;
		const isTheirs = includesAll(await this.read(this.page.path, this.otherList), others);
		return isTheirs ? expected : notFound('Returns subscribers of another contact list');
	}

	private async search(path: string, list: string, email: string): Promise<People | undefined> {
		this.requests += 1;
		return await searchByEmail(this.client, path, list, email);
	}

	private async read(path: string, contactList: string): Promise<People> {
		this.requests += 1;
		const request = { key: 'subscriber.getAll', path, pathValues: { contactList }, isOptional: true } as const;
		return subscribersIn(await this.client.send(request));
	}
}

export function notFound(why: string): Verdict {
	return { result: 'not found', why };
}

function subscribersIn(body: unknown): People {
	return (parsePage(body, 'subscribers')?.items ?? []).map(parseSubscriber);
}

function includesAll(list: People, some: People): boolean {
	const ids = new Set(list.map(({ id }) => idKey(id)));
	return some.every(({ id }) => ids.has(idKey(id)));
}

function timesOf(people: People): number[] {
	return people.map(({ updatedAt }) => parseTime(updatedAt));
}

/** Whether the times of change never rise, and differ. */
function isFalling(people: People): boolean {
	const times = timesOf(people);
	return times[0] !== times.at(-1) && isNewestFirst(times);
}
