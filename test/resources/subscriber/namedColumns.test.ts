import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { agentWith } from '../../engine/runNode';
import { byId, defined, errorText, goOn, hintsOf, jsonOf, mapped, useEngine, warningsOf } from '../../engine/support';

const engine = useEngine();
const secondList = () => defined(engine.sandbox.state.contactLists[1]);
const run = async (
	operation: string,
	input: IDataObject[],
	more: INodeParameters = {},
	node: Partial<INode> = {},
	contactList = engine.list().uuid,
) =>
	await engine.run(`subscriber.${operation}`, { contactList: byId(contactList), ...mapped, ...more }, { input, node });
const added = (to = engine.list()) =>
	to.subscribers.filter(({ email }) => email.endsWith('@new.example')).map(({ email }) => email);
const changes = () => engine.sandbox.requests().filter(({ method }) => method !== 'GET');
const operations = ['import', 'create', 'upsert', 'sync'];

const optOutBy = (...optOut: string[]): INodeParameters => ({ consent: 'columns', optOut });
const optInBy = (...optIn: string[]): INodeParameters => ({ consent: 'columns', optIn });
const optOut = optOutBy('Wil nicht mehr');
const optIn = optInBy('Newsletter?');
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
			mentions: ['No item has the column "Wil nicht mehr"', 'Email, Vorname, Will nicht mehr', 'Include Empty Cells'],
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
			const failed = jsonOf(await run(operation, sheet, optOut, goOn));
			expect(failed).toMatchObject(sheet.map(() => ({ canRetry: false, is_subscribed: false })));
			const again = jsonOf(await run(operation, failed, {}, goOn, secondList().uuid));
			expect([again.map(({ action }) => action), added(secondList())]).toEqual([sheet.map(() => 'skipped'), []]);
		},
	);

	it('is looked for in all items by each try of Retry On Fail, not only in those that are open', async () => {
		const retries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		expectFailure(await run('create', sheet, optOut, retries), { mentions: ['Wil nicht mehr'] });
		const rows = [{ Email: 'ann@new.example', Left: 'no' }, { Email: 'bob@new.example' }];
		engine.sandbox.faults({ script: [{ fault: 'none' }, { fault: '403' }] });
		const oneByOne = { ...optOutBy('Left'), requestOptions: { maxParallelRequests: 1 } };
		expect((await run('create', rows, oneByOne, retries)).error).toBeUndefined();
		expect(added()).toEqual(['ann@new.example', 'bob@new.example']);
	});

	it.each(operations)('is not asked of the empty item that %s gets where a source found nothing', async (operation) => {
		const done = await run(operation, [{}, { Email: '' }], optOut, goOn);
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
		const given = { ...optOutBy('body.unsubscribe'), columns: { email: 'body.mail' } };
		const form = (body: IDataObject) => [{ headers: {}, body: { mail: 'ann@new.example', ...body } }];
		const unticked = await run('upsert', form({}), given);
		expect([added(), warningsOf(unticked)]).toEqual([['ann@new.example'], []]);
		engine.reset();
		await run('upsert', form({ unsubscribe: 'on' }), given);
		expect(added()).toEqual([]);
		const flat = await run('upsert', [{ mail: 'ann@new.example' }], { ...given, columns: { email: 'mail' } });
		expectFailure(flat, { mentions: ['body.unsubscribe'] });
	});

	it('is mistyped where many items have the object of its path, which shows the names in it', async () => {
		const forms = ['a', 'b'].map((name) => ({ body: { mail: `${name}@new.example`, leave: '' } }));
		const given = { ...optOutBy('body.laeve'), columns: { email: 'body.mail' } };
		expectFailure(await run('import', forms, given), { mentions: ['"body.laeve"', 'body.mail, body.leave'] });
	});

	it('is there where only some items have it, as file readers omit empty cells', async () => {
		const rows = [{ Email: 'ann@new.example', Left: 'yes' }, { Email: 'bob@new.example' }];
		const paths = rows.map((body) => ({ body }));
		await run('import', rows, optOutBy('Left'));
		expect(added()).toEqual(['bob@new.example']);
		engine.reset();
		await run('import', paths, { ...optOutBy('body.Left'), columns: { email: 'body.Email' } });
		expect(added()).toEqual(['bob@new.example']);
	});

	it('stops a batch of a loop in which nobody has opted out', async () => {
		const batches = [sheet.slice(0, 1), sheet.slice(1)].map((rows) =>
			rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ''))),
		);
		const given = optOutBy('Will nicht mehr');
		await run('import', batches[0] ?? [], given);
		expectFailure(await run('import', batches[1] ?? [], given), { mentions: ['Will nicht mehr'] });
		await run('import', batches[1] ?? [], { ...given, ...mayBeMissing });
		expect(added()).toEqual(['bob@new.example', 'cy@new.example']);
	});
});

