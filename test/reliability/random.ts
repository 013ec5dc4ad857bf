/**
 * The share of random histories, or of the rows of a long list, that a run tests: 4 percent, or TEST_SCALE.
 * `npm run test:reliability` and `.ci/run` test all of them.
 */
export function scaled(all: number): number {
	return Math.ceil((all * Number(process.env.TEST_SCALE ?? 4)) / 100);
}

/** Whether all are tested: a few random histories may lack what is rare. */
export const isWhole = scaled(100) === 100;

/** The seed of the random tests: a new one in each run, unless MODEL_SEED names one. Names of tests or messages of fast-check show it. */
export const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
