import { judge, judgeBoth, type Verdict } from '../api/verdict';
import { inPortions } from '../shared/loops';
import type { ApiClient } from './ApiClient';
import type { ApiRequest } from './ApiRequest';
import { PagedList } from './PagedList';

/** A list is read a second time if the verdict is one of `doubtful`, or the first reading began before `since`. */
interface SecondReading {
	readonly doubtful: ReadonlyArray<Verdict['state']>;
	readonly since?: number;
}

/**
 * A list that several callers read together, each as far as it needs: all wait for the same step. It is read at most
 * twice: a second reading follows only where a caller needs it, and then the verdict is that of both.
 */
export class WholeList {
	/** Known once all entries of a reading were taken; `undefined` again during the second one. */
	verdict?: Verdict;
	/** When the last reading ended. */
	endedAt = 0;
	/** When the first reading began. */
	private startedAt = Infinity;
	private reading: PagedList;
	/** Set once the second reading begins. */
	private firstReading?: PagedList;
	/** The pages being read; a failed step stays, and fails for later callers too. */
	private step?: Promise<void>;

	/** `take` gets each entry as it comes, in both readings, so that memory stays flat. */
	constructor(
		private readonly client: ApiClient,
		private readonly request: ApiRequest,
		private readonly take: (entry: unknown, readAt: number) => unknown,
	) {
		this.reading = new PagedList(client, request);
	}

	/** Reads twice as many pages each time, so that at most half of them are read without need; at first one. */
	async more(most = Math.min(this.reading.pagesRead, this.client.options.maxParallelRequests)): Promise<void> {
		this.step ??= this.readStep(most);
		await this.step;
	}

	/** How many pages the list has; 100 are assumed if it does not state it. */
	async pages(): Promise<number> {
		if (this.reading.pagesRead === 0) await this.more(1);
		const { pagesRead, place } = this.reading;
		return place === undefined ? pagesRead : (place.lastPage ?? 100);
	}

	/** Reads to the end, and a second time if needed. */
	async toEnd({ doubtful, since = 0 }: SecondReading): Promise<Verdict> {
		for (;;) {
			while (this.verdict === undefined) await this.more(Infinity);
			const needsSecond = doubtful.includes(this.verdict.state) || this.startedAt < since;
			if (this.firstReading !== undefined || !needsSecond) return this.verdict;
			this.firstReading = this.reading;
			this.reading = new PagedList(this.client, this.request);
			this.verdict = undefined;
		}
	}

	private async readStep(most: number): Promise<void> {
		const { reading, firstReading } = this;
		// Pages can take long: all count as read when the first was requested.
		const readAt = Date.now();
		this.startedAt = Math.min(this.startedAt, readAt);
		await inPortions(await reading.more(most), (entry) => this.take(entry, readAt));
		this.step = undefined;
		if (!reading.hasEnded) return;
		this.endedAt = Date.now();
		this.verdict = firstReading === undefined ? judge(reading) : judgeBoth(firstReading, reading);
	}
}
