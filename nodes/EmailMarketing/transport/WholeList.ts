import { judge, judgeBoth, type Verdict } from '../api/verdict';
import { inPortions } from '../shared/loops';
import type { ApiClient } from './ApiClient';
import type { ApiRequest } from './ApiRequest';
import { PagedList } from './PagedList';

/** Reads a list for several callers at once: as far as needed, and a second time if it may be incomplete. */
export class WholeList {
	/** Known once all entries of a reading were taken; `undefined` again during a second one. */
	verdict?: Verdict;
	/** When the last reading ended. */
	endedAt = 0;
	private list: PagedList;
	private first?: PagedList;
	private startedAt = Infinity;
	/** The step in progress; a failed one stays, and fails for later callers too. */
	private step?: Promise<void>;

	/** `take` gets each entry as it comes, in both readings, so that memory stays flat. */
	constructor(
		private readonly client: ApiClient,
		private readonly request: ApiRequest,
		private readonly take: (entry: unknown, readAt: number) => unknown,
	) {
		this.list = new PagedList(client, request);
	}

	/** Reads twice as many pages each time, so that at most half of them are read without need. */
	async more(most = Math.min(this.list.pages, this.client.options.maxParallelRequests)): Promise<void> {
		this.step ??= this.takeStep(most);
		await this.step;
	}

	/** How many pages the list has; 100 are assumed if it does not state it. */
	async pages(): Promise<number> {
		if (this.list.pages === 0) await this.more(1);
		const { pages, place } = this.list;
		return place === undefined ? pages : (place.lastPage ?? 100);
	}

	/** Reads to the end, and once more if the verdict is one of `states` or the list was read before `since`. */
	async readTwice(states: ReadonlyArray<Verdict['state']>, since = 0): Promise<Verdict> {
		for (;;) {
			while (this.verdict === undefined) await this.more(Infinity);
			const isDue = states.includes(this.verdict.state) || this.startedAt < since;
			if (this.first !== undefined || !isDue) return this.verdict;
			this.first = this.list;
			this.list = new PagedList(this.client, this.request);
			this.verdict = undefined;
		}
	}

	private async takeStep(most: number): Promise<void> {
		const { list, first } = this;
		// Pages can take long: all count as read when the first was requested.
		const readAt = Date.now();
		this.startedAt = Math.min(this.startedAt, readAt);
		await inPortions(await list.more(most), (entry) => this.take(entry, readAt));
		this.step = undefined;
		if (!list.hasEnded) return;
		this.endedAt = Date.now();
		this.verdict = first === undefined ? judge(list) : judgeBoth(first, list);
	}
}
