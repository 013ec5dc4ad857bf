import { AbortError } from '../transport/wait';
import { resolveSubscriberEmail } from './SubscriberIndex';
import type { Call, Reading } from './Operation';
import type { RunResults } from './RunResults';
import { ReadAhead } from './ReadAhead';
import type { RequestReader } from './RequestReader';

/** An item's call, or why it cannot be read. */
type Read = { readonly call: Call } | { readonly thrown: unknown };

/** Reads the calls of all items: all of them before the first request leaves, or each ahead of its turn. */
export class CallReader {
	private readonly ahead: ReadAhead<Read>;

	/** Those that were read before the first request left. */
	private reads: readonly Read[] = [];

	/**
	 * @param shared what the calls of a run have in common
	 * @param maxAhead how many may be read and not yet taken
	 */
	constructor(
		private readonly reader: RequestReader,
		private readonly runResults: RunResults,
		private readonly shared: Omit<Call, keyof Reading>,
		total: number,
		maxAhead: number,
	) {
		this.ahead = new ReadAhead(total, maxAhead, (item) => this.read(item));
	}

	/**
	 * Reads every item before anything is changed, or as far as the first that cannot be read; subscribers given by email are found.
	 * @returns the calls of those that can be read
	 */
	async readAll(): Promise<Call[]> {
		const { signal } = this.shared.client;
		const reads = await this.ahead.readAll(
			(read) => !signal.aborted && ('call' in read || !this.runResults.stopsAtFailure),
		);
		if (signal.aborted) throw new AbortError();
		for (const [item, read] of reads.entries()) {
			const isOpen = !this.runResults.mustStop && !this.runResults.has(item);
			const found = 'call' in read && read.call.isByEmail && isOpen ? await this.find(read.call) : read;
			reads[item] = found;
			if ('thrown' in found) this.runResults.fail([item], found.thrown, false);
		}
		this.reads = reads;
		return reads.flatMap((read) => ('call' in read ? [read.call] : []));
	}

	/** Reads an item, unless it has been before. @returns its call, with the subscriber's ID, once it is asked for; it throws why there is none */
	async take(item: number): Promise<() => Promise<Call>> {
		const read = this.reads[item] ?? (await this.ahead.take(item));
		return async () => {
			if ('thrown' in read) throw read.thrown;
			return read.call.isByEmail ? await this.resolve(read.call) : read.call;
		};
	}

	private read(item: number): Read {
		try {
			return { call: { ...this.reader.read(item), ...this.shared } };
		} catch (thrown) {
			return { thrown };
		}
	}

	private async find(call: Call): Promise<Read> {
		try {
			return { call: await this.resolve(call) };
		} catch (thrown) {
			return { thrown };
		}
	}

	/** The call with the subscriber's ID. A delete that was not answered goes by the ID that it had: once it is done, the email is found no more. */
	private async resolve(call: Call): Promise<Call> {
		const request = this.shared.memory.unansweredDeletes.get(call.item);
		return request === undefined ? await resolveSubscriberEmail(call) : { ...call, isByEmail: false, request };
	}
}
