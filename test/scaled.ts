/**
 * How many of so many random histories, or of the rows of a long list: a tenth of them, unless TEST_SCALE names another share in percent.
 * All of them take longer than the other tests together; `.ci/run` takes all of them.
 */
export function scaled(all: number): number {
	return Math.ceil((all * Number(process.env.TEST_SCALE ?? 10)) / 100);
}
