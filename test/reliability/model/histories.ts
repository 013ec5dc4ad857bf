import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';

import { faultNames, type FaultName } from '../../../sandbox/faults/faults';
import type { FaultPlan, ScriptedFault } from '../../../sandbox/faults/plan';
import { tagsOf, type Person, type Row, type Rules } from './rules';

/** Small lists, small inputs, and what goes wrong on the way: all of it made by fast-check, so that a failure shrinks. */

/** An input item with what it means. */
export interface Item {
	readonly json: IDataObject;
	readonly row: Row;
}

export interface Settings extends Omit<Rules, 'tries'> {
	readonly useImport: boolean;
	readonly output: 'rows' | 'summary';
	readonly maxParallelRequests: number;
	readonly maxRetries: number;
}

/** What goes wrong in the first run. */
interface Trouble {
	readonly plan?: FaultPlan;
	/** The execution is cancelled when so many requests have come in, or have been answered. */
	readonly killAt?: number;
	readonly killWhen: 'arrived' | 'responded';
}

export interface History {
	readonly list: ReadonlyArray<Person & { readonly email: string }>;
	readonly items: readonly Item[];
	readonly settings: Settings;
	readonly node: Partial<INode>;
	readonly trouble: Trouble;
	/** Whether an update replaces the subscriber. */
	readonly putReplaces: boolean;
}

const composed = 'Jos\u00e9';
const texts = ['Ann', 'Bo', composed];
const tags = ['a', 'b', 'A', 'new one'];

const aPerson = fc.record({
	firstName: fc.constantFrom('', ...texts),
	lastName: fc.constantFrom('', ...texts),
	tags: fc.subarray(tags).map(tagsOf),
	isSubscribed: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
});

const aList = fc
	.uniqueArray(fc.record({ number: fc.nat(11), isLoud: fc.boolean(), person: aPerson }), {
		maxLength: 12,
		selector: ({ number }) => number,
	})
	.map((entries) =>
		entries.map(({ number, isLoud, person }) => ({
			...person,
			email: isLoud ? `P${number}@Example.com` : `p${number}@example.com`,
		})),
	);

/** A cell of a name: what stands in it, and what it gives. */
const aName = fc.constantFrom<[cell: string | null | undefined, given?: string]>(
	[undefined],
	[''],
	[null],
	[' '],
	['Ann', 'Ann'],
	[' Ann ', 'Ann'],
	['Bo', 'Bo'],
	[composed, composed],
	[composed.normalize('NFD'), composed],
);

const tooLong = 'x'.repeat(256);

const someTags = fc.oneof(
	fc.constantFrom<[cell: IDataObject[string], given?: string[]]>(
		[undefined],
		[''],
		[null],
		[[], []],
		['a,  b ', ['a', 'b']],
	),
	fc.subarray(tags).map((chosen): [IDataObject[string], string[]] => [chosen, chosen]),
);

/** Cells that tell whether somebody wants mail, and whether they say no. */
const aConsent = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<[IDataObject, boolean]>([{}, false]) },
	{
		weight: 1,
		arbitrary: fc.constantFrom<[IDataObject, boolean]>(
			[{ is_subscribed: true }, false],
			[{ unsubscribed_at: null }, false],
			[{ Subscribed: 'yes', unsubscribed_at: '' }, false],
		),
	},
	{
		weight: 2,
		arbitrary: fc.constantFrom<[IDataObject, boolean]>(
			[{ is_subscribed: false }, true],
			[{ is_subscribed: 'no' }, true],
			[{ unsubscribed_at: '2026-01-31T00:00:00Z' }, true],
			[{ is_subscribed: true, unsubscribed_at: '2026-01-31' }, true],
			[{ Status: 'unsubscribed' }, true],
			[{ Subscribed: '' }, true],
		),
	},
);

function writings(number: number): string[] {
	return [`p${number}@example.com`, `P${number}@Example.COM`, ` p${number}@example.com `];
}

const aPersonItem = fc
	.record({
		number: fc.nat(13),
		writing: fc.nat(2),
		header: fc.constantFrom('email', 'E-Mail', 'Email Address'),
		first: aName,
		last: aName,
		given: someTags,
		consent: aConsent,
		flaw: fc.oneof(
			{ weight: 16, arbitrary: fc.constant('none' as const) },
			{ weight: 1, arbitrary: fc.constantFrom('long' as const, 'address' as const, 'tags' as const) },
		),
	})
	.map(({ number, writing, header, first, last, given, consent, flaw }): Item => {
		// The service takes no two dots in a row, which the node leaves to it.
		const address = flaw === 'address' ? 'a..b@example.com' : `p${number}@example.com`;
		const written = flaw === 'address' ? address : writings(number)[writing];
		const json = {
			[header]: written,
			first_name: flaw === 'long' ? tooLong : first[0],
			last_name: last[0],
			tags: flaw === 'tags' ? { no: 'tags' } : given[0],
			...consent[0],
		};
		const row: Row = {
			kind: flaw === 'tags' ? 'unreadable' : 'person',
			address,
			firstName: flaw === 'long' ? tooLong : first[1],
			lastName: last[1],
			tags: given[1],
			isOptedOut: consent[1],
			isRefused: flaw === 'long' || flaw === 'address',
		};
		return { json: present(json), row };
	});

