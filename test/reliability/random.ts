/**
 * How many of so many random histories, or of the rows of a long list: a twentieth of them, unless TEST_SCALE names another share in percent.
 * `npm run test:reliability` and `.ci/run` take all of them.
 */
export function scaled(all: number): number {
	return Math.ceil((all * Number(process.env.TEST_SCALE ?? 5)) / 100);
}

/** Whether all of them are tested: of few random histories, some may lack what is seldom. */
export const isWhole = scaled(100) === 100;

/** The seed of the random tests: a new one in each run, unless MODEL_SEED names one. Names of tests or messages of fast-check show it. */
export const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
