import LeftToCi from '../LeftToCi.cjs';

/** The line at the end of a run. */
function lineAfter(nonFlagArgs: string[], scale?: string): string {
	const { TEST_SCALE } = process.env;
	const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
	if (scale === undefined) delete process.env.TEST_SCALE;
	else process.env.TEST_SCALE = scale;
	new LeftToCi({ nonFlagArgs }).onRunComplete();
	const [line = ''] = write.mock.calls.map(([text]) => String(text));
	write.mockRestore();
	delete process.env.TEST_SCALE;
	if (TEST_SCALE !== undefined) process.env.TEST_SCALE = TEST_SCALE;
	return line;
}

it('a quick run of all tests names what it leaves to .ci/run', () => {
	expect(lineAfter([])).toMatch(/^Left to \.ci\/run: .* full scale, .* lint, fixed-seed, compat, e2e\.\n$/);
});

it.each([
	['of some tests', ['test/api'], undefined],
	['at a chosen scale, as in .ci/run', [], '100'],
])('a run %s names nothing', (_, nonFlagArgs, scale) => {
	expect(lineAfter(nonFlagArgs, scale)).toBe('');
});
