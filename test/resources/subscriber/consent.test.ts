import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { agentWith } from '../../engine/runNode';
import {
	actionsOf,
	byId,
	defined,
	goOn,
	hintsOf,
	jsonOf,
	mapped,
	rowOf,
	useEngine,
	warningsOf,
} from '../../engine/support';

const engine = useEngine();
const run = async (operation: string, input: IDataObject[], parameters: INodeParameters = {}, node = {}) =>
	await engine.run(
		`subscriber.${operation}`,
		{ contactList: byId(engine.list().uuid), ...mapped, ...parameters },
		{ input, node },
	);
/** Parameters: columns say who agreed. */
const columns = (optIn: unknown, optOut: unknown = ['']) => ({ consent: 'columns', optIn, optOut }) as INodeParameters;
const added = () =>
	engine.list().subscribers.flatMap(({ email }) => (email.endsWith('@new.example') ? [email.split('@')[0]] : []));
const skipped = (output: IDataObject[]) =>
	output.flatMap(({ action, email, note }) => (action === 'skipped' ? [[email, note]] : []));
const operations = ['create', 'upsert', 'import', 'sync'];
const people = (...rows: IDataObject[]) => rows.map((row, at) => ({ email: `${'abcdefgh'[at]}@new.example`, ...row }));
/** Unsubscribes those who clearly opt out. */
const unsubscribing: INodeParameters = { options: { optOuts: 'unsubscribe', maxRemovalPercent: 100 } };

