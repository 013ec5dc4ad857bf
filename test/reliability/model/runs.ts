/**
 * How many random histories a model lives through: a quarter of them, unless MODEL_RUNS says how many of 1,000.
 * All of them take longer than the other tests together.
 * `.ci/run` takes all of them.
 */
export function runsOf(all: number): number {
	return Math.ceil((all * Number(process.env.MODEL_RUNS ?? 250)) / 1000);
}
