import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';

import { textOf } from '../../nodes/EmailMarketing/shared/text';
import type { NodeRun } from '../engine/runNode';
import { byId, defined, errorOutput, errorText, goOn, hintsOf, mapped, useEngine } from '../engine/support';
import { scaled, seed } from './random';

/**
 * Any value in any column of one row, as databases, CRMs and other nodes output them: the row gets an outcome in words,
 * and the rows around it are done. `MODEL_SEED=1 npx jest any-cell` repeats a failure.
 */

const engine = useEngine();

const columns = [
	...['email', 'first_name', 'last_name', 'name', 'tags', 'is_subscribed', 'unsubscribed_at'],
	...['Newsletter', 'Unsubscribed', 'Status', 'Favourite Colour'],
];

const long = 'x '.repeat(50_000);
/** Values of types and texts that code forgets. */
const unusual: unknown[] = [
	...[null, true, false, 0, -0, 1, 1e21, '', ' ', 'undefined', 'null', '[object Object]', '#N/A', '\uFFFD', '\0'],
	...['2024-01-31', '2024-01-31T10:00:00.000Z', new Date(0), new Date(NaN), 'yes', 'no', 'n/a', '=1', '{{ $json.a }}'],
	...['\uD800', 'a\uDC00b', 'odd\uD800@example.com', long, `${long}@example.com`, `\uFFFD${long}`, 'a, "b', '['],
	...[[], {}, [[]], [{}], [null], [{ name: null }], [{ name: 1 }], [['a']], { 0: 'a' }, '["a"]', '[{"id": 1}]'],
	...[{ id: 1, name: 'VIP' }, [{ id: 1, name: 'VIP' }], ['a', { id: 1, name: 'VIP' }, 2], ['a', { id: 1 }], [0, false]],
	...[{ state: 'subscribed' }, { state: null }, { state: {} }, { length: 2 }, { toString: 1 }, { toJSON: 1 }],
	...[{ constructor: 1, hasOwnProperty: 1 }, { body: {}, headers: {} }, [new Date(0)], ['#N/A', { name: 'null' }]],
];
const anyCell = fc.oneof(
	fc.constantFrom(...unusual),
	fc.jsonValue({ maxDepth: 3 }),
	fc.string({ unit: 'binary', maxLength: 20 }),
	fc.date({ noInvalidDate: false }),
	fc.array(fc.constantFrom(...unusual), { maxLength: 3 }),
);
type Cells = Record<string, unknown>;
const anyCells: fc.Arbitrary<Cells> = fc.dictionary(fc.constantFrom(...columns), anyCell, { minKeys: 1, maxKeys: 3 });

const modes: Record<string, Partial<INode>> = { stop: {}, goOn, errorOutput };

/** Words of JavaScript in place of a message, and values that were never there, unless a cell has them. */
const code =
	/is not (a function|iterable|a constructor|defined)|replaceAll|Cannot (read|convert|set|access)|Invalid time value/;
const missing = [/\bundefined\b/, /\[object \w+\]/, /\bNaN\b|Invalid (Date|time)/];

/** What a run reports, besides the cells themselves. */
function wordsOf(run: NodeRun): string[] {
	const wordsIn = ({ action, note, reason, error, details }: IDataObject) => [action, note, reason, error, details];
	const items = [...run.items, ...run.errorItems].flatMap(({ json }) => wordsIn(json));
	return [errorText(run), ...(run.error?.messages ?? []), ...hintsOf(run), ...items.map((word) => textOf(word ?? ''))];
}

function expectWords(run: NodeRun, cells: Cells): void {
	const words = wordsOf(run);
	for (const text of words) expect(text.length).toBeLessThan(1000);
	const all = words.join('\n');
	expect(all).not.toMatch(code);
	const given = Object.values(cells).map(textOf).join('\n');
	for (const pattern of missing) if (!pattern.test(given)) expect(all).not.toMatch(pattern);
}

/** The input item of each item on the outputs. */
function placesOf({ items, errorItems }: NodeRun): number[] {
	const places = [...items, ...errorItems].map(({ pairedItem }) => (pairedItem as { item: number }).item);
	return places.sort((one, other) => one - other);
}

/** A row with all columns. Next to parts of a name, none is a whole one. */
function rowOf(id: string, email: string, cells: Cells): IDataObject & { email: string } {
	const names = 'name' in cells ? { name: 'Ann Lee' } : { first_name: 'Ann', last_name: 'Lee' };
	const consent = { is_subscribed: true, unsubscribed_at: '', Newsletter: 'yes', Unsubscribed: 'no', Status: 'active' };
	return { id, email, ...names, tags: 'vip', ...consent, 'Favourite Colour': 'red' };
}

/** Runs an operation on three rows, of which the second has the cells; `areKnown` if the list has such people. */
async function runWith(operation: string, cells: Cells, mode: string, areKnown: boolean) {
	engine.reset();
	const list = engine.list();
	const present = list.subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null).slice(0, 3);
	for (const person of present) Object.assign(person, { firstName: null, tags: [] });
	const [first, odd, last] = present.map(({ uuid, email }) => rowOf(uuid, areKnown ? email : `new-${email}`, cells));
	const input = [defined(first), { ...odd, ...cells } as IDataObject, defined(last)];
	const ofUpdate = operation === 'update' ? { subscriber: byId('={{ $json.id }}') } : {};
	const ofRows = ['create', 'update'].includes(operation) ? {} : { options: { includeDetails: true } };
	const consent = { consent: 'columns', optIn: ['Newsletter'], optOut: ['Unsubscribed'] };
	const parameters = { contactList: byId(list.uuid), ...mapped, ...consent, ...ofUpdate, ...ofRows };
	const run = await engine.run(`subscriber.${operation}`, parameters, { input, node: defined(modes[mode]) });
	const others = [first, last].map((row) => list.withEmail(defined(row).email));
	return { run, others };
}

it.each(['create', 'update', 'upsert', 'import', 'sync'])(
	`any cell in any column gets an outcome in words, and leaves other rows alone: %s (MODEL_SEED=${seed})`,
	async (operation) => {
		const isOfItems = ['create', 'update'].includes(operation);
		const tags = [{}];
		const known: Cells[] = [
			...[{ tags }, { tags, email: '' }, { tags, Unsubscribed: 'yes' }, { email: `\uFFFD${long}` }],
			{ Newsletter: new Date(NaN) },
		];
		const examples = known.map((cells): [Cells, string, boolean] => [cells, 'goOn', false]);
		await fc.assert(
			fc.asyncProperty(anyCells, fc.constantFrom(...Object.keys(modes)), fc.boolean(), async (cells, mode, isKnown) => {
				const { run, others } = await runWith(operation, cells, mode, isKnown && operation !== 'create');
				expectWords(run, cells);
				// Rejected rows do not stop the node, items do.
				if (isOfItems && mode === 'stop' && run.error !== undefined) return;
				expect(run.error).toBeUndefined();
				expect(placesOf(run)).toEqual([0, 1, 2]);
				const done = { firstName: 'Ann', lastName: 'Lee', tags: ['vip'], unsubscribedAt: null };
				expect(others).toMatchObject([done, done]);
			}),
			{ numRuns: examples.length + scaled(400), seed, examples },
		);
	},
	120_000,
);
