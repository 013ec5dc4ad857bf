import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { agentWith } from '../../engine/runNode';
import { byId, defined, errorText, hintsOf, jsonOf, mapped, useEngine, warningsOf } from '../../engine/support';

const engine = useEngine();
const secondList = () => defined(engine.sandbox.state.contactLists[1]);
const parametersFor = (operation: string): INodeParameters => (['create', 'upsert'].includes(operation) ? mapped : {});
const run = async (
	operation: string,
	input: IDataObject[],
	more: INodeParameters = {},
	node: Partial<INode> = {},
	contactList = engine.list().uuid,
) =>
	await engine.run(
		`subscriber.${operation}`,
		{ contactList: byId(contactList), ...parametersFor(operation), ...more },
		{ input, node },
	);
const added = (to = engine.list()) =>
	to.subscribers.filter(({ email }) => email.endsWith('@new.example')).map(({ email }) => email);
const changes = () => engine.sandbox.requests().filter(({ method }) => method !== 'GET');
const isQuiet = { onError: 'continueRegularOutput' } as const;
const operations = ['import', 'create', 'upsert', 'sync'];

const optOut = { columns: { optOut: 'Wil nicht mehr' } };
const optIn = { columns: { optIn: 'Newsletter?' } };
const mayBeMissing = { options: { consentMayBeMissing: true } };
/** People of a sheet, of whom the first has left. */
const sheet = ['Ann', 'Bob', 'Cy'].map((name, index) => ({
	Email: `${name.toLowerCase()}@new.example`,
	Vorname: name,
	'Will nicht mehr': index === 0 ? 'ja' : '',
}));