describe('an opt-in column that no item has', () => {
	it.each(operations)('stops %s where there are several items', async (operation) => {
		expectFailure(await run(operation, sheet, optIn), {
			mentions: ['No item has the column "Newsletter?"', 'Vorname'],
		});
		expect(changes()).toEqual([]);
	});

	it.each(operations)('skips the only item of %s: a form whose box is not ticked', async (operation) => {
		const done = await run(operation, sheet.slice(1, 2), optIn);
		const note = `Opted out: "Newsletter?" is empty${operation === 'upsert' ? '; the list was not changed' : ''}`;
		expect(jsonOf(done)).toMatchObject([{ action: 'skipped', note }]);
		expect([changes(), warningsOf(done)]).toEqual([[], []]);
	});

	it("skips every row with 'Consent Columns May Be Missing'", async () => {
		const done = await run('import', sheet, { ...optIn, ...mayBeMissing });
		expect(jsonOf(done).map(({ action }) => action)).toEqual(['skipped', 'skipped', 'skipped']);
	});
});

it('a named opt-in needs a yes in every row, also where it is called is_subscribed', async () => {
	const rows = [
		{ email: 'ann@new.example', is_subscribed: '' },
		{ email: 'bob@new.example', is_subscribed: 'yes' },
		{ email: 'cy@new.example' },
	];
	await run('import', rows, optInBy('is_subscribed'));
	expect(added()).toEqual(['bob@new.example']);
});

describe('items that an earlier run has judged', () => {
	const given = optOutBy('Will nicht mehr');

	it('need no column: results fed into a second list, skipped people stay skipped', async () => {
		const results = jsonOf(await run('import', sheet, given));
		const again = jsonOf(await run('import', results, given, {}, secondList().uuid));
		expect(again.map(({ action }) => action)).toEqual(['skipped', 'imported', 'imported']);
	});

	it('need no column: failures to retry in the documented loop', async () => {
		const failures = sheet.map(({ Email }) => ({ Email, error: 'x', details: '', httpStatus: 500, canRetry: true }));
		await run('upsert', failures, given);
		expect(added()).toHaveLength(3);
	});

	it('do not make up for a column that other items lack, and a failure for good is such an item', async () => {
		const failure = { Email: 'ann@new.example', error: 'x', details: '', httpStatus: 500 };
		const retried = { ...failure, canRetry: true, 'Will nicht mehr': 'no' };
		for (const other of [{ Email: 'bob@new.example' }, { ...failure, canRetry: false }])
			expectFailure(await run('import', [retried, other], given), { mentions: ['Will nicht mehr'] });
	});
});

describe("a column under 'Columns' that no item has", () => {
	const columns = { firstName: 'Vornamen' };
	const missing = `No input item has "Vornamen" ('First Name'). Correct it under 'Columns'.`;
	const update = async (more: INodeParameters) =>
		await run('update', [{ last_name: 'Lee' }], {
			subscriber: byId(defined(engine.list().subscribers[0]).uuid),
			...more,
		});

	it('is named by an Update that is done with the others', async () => {
		expect(warningsOf(await update({ columns }))).toEqual([missing]);
		expect(engine.list().subscribers[0]).toMatchObject({ lastName: 'Lee' });
	});

	it('is no matter where the fields are set in the node', async () => {
		const fields = { dataMode: 'defineBelow', updateFields: { lastName: 'Li' }, columns };
		expect(hintsOf(await update(fields))).toEqual([]);
		const created = { dataMode: 'defineBelow', email: 'a@new.example', columns };
		expect(hintsOf(await run('create', sheet.slice(0, 1), created))).toEqual([]);
	});
});

