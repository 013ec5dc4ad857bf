/** Follows the items of one execution: how many have begun, were sent and ended. */
export class Progress {
	private begun = 0;

	private ended = 0;

	private readonly sentItems = new Set<number>();

	private readonly whenEnded: Array<() => void> = [];

	/**
	 * @param total how many items the node was given
	 * @param batching whether n8n starts the items in batches with pauses, instead of all at once
	 */
	constructor(
		readonly total: number,
		private readonly batching: boolean,
	) {}

	/** How many items have reached the service. */
	get sent(): number {
		return this.sentItems.size;
	}

	/** Whether every item that n8n has started, and will start, has ended. */
	get everythingEnded(): boolean {
		return this.ended === this.begun && (!this.batching || this.begun >= this.total);
	}

	begin(): void {
		this.begun += 1;
	}

	markSent(item: number): void {
		this.sentItems.add(item);
	}

	end(): void {
		this.ended += 1;
		if (this.everythingEnded) this.whenEnded.splice(0).forEach((resolve) => resolve());
	}

	/**
	 * Waits until n8n has started every item; it does so in one go.
	 * @returns false when n8n broke off: a parameter of a later item could not be read, and the node has failed already
	 */
	async everyItemBegun(): Promise<boolean> {
		await Promise.resolve();
		return this.batching || this.begun === this.total;
	}

	/** Waits until every item that begun has ended. n8n looks at the results only then, and a rejection that it does not look at would end its process. */
	async everyItemEnded(): Promise<void> {
		if (!this.everythingEnded) await new Promise<void>((resolve) => this.whenEnded.push(resolve));
	}
}