describe('an opt-out column that no item has', () => {
	it.each(operations)('stops %s before anything is sent, and names the columns that are there', async (operation) => {
		const done = await run(operation, sheet, optOut);
		expectFailure(done, {
			mentions: [
				'No item has the column "Wil nicht mehr" (\'Opt-Out\')',
				'Email, Vorname, Will nicht mehr',
				'Include Empty Cells',
			],
		});
		expect(errorText(done)).toContain("'Consent Columns May Be Missing'");
		expect(errorText(done)).not.toMatch(/remove it/i);
		expect([changes(), added()]).toEqual([[], []]);
	});

	it.each(operations)(
		'fails every item of %s on the error output, with its row, not to be retried',
		async (operation) => {
			const { items, errorItems } = await run(operation, sheet, optOut, { onError: 'continueErrorOutput' });
			expect([items, changes()]).toEqual([[], []]);
			expect(errorItems.map(({ json }) => json)).toMatchObject(
				sheet.map((row) => ({
					...row,
					error: expect.stringContaining('Wil nicht mehr'),
					canRetry: false,
					is_subscribed: false,
				})),
			);
		},
	);

	it.each(operations)(
		'does the same under Continue, and a second list subscribes none of them: %s',
		async (operation) => {
			const failed = jsonOf(await run(operation, sheet, optOut, isQuiet));
			expect(failed).toMatchObject(sheet.map(() => ({ canRetry: false, is_subscribed: false })));
			const again = jsonOf(await run(operation, failed, {}, isQuiet, secondList().uuid));
			expect([again.map(({ action }) => action), added(secondList())]).toEqual([sheet.map(() => 'skipped'), []]);
		},
	);

	it('is looked for in all items by each try of Retry On Fail, not only in those that are open', async () => {
		const retries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		expectFailure(await run('create', sheet, optOut, retries), { mentions: ['Wil nicht mehr'] });
		const rows = [{ Email: 'ann@new.example', Left: 'no' }, { Email: 'bob@new.example' }];
		engine.sandbox.faults({ script: [{ fault: 'none' }, { fault: '403' }] });
		const oneByOne = { columns: { optOut: 'Left' }, requestOptions: { maxParallelRequests: 1 } };
		expect((await run('create', rows, oneByOne, retries)).error).toBeUndefined();
		expect(added()).toEqual(['ann@new.example', 'bob@new.example']);
	});

	it.each(operations)('is not asked of the empty item that %s gets where a source found nothing', async (operation) => {
		const done = await run(operation, [{}, { Email: '' }], optOut, isQuiet);
		expect(errorText(done)).not.toContain('No item has');
		expect(changes()).toEqual([]);
	});

	it.each(operations)('is checked in %s for a run of one item, too', async (operation) => {
		const [ann = {}] = sheet;
		expectFailure(await run(operation, [ann], optOut), { mentions: ['Wil nicht mehr'] });
		expect(added()).toEqual([]);
	});

	it('is a result of the tool of an agent, which sends nothing', async () => {
		const parameters = {
			resource: 'subscriber',
			operation: 'create',
			contactList: byId(engine.list().uuid),
			...mapped,
			...optOut,
		};
		const [result] = await agentWith({ parameters, credential: engine.credential })({ email: 'ann@new.example' });
		expect(result?.json).toMatchObject({ error: expect.stringContaining('Wil nicht mehr'), canRetry: false });
		expect(added()).toEqual([]);
	});

	it.each(operations)("opts nobody out with 'Consent Columns May Be Missing': %s", async (operation) => {
		const rows = sheet.map(({ Email, Vorname }) => ({ Email, Vorname }));
		const done = await run(operation, rows, { ...optOut, ...mayBeMissing });
		expect([added().length, warningsOf(done)]).toEqual([3, []]);
	});

	it('is allowed to be missing in a run of one form whose box is not ticked, where the object around it was sent', async () => {
		const columns = { email: 'body.mail', optOut: 'body.unsubscribe' };
		const form = (body: IDataObject) => [{ headers: {}, body: { mail: 'ann@new.example', ...body } }];
		const unticked = await run('upsert', form({}), { columns });
		expect([added(), warningsOf(unticked)]).toEqual([['ann@new.example'], []]);
		engine.reset();
		await run('upsert', form({ unsubscribe: 'on' }), { columns });
		expect(added()).toEqual([]);
		expectFailure(await run('upsert', [{ mail: 'ann@new.example' }], { columns: { ...columns, email: 'mail' } }), {
			mentions: ['body.unsubscribe'],
		});
	});

	it('is mistyped where many items have the object of its path, which shows the names in it', async () => {
		const forms = ['a', 'b'].map((name) => ({ body: { mail: `${name}@new.example`, leave: '' } }));
		const columns = { email: 'body.mail', optOut: 'body.laeve' };
		expectFailure(await run('import', forms, { columns }), { mentions: ['"body.laeve"', 'body.mail, body.leave'] });
	});

	it('is there where only some items have it, as file readers omit empty cells', async () => {
		const rows = [{ Email: 'ann@new.example', Left: 'yes' }, { Email: 'bob@new.example' }];
		const paths = rows.map((body) => ({ body }));
		await run('import', rows, { columns: { optOut: 'Left' } });
		expect(added()).toEqual(['bob@new.example']);
		engine.reset();
		await run('import', paths, { columns: { email: 'body.Email', optOut: 'body.Left' } });
		expect(added()).toEqual(['bob@new.example']);
	});

	it('stops a batch of a loop in which nobody has opted out', async () => {
		const batches = [sheet.slice(0, 1), sheet.slice(1)].map((rows) =>
			rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ''))),
		);
		const columns = { optOut: 'Will nicht mehr' };
		await run('import', batches[0] ?? [], { columns });
		expectFailure(await run('import', batches[1] ?? [], { columns }), { mentions: ['Will nicht mehr'] });
		await run('import', batches[1] ?? [], { columns, ...mayBeMissing });
		expect(added()).toEqual(['bob@new.example', 'cy@new.example']);
	});
});

describe('an opt-in column that no item has', () => {
	it.each(operations)('stops %s where there are several items', async (operation) => {
		expectFailure(await run(operation, sheet, optIn), { mentions: ['"Newsletter?" (\'Opt-In\')', 'Vorname'] });
		expect(changes()).toEqual([]);
	});

	it.each(operations)('skips the only item of %s: a form whose box is not ticked', async (operation) => {
		const done = await run(operation, sheet.slice(1, 2), optIn);
		expect(jsonOf(done)).toMatchObject([{ action: 'skipped', note: 'Opted out: "Newsletter?" is empty' }]);
		expect([changes(), warningsOf(done)]).toEqual([[], []]);
	});

	it("skips every row with 'Consent Columns May Be Missing'", async () => {
		const done = await run('import', sheet, { ...optIn, ...mayBeMissing });
		expect(jsonOf(done).map(({ action }) => action)).toEqual(['skipped', 'skipped', 'skipped']);
	});
});

it("an opt-in named under 'Columns' needs a yes in every row, also where it is called is_subscribed", async () => {
	const rows = [
		{ email: 'ann@new.example', is_subscribed: '' },
		{ email: 'bob@new.example', is_subscribed: 'yes' },
		{ email: 'cy@new.example' },
	];
	await run('import', rows, { columns: { optIn: 'is_subscribed' } });
	expect(added()).toEqual(['bob@new.example']);
});

