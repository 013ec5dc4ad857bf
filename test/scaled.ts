/**
 * How many of so many random histories, or of the rows of a long list: a twentieth of them, unless TEST_SCALE names another share in percent.
 * All of them take longer than the other tests together; `.ci/run` takes all of them.
 */
export function scaled(all: number): number {
	return Math.ceil((all * Number(process.env.TEST_SCALE ?? 5)) / 100);
}

/** Whether all of them are tested: of few random histories, some may lack what is seldom. */
export const isWhole = scaled(100) === 100;