describe("an expression under 'Columns'", () => {
	const rows = ['ann', 'bob'].map((name) => ({ email: `${name}@new.example` }));

	it.each(operations)('that is the email, not the name of its column, sends nothing by %s', async (operation) => {
		const advice = ". Correct 'Email' under 'Columns'.";
		const done = await run(operation, rows, { columns: { email: '={{ $json.email }}' } }, goOn);
		expect(jsonOf(done).map(({ note, error }) => note ?? error)).toEqual(
			rows.map(({ email }) => `No input item has "${email}"${operation === 'create' ? '' : advice}`),
		);
		expect(changes()).toEqual([]);
	});

	it('causes one warning, not one for each value', async () => {
		const done = await run('import', rows, { columns: { firstName: '={{ $json.email }}' } });
		expect(warningsOf(done).filter((hint) => hint.includes('No input item has'))).toHaveLength(1);
	});

	it('is not checked in results of this node', async () => {
		const results = jsonOf(await run('import', rows));
		const done = await run('import', results, { columns: { email: '={{ $json.ok }}' } }, {}, secondList().uuid);
		expect(added(secondList())).toHaveLength(2);
		expect(hintsOf(done).filter((hint) => hint.includes('No input'))).toEqual([]);
	});
});

describe('broken cells', () => {
	const advice = 'Correct the formula in your sheet, such as with IFERROR; for �, the encoding of the file.';
	const person = (cell: string) => [
		{ Email: 'ann@new.example', Left: cell },
		{ Email: 'bob@new.example', Left: 'no' },
	];

	it.each(['import', 'upsert', 'sync'])('in a column about consent reject their row by %s', async (operation) => {
		const done = await run(operation, person('#N/A'), optOutBy('Left'), goOn);
		expect(jsonOf(done)[0]).toMatchObject({
			action: 'rejected',
			note: `"Left" is #N/A. ${advice}`,
			is_subscribed: false,
		});
		expect(added()).toEqual(['bob@new.example']);
	});

	it('in a column about consent fail their item of Create', async () => {
		const [failed] = jsonOf(await run('create', person('#REF!'), optOutBy('Left'), goOn));
		expect(failed).toMatchObject({ error: '"Left" is #REF!', is_subscribed: false, canRetry: false });
		expect(failed?.details).toContain('IFERROR');
	});

	it('are shown by their beginning where they have 300 kB', async () => {
		const [row] = jsonOf(await run('import', person(`\uFFFD${'x'.repeat(300_000)}`), optOutBy('Left'), goOn));
		expect(row?.note).toMatch(/^"Left" is \uFFFDx{99}…\. Correct the formula/);
	});

	it('in a column that nobody has named change nothing', async () => {
		expect(warningsOf(await run('import', person('#WERT!')))).toEqual([]);
		expect(added()).toHaveLength(2);
	});

	it('reject all rows of an address, unless one of them clearly opts out', async () => {
		const rows = [
			{ Email: 'ann@new.example', Left: '' },
			{ Email: 'ANN@new.example', Left: '#NV' },
			{ Email: 'bob@new.example', Left: '#NV', Gone: 'yes' },
			{ Email: 'bob@new.example', Left: '' },
		];
		const done = jsonOf(await run('import', rows, optOutBy('Left', 'Gone'), goOn));
		expect(done.map(({ action, note }) => [action, note])).toEqual([
			['rejected', `"Left" is #NV, in another row with the same address. ${advice}`],
			['rejected', `"Left" is #NV. ${advice}`],
			['skipped', 'Opted out: "Gone" is "yes"'],
			['skipped', 'Opted out: "Gone" is "yes", in another row with the same address'],
		]);
		expect(done.map((row) => row.is_subscribed)).toEqual([false, false, false, false]);
	});

	it('in the email reject the row', async () => {
		const [, row] = jsonOf(await run('import', [{ Email: 'bob@new.example' }, { Email: '#NAME?', Vorname: 'Ann' }]));
		expect(row).toMatchObject({
			action: 'rejected',
			note: `'Email' is #NAME? ${advice}`,
			is_subscribed: false,
			first_name: 'Ann',
		});
	});

	it.each(operations)('in names and tags change nothing by %s, and one line counts them', async (operation) => {
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
	});

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
			const done = jsonOf(await run(operation, rows, {}, goOn));
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