describe('items that an earlier run has judged', () => {
	const columns = { optOut: 'Will nicht mehr' };

	it('need no column: results fed into a second list, skipped people stay skipped', async () => {
		const results = jsonOf(await run('import', sheet, { columns }));
		const again = jsonOf(await run('import', results, { columns }, {}, secondList().uuid));
		expect(again.map(({ action }) => action)).toEqual(['skipped', 'imported', 'imported']);
	});

	it('need no column: failures to retry in the documented loop', async () => {
		const failures = sheet.map(({ Email }) => ({ Email, error: 'x', details: '', httpStatus: 500, canRetry: true }));
		await run('upsert', failures, { columns });
		expect(added()).toHaveLength(3);
	});

	it('do not make up for a column that other items lack, and a failure for good is such an item', async () => {
		const failure = { Email: 'ann@new.example', error: 'x', details: '', httpStatus: 500 };
		const retried = { ...failure, canRetry: true, 'Will nicht mehr': 'no' };
		for (const other of [{ Email: 'bob@new.example' }, { ...failure, canRetry: false }])
			expectFailure(await run('import', [retried, other], { columns }), { mentions: ['Will nicht mehr'] });
	});
});

describe("an expression under 'Columns'", () => {
	const rows = [
		{ email: 'ann@new.example', ok: 'yes', column: 'ok' },
		{ email: 'bob@new.example', ok: '', column: 'ok' },
	];

	it.each(['import', 'create', 'upsert', 'sync'])(
		'fails each item of %s whose value is no column',
		async (operation) => {
			for (const parameter of ['email', 'optIn', 'optOut']) {
				const value = parameter === 'email' ? '={{ $json.email }}' : '={{ $json.ok }}';
				const done = await run(operation, rows, { columns: { [parameter]: value } }, isQuiet);
				expect(jsonOf(done)).toMatchObject(
					rows.map(() => ({
						error: expect.stringMatching(/^'.+' takes the name of a column, not its value$/),
						details: expect.stringContaining('Set it to Fixed'),
						canRetry: false,
						is_subscribed: false,
					})),
				);
				expect(changes()).toEqual([]);
			}
		},
	);

	it.each(["={{ '' }}", '={{ null }}', '={{ {a: 1} }}', '={{ 7 }}', '={{ $json.nope }}'])(
		'fails where it returns no text: %s',
		async (value) => {
			const done = await run('import', rows, { columns: { optIn: value } }, isQuiet);
			expect(jsonOf(done)).toMatchObject(
				rows.map(() => ({ error: expect.stringContaining("'Opt-In' takes the name") })),
			);
		},
	);

	it('may name a column of some item, and another for each item', async () => {
		const named = [
			{ ...rows[0], column: 'ok' },
			{ email: 'bob@new.example', fine: 'yes', column: 'fine' },
		];
		await run('import', named, { columns: { optIn: '={{ $json.column }}' } });
		expect(added()).toEqual(['ann@new.example', 'bob@new.example']);
	});

	it('causes one warning, not one for each value', async () => {
		const done = await run('import', rows, { columns: { firstName: '={{ $json.email }}' } });
		expect(warningsOf(done).filter((hint) => hint.includes('No input item has'))).toHaveLength(1);
	});

	it('is not checked in results of this node', async () => {
		const results = jsonOf(await run('import', [{ email: 'ann@new.example' }]));
		const done = await run('import', results, { columns: { optIn: '={{ $json.ok }}' } }, {}, secondList().uuid);
		expect([added(secondList()), hintsOf(done).filter((hint) => hint.includes('No input'))]).toEqual([
			['ann@new.example'],
			[],
		]);
	});
});

