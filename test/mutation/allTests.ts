/** The test files that hold the mutated file, as one: n8n is loaded once for a mutant, not once for each file. */
for (const name of (process.env['HELD_BY'] ?? '').split(','))
	describe(name, () => {
		jest.requireActual(`../${name}.test.ts`);
	});
