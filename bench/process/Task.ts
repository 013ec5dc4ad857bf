export interface Task {
	/** Address of the bare server. */
	readonly url: string;
	/** How many subscribers to create, or are in the list. */
	readonly items: number;
	/** How many requests at a time; without it the node's own bound. */
	readonly parallel?: number;
}

/** What a scenario took. */
export interface Outcome {
	/** How many subscribers came back. */
	readonly done: number;
	readonly failure?: string;
	readonly ms: number;
	/** The greatest resident memory of its process. */
	readonly peakMb: number;
	/** The longest pause of the event loop, in most scenarios before the first request; 0 for axios. */
	readonly pauseMs: number;
}
