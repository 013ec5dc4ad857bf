import { faultNames } from '../../sandbox/faults/faults';
import { presets } from '../../sandbox/faults/presets';
import { readPlan } from '../../sandbox/faults/read-plan';
import { helpText } from '../../sandbox/help';
import { readOptions } from '../../sandbox/options';
import { pagingStyleNames } from '../../sandbox/paging-styles';
import { perPageNames } from '../../sandbox/per-page';

test('without --faults there is no plan', () => {
	expect(readOptions([], {})).toEqual({
		help: false,
		port: 8787,
		token: undefined,
		paging: 'numbered',
		perPage: 'honoured',
		faults: undefined,
	});
});

test('--port comes before SANDBOX_PORT, and that before PORT', () => {
	expect(readOptions([], { PORT: '1' }).port).toBe(1);
	expect(readOptions([], { PORT: '1', SANDBOX_PORT: '2' }).port).toBe(2);
	expect(readOptions(['--port', '3'], { PORT: '1', SANDBOX_PORT: '2' }).port).toBe(3);
});

test('--paging comes before SANDBOX_PAGING', () => {
	expect(readOptions([], { SANDBOX_PAGING: 'cursor' }).paging).toBe('cursor');
	expect(readOptions(['--paging', 'bare'], { SANDBOX_PAGING: 'cursor' }).paging).toBe('bare');
});

test.each(Object.keys(perPageNames))('--per-page %s is taken', (name) => {
	expect(readOptions(['--per-page', name], {}).perPage).toBe(name);
});

test.each(Object.keys(presets))('--faults %s is a plan with that name', (name) => {
	expect(readOptions(['--faults', name], {}).faults).toEqual(readPlan(presets[name]?.plan));
});

test('--faults takes a plan as JSON', () => {
	expect(readOptions(['--faults', ' {"rate": 0.1, "seed": 4}'], {}).faults).toEqual({ rate: 0.1, seed: 4 });
});

test.each([
	[['--port', 'eighty'], '"eighty" is not a port: give a number from 0 to 65535.'],
	[['--port', '65536'], '"65536" is not a port: give a number from 0 to 65535.'],
	[
		['--faults', 'flakey'],
		'There is no preset "flakey": give one of down, expiring, flaky, limited, slow, strange, or a fault plan as JSON.',
	],
	[
		['--faults', 'constructor'],
		'There is no preset "constructor": give one of down, expiring, flaky, limited, slow, strange, or a fault plan as JSON.',
	],
	[
		['--faults', ''],
		'There is no preset "": give one of down, expiring, flaky, limited, slow, strange, or a fault plan as JSON.',
	],
	[['--faults', '{"rate"'], 'The fault plan must be valid JSON.'],
	[
		['--faults', '{"a\\nb": 1}'],
		'There is no setting "a\\nb". The settings are: script, rate, kinds, seed, operations, retryAfterSeconds, latencyMs, rateLimit, tokenExpiresAfter.',
	],
	[['--faults', '{"rate": 2, "seed": -1}'], 'The rate must be a number from 0 to 1. (and 1 more error)'],
	[['--faults', '{"rate": 3}'], 'The rate must be a number from 0 to 1.'],
	[['--paging', 'pages'], 'There is no paging style "pages": give one of numbered, links, cursor, offset, bare.'],
	[['--paging', 'toString'], 'There is no paging style "toString": give one of numbered, links, cursor, offset, bare.'],
	[['--paging', ''], 'There is no paging style "": give one of numbered, links, cursor, offset, bare.'],
	[['--per-page', '100'], 'per_page cannot be "100": give one of honoured, ignored, refused.'],
	[['--per-page', 'toString'], 'per_page cannot be "toString": give one of honoured, ignored, refused.'],
	[['--faults'], "Option '--faults <value>' argument missing. See npm run sandbox -- --help"],
	[['--faults', '--help'], "Option '--faults' argument is ambiguous. See npm run sandbox -- --help"],
	[['--fault', 'flaky'], "Unknown option '--fault'. See npm run sandbox -- --help"],
])('%j is told in one line', (args, message) => {
	expect(() => readOptions(args, {})).toThrow(expect.objectContaining({ message }));
});

test('help names the options, the paging styles, the presets and every fault', () => {
	for (const text of [
		'--port',
		'--paging',
		'--per-page',
		'--faults',
		'--help',
		...pagingStyleNames,
		...Object.keys(perPageNames),
		...Object.keys(presets),
		...faultNames,
	])
		expect(helpText()).toContain(text);
});
