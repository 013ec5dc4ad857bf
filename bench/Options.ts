/** Options of every part of the bench. */
export interface Options {
	readonly rounds: number;
	/** Sizes are multiplied by it: `--scale=0.1` is to try a part, and writes no results. */
	readonly scale: number;
}
