import { sleep } from 'n8n-workflow';

/**
 * How long items are read in one go, in ms. While one is read, n8n can do nothing else;
 * and reading them one by one between requests takes n8n's expressions twice as long.
 */
const portionMs = 15;

/** Reads items in portions, ahead of those who take them: while requests are on their way there is time for it. */
export class ReadAhead<T> {
	private readonly ready = new Map<number, T>();

	/** The first item that is not read yet. */
	private next = 0;

	private reading?: Promise<void>;

	/**
	 * @param total how many items there are
	 * @param maxAhead how many may be read and not yet taken
	 * @param read must not throw
	 */
	constructor(
		private readonly total: number,
		private readonly maxAhead: number,
		private readonly read: (item: number) => T,
	) {}

	/** Gives an item once; it is read now unless it has been before. */
	async take(item: number): Promise<T> {
		while (item >= this.next) await this.readOn(item);
		const taken = this.ready.get(item) as T;
		this.ready.delete(item);
		void this.readOn(0);
		return taken;
	}

	/** Reads every item, as long as it makes sense to go on. @returns those that were read, in their order */
	async readAll(goesOn: (read: T) => boolean): Promise<T[]> {
		const all: T[] = [];
		for (let item = 0; item < this.total; item += 1) {
			const read = await this.take(item);
			all.push(read);
			if (!goesOn(read)) break;
		}
		return all;
	}

	/** Reads the next portion; whoever comes meanwhile waits for the same one. @param needed is read even when enough is ready */
	private async readOn(needed: number): Promise<void> {
		if (this.next >= this.total || (this.ready.size >= this.maxAhead && needed < this.next)) return;
		this.reading ??= sleep(0).then(() => {
			const until = Date.now() + portionMs;
			do this.ready.set(this.next, this.read(this.next++));
			while (this.next < this.total && this.ready.size < this.maxAhead && Date.now() < until);
			this.reading = undefined;
		});
		await this.reading;
	}
}