describe("'Consent'", () => {
	const refused = { canRetry: false, is_subscribed: false };

	it.each(operations)('must be chosen for %s', async (operation) => {
		await expect(run(operation, people({}), { consent: '' })).rejects.toThrow(/has issues/);
		expect(engine.operations()).toEqual([]);
	});

	// prettier-ignore
	it.each<[string, INodeParameters, string[]]>([
		['another value', { consent: 'nobody' }, ["'Consent' is not chosen", "Choose under 'Consent'"]],
		['an expression', { consent: "={{ 'everyone' }}" }, ["'Consent'"]],
		['an expression as a column', columns(['={{ $json.column }}']), ["'Opt-In Columns' cannot be an expression", 'Fixed']],
		['an expression for columns', columns([''], "={{ ['Left'] }}"), ["'Opt-Out Columns' cannot be an expression", 'Fixed']],
		['no column', columns([''], [' ']), ["'Consent' has no column", "'Opt-In Columns' or 'Opt-Out Columns': email, Left, column"]],
		['one column as both', columns(['Left'], ['Left']), ['"Left" is both an opt-in and an opt-out column']],
	])('refuses the whole run with %s', async (_, parameters, mentions) => {
		const input = people({ Left: 'no', column: 'Left' }, { Left: 'no', column: 'Left' });
		for (const operation of operations) {
			expectFailure(await run(operation, input, parameters), { mentions: [...mentions, 'Nothing was sent'] });
			expect(jsonOf(await run(operation, input, parameters, goOn))).toMatchObject([refused, refused]);
		}
		expect(engine.operations()).toEqual([]);
	});

	it.each([
		['', "'Consent' is not chosen"],
		["={{ $fromAI('consent') }}", "'Consent' cannot be an expression"],
	])('is chosen by who builds an agent, not by its model: "%s"', async (consent, error) => {
		const contactList = byId(engine.list().uuid);
		const parameters = { resource: 'subscriber', operation: 'create', contactList, ...mapped, consent };
		const call = agentWith({ parameters, credential: engine.credential });
		const [result] = await call({ email: 'a@new.example', consent: 'everyone' });
		expect(result?.json).toMatchObject({ error, canRetry: false });
		expect(engine.operations()).toEqual([]);
	});

	it("reads no column where it is 'Everyone', but for the service's own", async () => {
		const own = [
			{ is_subscribed: 'nein' },
			{ unsubscribed_at: '2024-05-31' },
			{ is_subscribed: true, unsubscribed_at: 'x' },
		];
		const times = [{ unsubscribed_at: '0000-00-00' }, { unsubscribed_at: '#N/A' }];
		const done = await run('sync', people({ Newsletter: 'no' }, { Left: '#N/A' }, ...own, ...times), {}, goOn);
		expect(added()).toEqual(['a', 'b', 'e', 'f']);
		expect(jsonOf(done).at(-1)).toMatchObject({
			action: 'rejected',
			note: expect.stringMatching(/^"unsubscribed_at" is #N\/A\. Correct the formula /),
		});
		expect(skipped(jsonOf(done)).map(([, note]) => note)).toEqual([
			'Opted out: "is_subscribed" is "nein"',
			'Opted out: "unsubscribed_at" is "2024-05-31"',
		]);
	});
});

describe('a named column', () => {
	const cells = { yes: 'yes', no: 'no' };
	const nested = (cell: string) => ({ emails: [{ newsletter: cell }], body: { 'News letter': cell } });

	// prettier-ignore
	it.each<[string, unknown, (cell: string) => IDataObject]>([
		['next to an added empty box', ['Newsletter', ['']], (cell) => ({ Newsletter: cell })],
		['with a comma', ['Newsletter, monthly'], (cell) => ({ 'Newsletter, monthly': cell })],
		['with dots', ['news.letter'], (cell) => ({ 'news.letter': cell, news: { letter: 'no' } })],
		['with brackets', ['News [letter]'], (cell) => ({ 'News [letter]': cell })],
		['with a trailing space', ['Newsletter'], (cell) => ({ 'Newsletter ': cell })],
		['entered with a trailing space, in another case', ['news Letter '], (cell) => ({ Newsletter: cell })],
		['in a list', ['emails[0].newsletter'], nested],
		['as n8n writes names with spaces', ["body['News letter']"], nested],
	])('is found %s', async (_, optIn, rowWith) => {
		const input = people(rowWith(cells.yes), rowWith(cells.no));
		const done = await run('import', input, columns(optIn));
		expect([added(), warningsOf(done)]).toEqual([['a'], []]);
		engine.reset();
		await run('import', input, columns([''], optIn));
		expect(added()).toEqual(['b']);
	});

	it('counts where only the last row has it, as file readers omit empty cells', async () => {
		await run('import', people({}, {}, { Newsletter: 'yes' }), columns(['Newsletter']));
		expect(added()).toEqual(['c']);
		engine.reset();
		await run('import', people({}, {}, { Left: 'yes' }), columns([''], ['Left']));
		expect(added()).toEqual(['a', 'b']);
	});

	it.each<[string, IDataObject]>([
		['text', { 'checkbox-123': 'Yes, send me news' }],
		['a list', { 'checkbox-123': ['Yes, send me news'] }],
		['text in other case, with spaces', { 'checkbox-123': ' yes,  SEND me news ' }],
	])(
		"without a yes or a no stops the run, unless the answer is one of 'Answers That Mean Yes': %s",
		async (_, form) => {
			const [person = {}] = people(form);
			for (const input of [[person], people(form, {}, form)])
				expectFailure(await run('upsert', input, columns(['checkbox-123'])), {
					mentions: ['No cell of "checkbox-123" is a yes or a no', "'Answers That Mean Yes'", 'Nothing was sent'],
				});
			expect(engine.operations()).toEqual([]);
			const options = { yesAnswers: ['Yes, send me news', ''] };
			await run('upsert', people({}, form), { ...columns(['checkbox-123']), options });
			expect(added()).toEqual(['b']);
			await run('upsert', people(form), { ...columns([''], ['checkbox-123']), options });
			expect(added()).toEqual(['b']);
		},
	);

	it('with one yes, no, date or broken cell stops no run for its other answers', async () => {
		for (const cell of ['yes', 'no', '2024-05-31', '#N/A']) {
			const [, row] = jsonOf(await run('import', people({ x: cell }, { x: 'now and then' }), columns(['x']), goOn));
			expect(row?.note).toBe('Opted out: "x" is "now and then", which is neither yes nor no');
		}
	});
});

/** Each way in which an operation may subscribe somebody. */
const ways: Array<[way: string, operation: string, parameters: INodeParameters]> = [
	['Import', 'import', {}],
	['Import without reading the list', 'import', { options: { skipUnsubscribed: false } }],
	['Sync List', 'sync', {}],
	['Sync List with Resubscribe', 'sync', { onlyTag: 'a', options: { resubscribe: true, optOuts: 'unsubscribe' } }],
	['Create or Update', 'upsert', {}],
	['Create or Update with Resubscribe', 'upsert', { options: { resubscribe: true } }],
	['Create or Update with fields set below', 'upsert', { dataMode: 'defineBelow', email: '={{ $json.email }}' }],
	['Create', 'create', {}],
	['Create with fields set below', 'create', { dataMode: 'defineBelow', email: '={{ $json.email }}' }],
];

/** The rest of a note: without a look at the list, `is_subscribed: false` would pass for its state. */
const after = (operation: string): string => (operation === 'upsert' ? '; the list was not changed' : '');

describe('an opt-in needs a yes', () => {
	const agreed = columns(['Newsletter', 'GDPR Consent']);
	/** Whoever has both may be mailed. */
	const sheet = people(
		{ Newsletter: '', 'GDPR Consent': '' },
		{ Newsletter: 'yes', 'GDPR Consent': '2024-05-31 10:00:00' },
		{ Newsletter: 'yes', 'GDPR Consent': null },
		{ Newsletter: ' ', 'GDPR Consent': 'yes' },
		{ Newsletter: 'no', 'GDPR Consent': 'yes' },
	);
	const leavesOut = sheet.map((row): IDataObject => {
		const filled = Object.entries(row).filter(([, cell]) => typeof cell === 'string' && cell.trim() !== '');
		return Object.fromEntries(filled);
	});

	it.each(ways)(
		'by %s, which skips the same people whether the source leaves blank cells out or not',
		async (_, operation, parameters) => {
			for (const input of [sheet, leavesOut, leavesOut.toReversed()]) {
				engine.reset();
				const output = jsonOf(await run(operation, input, { ...agreed, ...parameters }));
				expect(added()).toEqual(['b']);
				const notes = [
					['a@new.example', 'Opted out: "Newsletter" is empty'],
					['c@new.example', 'Opted out: "GDPR Consent" is empty'],
					['d@new.example', 'Opted out: "Newsletter" is empty'],
					['e@new.example', 'Opted out: "Newsletter" is "no"'],
				];
				expect(skipped(output).sort()).toEqual(notes.map(([email, note]) => [email, `${note}${after(operation)}`]));
			}
		},
	);

	it.each(ways)('by %s, also where the only item with the column cannot be read', async (_, operation, parameters) => {
		const input = people({ list: engine.list().uuid }, { Newsletter: 'yes' });
		const given = { ...columns(['Newsletter']), ...parameters, contactList: byId('={{ $json.list }}') };
		const done = await run(operation, input, given, goOn);
		const note = `Opted out: "Newsletter" is empty${after(operation)}`;
		expect(jsonOf(done)[0]).toMatchObject({ action: 'skipped', note });
		expect(added()).toEqual([]);
	});

	it.each(ways.filter(([, , parameters]) => !('email' in parameters)))(
		'by %s, and where two columns of an item could be the email, the run stops: nobody knows who agreed',
		async (_, operation, parameters) => {
			const input = [
				{ Email: 'a@new.example', 'E-Mail': 'b@new.example', Newsletter: 'yes' },
				{ email: 'c@new.example' },
			];
			const done = await run(operation, input, { ...columns(['Newsletter']), ...parameters }, goOn);
			const error = `More than one column could be 'Email': "Email" and "E-Mail"`;
			const details = "Enter the right one under 'Columns'. Nothing was sent.";
			expect(jsonOf(done)).toMatchObject([
				{ error, details },
				{ error, details },
			]);
			expect(engine.operations()).toEqual([]);
			await run(operation, input, { ...columns(['Newsletter']), ...parameters, columns: { email: 'E-Mail' } }, goOn);
			expect(added()).toEqual(['b']);
		},
	);

	it.each(ways)(
		'by %s, but the state of people whom this node outputs may be blank',
		async (_, operation, parameters) => {
			const states = [{ is_subscribed: true }, { is_subscribed: null }, {}, { is_subscribed: '' }];
			await run(operation, people(...states), parameters);
			expect(added()).toEqual(['a', 'b', 'c', 'd']);
		},
	);

	it.each(ways)('by %s, and a result that comes in again is taken as before', async (_, operation, parameters) => {
		const first = jsonOf(await run('import', sheet, agreed));
		engine.reset();
		const again = jsonOf(await run(operation, first, { ...agreed, ...parameters }));
		expect(again.map(({ action = 'created' }) => action === 'skipped')).toEqual([true, false, true, true, true]);
		expect(added()).toEqual(['b']);
	});
});

describe('a result that comes in again', () => {
	const result = (row: IDataObject) => rowOf({ action: 'imported', is_subscribed: null, ...row });

	it('counts by its own state and by named columns that it has, not by its input', async () => {
		const input = people(
			{ input: { Newsletter: 'no', Unsubscribed: 'yes' } },
			{ is_subscribed: false, input: { Newsletter: 'yes' } },
		).map(result);
		const done = await run('import', input, columns(['Newsletter']));
		expect(actionsOf(done)).toEqual(['imported', 'skipped']);
	});

	it('needs a named column that any row has: some sources omit boxes that are not ticked', async () => {
		const input = people({ Newsletter: '' }, { Newsletter: 'yes' }, {}).map(result);
		const done = await run('import', input, columns(['Newsletter']));
		expect(actionsOf(done)).toEqual(['skipped', 'imported', 'skipped']);
	});

	it('is looked at around the email, also where its field is set in the node', async () => {
		const contact = { email: 'a@example.com', is_subscribed: false };
		const email = '={{ $json.contact.email }}';
		const parameters = { dataMode: 'defineBelow', email, consent: 'everyone' };
		expect(actionsOf(await run('upsert', [{ contact }], parameters))).toEqual(['skipped']);
		const stops = await run('upsert', [{ contact: { email: 'a@example.com', Unsubscribed: 'yes' } }], parameters);
		expectFailure(stops, { mentions: ['"Unsubscribed" may say who left'] });
	});
});

it('a mistyped column comes before the one that is not read because of it', async () => {
	const row = { email: 'a@example.com', 'Abgemeldet am': '' };
	const parameters = { consent: 'columns', optOut: ['Abgemeldet an'] };
	const message = 'No item has the column "Abgemeldet an"';
	expectFailure(await run('import', [row], parameters), { mentions: [message, 'Abgemeldet am'] });
});

describe('a column that nobody has named, whose header says who left', () => {
	const left = people(
		{ Unsubscribed: '', 'E-Mail Opt-Out': 'no' },
		{
			Unsubscribed: 'yes',
			'Abgemeldet am': '31.05.2024',
			unsubscribed_at: '',
			unsubscribe_url: 'https://x.example/u/1',
		},
	);
	const names = ['Unsubscribed', 'E-Mail Opt-Out', 'Abgemeldet am'];

	it.each(operations)('stops %s before anything is sent, and is named with all others', async (operation) => {
		for (const parameters of [{}, { ...columns(['Newsletter']), options: { consentMayBeMissing: true } }]) {
			expectFailure(await run(operation, left, parameters), {
				mentions: [
					'"Unsubscribed", "E-Mail Opt-Out" and "Abgemeldet am" may say who left, or who agreed',
					...["'Columns Say Who Agreed'", "'Opt-In Columns'", "'Opt-Out Columns'", 'Nothing was sent'],
				],
			});
			const failed = jsonOf(await run(operation, left, parameters, goOn));
			expect(failed).toMatchObject(left.map((row) => ({ ...row, canRetry: false, is_subscribed: false })));
		}
		expect(engine.operations()).toEqual([]);
		await run(operation, left, columns([''], names));
		expect(added()).toEqual(['a']);
	});

	it.each<[string, IDataObject, INodeParameters]>([
		[
			'in the body of a webhook',
			{ headers: {}, body: { email: 'a@new.example', unsubscribe: '' } },
			{ dataMode: 'defineBelow', email: '={{ $json.body.email }}' },
		],
		[
			'next to the email',
			{ who: { mail: { email: 'a@new.example' }, unsubscribe: 'no' } },
			{ columns: { email: 'who.mail.email' } },
		],
	])('stops the run, too, %s', async (_, item, parameters) => {
		expectFailure(await run('upsert', [item], parameters), { mentions: ['"unsubscribe" may say who left'] });
		expect(engine.operations()).toEqual([]);
	});

	it.each<[string, IDataObject[], boolean]>([
		['links', [{}, { Unsubscribe: 'https://x.example/1' }, { Unsubscribe: '' }, { Unsubscribe: '<http://x' }], false],
		['links and a yes', [{ Unsubscribe: 'https://x.example/1' }, { Unsubscribe: 'yes' }], true],
		['a yes and links', [{ Unsubscribe: 'yes' }, { Unsubscribe: 'https://x.example/1' }], true],
		['no cell that is filled', [{ Unsubscribe: '' }, {}], true],
	])('may have %s: %j stops the run: %s', async (_, rows, stops) => {
		const done = await run('import', people(...rows));
		expect([done.error !== undefined, added().length]).toEqual([stops, stops ? 0 : rows.length]);
	});

	it('may be an opt-in: "I can unsubscribe any time"', async () => {
		const header = 'Send me news, I can unsubscribe any time';
		await run('import', people({ [header]: header }, { [header]: '' }), columns([header]));
		expect(added()).toEqual(['a']);
	});
});

describe('a cell of a column that nobody has named', () => {
	it.each(operations)(
		'that is a word of leaving a list skips its row by %s, with one amber line',
		async (operation) => {
			const input = people(
				{ State: 'Unsubscribed' },
				{ State: 'active' },
				{ State: 'bounced' },
				{ Other: 'abgemeldet' },
			);
			const done = await run(operation, input);
			expect([added(), skipped(jsonOf(done)).map(([, note]) => note)]).toEqual([
				['b'],
				['Unsubscribed', 'bounced', 'abgemeldet'].map(
					(cell, at) => `Opted out: "${at === 2 ? 'Other' : 'State'}" is "${cell}"${after(operation)}`,
				),
			]);
			const lines = warningsOf(done).filter((hint) => hint.includes("under 'Consent'"));
			expect(lines).toEqual([
				expect.stringMatching(/^2 rows are skipped; the first: "State" is "Unsubscribed"\./),
				expect.stringMatching(/^1 row is skipped: "Other" is "abgemeldet"\./),
			]);
		},
	);

	it("unsubscribes nobody with 'If a Row Opts Out'", async () => {
		const { email } = defined(engine.list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
		const unread = await run('sync', [{ email, State: 'unsubscribed' }], unsubscribing);
		expect([actionsOf(unread), engine.list().withEmail(email)?.unsubscribedAt]).toEqual([['skipped'], null]);
		const named = await run('sync', [{ email, State: 'unsubscribed' }], {
			...columns([''], ['State']),
			...unsubscribing,
		});
		expect(actionsOf(named)).toEqual(['unsubscribed']);
	});

	it('is counted apart from those who opted out', async () => {
		const input = people({ State: 'unsubscribed', News: 'yes' }, { State: 'active', News: 'no' });
		const done = await run('import', input, { ...columns(['News']), options: { output: 'summary' } });
		expect(jsonOf(done)).toMatchObject([{ skipped: 2, opted_out: 1, contradicted: 1, repeated: 0 }]);
	});

	it('goes where it is a word of orders and accounts, or more than a word', async () => {
		const cells = ['cancelled', 'pending', 'inactive', 'deleted', 'order cancelled', 'unsubscribed in May'];
		const done = await run('import', people(...cells.map((State) => ({ State }))));
		expect([added(), warningsOf(done)]).toEqual([[...'abcdef'], []]);
	});

	it('changes no row where it is a no, which a note counts', async () => {
		const input = people(
			{ 'Accepts Email Marketing': 'no', VIP: 'yes' },
			{ 'Accepts Email Marketing': 'yes', City: 'no' },
		);
		const done = await run('import', [...input, { email: 'c@new.example', City: 'Rome' }]);
		expect([added(), warningsOf(done)]).toEqual([['a', 'b', 'c'], []]);
		expect(hintsOf(done)).toContain('Not read: "Accepts Email Marketing" (1 no).');
	});

	it('is named only while the workflow is tested', async () => {
		const parameters = { contactList: byId(engine.list().uuid), ...mapped };
		const input = people({ 'Accepts Email Marketing': 'no' });
		const done = await engine.run('subscriber.import', parameters, { input, mode: 'trigger' });
		expect([added(), hintsOf(done).join()]).toEqual([['a'], expect.not.stringContaining('Not read')]);
	});
});

it.each(['import', 'upsert', 'sync'])("'Add Details' of %s has the cells that agreed", async (operation) => {
	const options = { includeDetails: true };
	const input = people({ News: 'yes', Left: '' }, { News: 'no', Left: '' }, { News: '2024-05-31', Left: 'no' });
	const consentIn = async (parameters: INodeParameters) =>
		jsonOf(await run(operation, input, { ...parameters, options })).map(({ consent }) => consent);
	expect(await consentIn(columns(['News'], ['Left']))).toEqual([
		'"News" is "yes"; "Left" is empty',
		'',
		'"News" is "2024-05-31"; "Left" is "no"',
	]);
	expect(await consentIn({})).toEqual(['Everyone', 'Everyone', 'Everyone']);
});

it.each(['import', 'upsert', 'sync'])(
	'a no counts for all rows of an address by %s, also in a row of which two columns could be one field',
	async (operation) => {
		const ann = { email: 'a@new.example', News: 'yes' };
		await run(operation, [{ ...ann, Tags: 'a', Label: 'b', News: 'no' }, ann], columns(['News']));
		expect(added()).toEqual([]);
	},
);