describe('broken cells', () => {
	const person = (more: IDataObject) => [
		{ Email: 'ann@new.example', ...more },
		{ Email: 'bob@new.example', ...more, 'Opt Out': 'no', Tags: 'a' },
	];

	it.each(['import', 'upsert', 'sync'])('in a column about consent reject their row by %s', async (operation) => {
		const done = await run(operation, person({ 'Opt Out': '#N/A' }), {}, isQuiet);
		expect(jsonOf(done)[0]).toMatchObject({ action: 'rejected', note: '"Opt Out" is #N/A', is_subscribed: false });
		expect(added()).toEqual(['bob@new.example']);
	});

	it('in a column about consent fail their item of Create', async () => {
		const [failed] = jsonOf(await run('create', person({ 'Opt Out': '#REF!' }), {}, isQuiet));
		expect(failed).toMatchObject({ error: '"Opt Out" is #REF!', is_subscribed: false, canRetry: false });
		expect(failed?.details).toContain('IFERROR');
	});

	it('that is an answer to a long sentence rejects its row, in both column modes', async () => {
		const sentence = `I do not wish to receive the newsletter of Example Ltd, or ${'offers of its partners, '.repeat(3)}`;
		const input = [{ Email: 'bob@new.example', [sentence]: 'yes' }];
		for (const operation of ['import', 'upsert']) {
			const [row] = jsonOf(await run(operation, input, {}, isQuiet));
			expect(row).toMatchObject({ action: 'rejected', is_subscribed: false });
			expect(row?.note ?? row?.error).toMatch(
				/is "yes", which may agree or refuse: name it as 'Opt-In' or 'Opt-Out', or rename it$/,
			);
		}
		expectFailure(await run('import', input), {
			mentions: ["'Opt-In' or 'Opt-Out', or rename it", "'Columns' ('Map Automatically')", "'Edit Fields'"],
		});
		expect(added()).toEqual([]);
	});

	it('reject all rows of an address, unless one of them clearly opts out', async () => {
		const rows = [
			{ Email: 'ann@new.example', Left: '' },
			{ Email: 'ANN@new.example', Left: '#NV' },
			{ Email: 'bob@new.example', Left: '#NV', 'Opt Out': 'yes' },
			{ Email: 'bob@new.example', Left: '' },
		];
		const done = jsonOf(await run('import', rows, { columns: { optOut: 'Left' } }, isQuiet));
		expect(done.map(({ action, note }) => [action, note])).toEqual([
			['rejected', '"Left" is #NV, in another row with the same address'],
			['rejected', '"Left" is #NV'],
			['skipped', 'Opted out: "Opt Out" is "yes"'],
			['skipped', 'Opted out: "Opt Out" is "yes", in another row with the same address'],
		]);
		expect(done.map((row) => row.is_subscribed)).toEqual([false, false, false, false]);
	});

	it('in the email reject the row', async () => {
		const [, row] = jsonOf(await run('import', [{ Email: 'bob@new.example' }, { Email: '#NAME?', Vorname: 'Ann' }]));
		expect(row).toMatchObject({
			action: 'rejected',
			note: "'Email' is #NAME?",
			is_subscribed: false,
			first_name: 'Ann',
		});
	});

	it.each(['Status', 'Angemeldet'])('in a weak column or a status skip the row: %s', async (column) => {
		const [row] = jsonOf(await run('import', person({ [column]: '#WERT!' })));
		expect(row).toMatchObject({ action: 'skipped', note: `Opted out: "${column}" is #WERT!, which cannot be read` });
	});

	it.each(['import', 'create', 'upsert', 'sync'])(
		'in names and tags change nothing by %s, and one line counts them',
		async (operation) => {
			const rows = [
				{ Email: 'ann@new.example', 'First Name': 'Loading...', Tags: 'vip, #N/A' },
				{ Email: 'bob@new.example', Name: '#REF!', Tags: '#N/A', Other: '#N/A' },
				{ Email: 'cy@new.example', Name: 'Cy undefined', Tags: 'null, [object Object], NaN' },
				{ Email: 'di@new.example', Name: '[object Object]' },
			];
			const done = await run(operation, rows);
			expect(jsonOf(done)).toMatchObject([
				{
					first_name: '',
					tags: 'vip',
					note: expect.stringContaining('First Name is Loading..., which changes nothing'),
				},
				{ first_name: '', tags: '', note: expect.stringMatching(/First Name is #REF!.*; Tags is #N\/A/) },
				{ first_name: 'Cy', last_name: '', tags: '', note: expect.stringContaining('Last Name is undefined, which') },
				{ first_name: '', last_name: '', note: expect.stringContaining('First Name is [object Object], which') },
			]);
			expect(warningsOf(done).filter((hint) => hint.includes('#N/A'))).toEqual([
				expect.stringMatching(/^7 names or tags/),
			]);
			expect(engine.list().subscribers.filter(({ email }) => email.endsWith('@new.example'))).toMatchObject([
				{ firstName: null, tags: ['vip'] },
				{ firstName: null, tags: [] },
				{ firstName: 'Cy', lastName: null, tags: [] },
				{ firstName: null, lastName: null },
			]);
		},
	);

	it('among the tags of a Sync add the others, and replace none, also with Replace Tags', async () => {
		const [person] = engine.list().subscribers;
		const { email, tags } = defined(person);
		await run('sync', [{ email, tags: 'fresh, #N/A' }], { options: { replaceTags: true } });
		expect(engine.list().withEmail(email)?.tags).toEqual([...tags, 'fresh']);
	});

	it('change nothing in an Update, which fails where nothing is left', async () => {
		const { uuid, firstName, tags } = defined(engine.list().subscribers[0]);
		const update = async (json: IDataObject) => await run('update', [json], { ...mapped, subscriber: byId(uuid) });
		await update({ first_name: '#N/A', last_name: 'Lee', tags: 'fresh, #N/A' });
		expect(engine.list().subscribers[0]).toMatchObject({ firstName, lastName: 'Lee', tags });
		expectFailure(await update({ first_name: '#N/A' }), { mentions: ['nothing to update'] });
	});
});

describe('a file that was read in the wrong encoding', () => {
	it.each(['import', 'upsert', 'sync'])(
		'has rows that %s rejects, as their header may be about consent',
		async (operation) => {
			const rows: IDataObject[] = [
				{ 'E-Mail': 'ann@new.example', 'D\uFFFDsabonn\uFFFD': 'oui' },
				{ 'E-Mail': 'bob@new.example', '#REF!': 'nein' },
				{ 'E-Mail': 'cy@new.example' },
			];
			const done = jsonOf(await run(operation, rows, {}, isQuiet));
			expect(done.slice(0, 2)).toMatchObject([0, 1].map(() => ({ action: 'rejected', is_subscribed: false })));
			expect([added(), done[0]?.note]).toEqual([['cy@new.example'], expect.stringContaining('cannot be read')]);
		},
	);

	it('changes no name that cannot be read', async () => {
		const { email, firstName } = defined(engine.list().subscribers.find((one) => one.firstName !== null));
		await run('upsert', [{ email, first_name: 'J\uFFFDrgen' }]);
		expect(engine.list().withEmail(email)?.firstName).toBe(firstName);
	});
});

it('a path at whose end no item has anything is not named as used', async () => {
	const columns = { email: 'body.mail', optOut: 'body.laeve' };
	const done = await run('upsert', [{ body: { mail: 'ann@new.example' }, x: 1 }], { columns });
	expect(hintsOf(done).find((hint) => hint.startsWith('Columns used'))).not.toContain('laeve');
});

describe('a column of yes and no that is ignored', () => {
	it.each<[string, IDataObject[], INodeParameters, boolean]>([
		['whose name has a word of mail', [{ 'Mail me': 'yes' }, { 'Mail me': 'no' }], {}, true],
		['that has a word of leaving, too', [{ 'Mail me': 'yes' }, { 'Mail me': 'unsubscribed' }], {}, true],
		['that is no matter of mail', [{ vip: 'yes' }, { vip: 'no' }], {}, false],
		['that has other cells, too', [{ 'Mail me': 'weekly' }, { 'Mail me': 'yes' }], {}, false],
		['that has another cell once', [{ 'Mail me': 'Maybe' }, { 'Mail me': 'yes' }, { 'Mail me': 'no' }], {}, true],
		['next to an opt-in', [{ 'Mail me': 'yes', Consent: 'yes' }], {}, false],
		['that repeats its header where it is ticked', [{ 'Mail me': 'Mail me' }], {}, true],
		['next to one that may be about something else', [{ 'Mail me': 'yes', Privacy: 'yes' }], {}, true],
		['where the user names an opt-out', [{ 'Mail me': 'yes', Left: 'no' }], { columns: { optOut: 'Left' } }, false],
		['about the address', [{ 'Email verified': 'yes' }], {}, false],
	])('%s is named above the output, or not: %j', async (_, rows, more, isNamed) => {
		const input = rows.map((row, index) => ({ email: `${index}@new.example`, ...row }));
		const warnings = warningsOf(await run('import', input, more));
		expect(warnings.some((hint) => hint.includes('"Mail me"') && hint.includes("'Opt-In'"))).toBe(isNamed);
		expect(warnings).toHaveLength(isNamed ? 1 : 0);
	});

	it('is not named in an Update, which subscribes nobody', async () => {
		const subscriber = byId(defined(engine.list().subscribers[0]).uuid);
		const done = await run('update', [{ first_name: 'Ann', 'Mail me': 'yes' }], { ...mapped, subscriber });
		expect(warningsOf(done)).toEqual([]);
	});
});