const nobody = { address: '', isOptedOut: false, isRefused: false };

const aBlankItem = fc
	.constantFrom<IDataObject[]>(
		{},
		{ email: '' },
		{ email: null, first_name: '  ' },
		{ email: '', tags: [] },
		{ email: ' ', row_number: 7 },
	)
	.map((json): Item => ({ json, row: { ...nobody, kind: 'blank' } }));

const anUnreadableItem = fc
	.record({
		json: fc.constantFrom<IDataObject[]>(
			{ email: 'nobody' },
			{ email: 'p1@b' },
			{ email: 'p1@example.com, p2@example.com' },
			{ email: '', first_name: 'Ann' },
			{ last_name: 'Bo' },
		),
		consent: aConsent,
	})
	.map(({ json, consent }): Item => ({
		json: { ...json, ...consent[0] },
		row: { ...nobody, kind: 'unreadable', isOptedOut: consent[1] },
	}));

const anItem = fc.oneof(
	{ weight: 14, arbitrary: aPersonItem },
	{ weight: 1, arbitrary: aBlankItem },
	{ weight: 1, arbitrary: anUnreadableItem },
);

/** An opt-in column that any item has is blank where it is missing. */
function withBlankCells(items: readonly Item[]): Item[] {
	const isColumn = items.some(({ json }) => 'Subscribed' in json);
	return items.map(({ json, row }) => {
		const isBlank = isColumn && !('Subscribed' in json) && row.kind !== 'blank';
		return { json, row: { ...row, isOptedOut: row.isOptedOut || isBlank } };
	});
}

function present(json: Record<string, unknown>): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined)) as IDataObject;
}

const someSettings: fc.Arbitrary<Settings> = fc.record({
	removal: fc.constantFrom('keep', 'unsubscribe', 'delete'),
	resubscribe: fc.boolean(),
	maxRemovalPercent: fc.oneof({ weight: 2, arbitrary: fc.constant(100) }, { weight: 1, arbitrary: fc.nat(100) }),
	dryRun: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
	skipUnsubscribed: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
	useImport: fc.boolean(),
	output: fc.constantFrom('rows', 'summary'),
	maxParallelRequests: fc.integer({ min: 1, max: 5 }),
	maxRetries: fc.nat(2),
});

// A stall waits for the timeout, and is to the node what a reset connection is.
const kinds = faultNames.filter((fault) => !fault.startsWith('stall'));
const aFault: fc.Arbitrary<FaultName> = fc.constantFrom(...kinds);
const aStep: fc.Arbitrary<ScriptedFault> = fc.record({ fault: fc.oneof(fc.constant('none' as const), aFault) });

const someTrouble: fc.Arbitrary<Trouble> = fc.record({
	plan: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(undefined) },
		{
			weight: 4,
			arbitrary: fc.record({
				rate: fc.constantFrom(0.1, 0.3, 0.6),
				kinds: fc.subarray(kinds, { minLength: 1, maxLength: 4 }),
				seed: fc.nat(1000),
			}),
		},
		{ weight: 4, arbitrary: fc.array(aStep, { minLength: 1, maxLength: 8 }).map((script) => ({ script })) },
		// From some request on the service is gone, as for a process that was killed.
		{
			weight: 3,
			arbitrary: fc.tuple(fc.nat(12), aFault).map(([times, fault]) => ({
				script: [
					...(times > 0 ? [{ fault: 'none' as const, times }] : []),
					{ fault, times: 1 },
					{ fault: 'reset-before' as const, times: 10_000 },
				],
			})),
		},
	),
	killAt: fc.oneof(
		{ weight: 2, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.integer({ min: 1, max: 14 }) },
	),
	killWhen: fc.constantFrom('arrived', 'responded'),
});

export const aHistory: fc.Arbitrary<History> = fc.record({
	list: aList,
	items: fc.array(anItem, { maxLength: 10 }).map(withBlankCells),
	settings: someSettings,
	node: fc.record({
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		retryOnFail: fc.boolean(),
		maxTries: fc.constant(2),
		waitBetweenTries: fc.constant(1),
	}),
	trouble: someTrouble,
	putReplaces: fc.boolean(),
});
