import type { CellKind } from '../../nodes/EmailMarketing/rows/answers';
import { Consent, type ConsentChoice } from '../../nodes/EmailMarketing/rows/consent';
import { verdicts, type ConsentType } from '../../nodes/EmailMarketing/rows/verdicts';
import type { JsonRecord } from '../../nodes/EmailMarketing/shared/values';
import type { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';

const example: Readonly<Record<CellKind, unknown>> = {
	...{ broken: '#N/A', left: 'unsubscribed', leaving: 'pending', ticked: 'Wish', yes: 'yes', no: 'no' },
	...{ status: 'subscribed', date: '2024-05-01', empty: '', other: 'maybe' },
};
const choose = (choice: Partial<ConsentChoice>, emailPath: string[] = [], isInteractive = false) => {
	const all = { consent: 'columns', optIn: [], optOut: [], yesAnswers: [], mayBeMissing: false, ...choice };
	return new Consent(all, emailPath, isInteractive);
};
/** What the rows say: `undefined` for one that is sent. */
const judged = (consent: Consent, ...rows: JsonRecord[]) => {
	for (const row of rows) consent.collect(row, false);
	consent.assertKnown();
	return rows.map((row) => consent.judge(row).optOut);
};
/** Why the run is stopped. */
const refusal = (consent: Consent, ...rows: JsonRecord[]): UserFacingError => {
	try {
		judged(consent, ...rows);
	} catch (thrown) {
		return thrown as UserFacingError;
	}
	throw new Error('Nothing stopped the run');
};

describe('a column that is named', () => {
	const kinds = Object.keys(example) as CellKind[];
	it.each((['opt-in', 'opt-out'] as const).flatMap((type) => kinds.map((kind) => [type, kind] as const)))(
		'as %s does what the table says with a cell that is %s',
		(type: ConsentType, kind) => {
			const consent = choose({ [type === 'opt-in' ? 'optIn' : 'optOut']: ['Wish'] });
			const { optOut, agreed } = consent.judge({ Wish: example[kind] });
			const verdict = verdicts[type][kind];
			expect([optOut === undefined, optOut?.isClear ?? false, optOut?.isBroken ?? false]).toEqual([
				verdict === 'goes',
				verdict === 'clear',
				verdict === 'rejects',
			]);
			expect(agreed === '').toBe(verdict !== 'goes');
		},
	);

	it('is found at the end of a path, case and spaces aside, and is empty where the path ends early', () => {
		const consent = choose({ optIn: ['fields.News letter'] });
		const rows = [{ 'News letter': 'yes' }, { NEWSLETTER: 'yes' }, {}, null, 'yes'].map((fields) => ({ fields }));
		const outs = judged(consent, ...rows).map((optOut) => optOut?.reason);
		const empty = '"fields.News letter" is empty';
		expect(outs).toEqual([undefined, undefined, empty, empty, empty]);
	});

	it('counts by each entry of a list, and is clear only if every entry is', () => {
		const consent = choose({ optIn: ['Wish'] });
		const of = (value: unknown) => consent.judge({ Wish: value }).optOut;
		expect(of(['yes', 'yes'])).toBeUndefined();
		expect(of([])).toMatchObject({ reason: '"Wish" is empty', isClear: false });
		expect(of(['yes', 'no'])).toMatchObject({ reason: '"Wish" is "no"', isClear: false });
		expect(of(['no', 'unsubscribed'])).toMatchObject({ isClear: true });
		expect(of(['no', '#N/A'])).toMatchObject({ reason: '"Wish" is #N/A', isBroken: true });
	});

	it('says what to do with a status in an opt-out column, and what it does not understand', () => {
		expect(choose({ optOut: ['State'] }).judge({ State: 'active' }).optOut?.reason).toBe(
			`"State" is "active": add it under 'Opt-In Columns'`,
		);
		expect(choose({ optOut: ['State'] }).judge({ State: 'soon' }).optOut?.reason).toBe(
			'"State" is "soon", which is neither yes nor no',
		);
	});

	it('is enough to refuse, next to others; a clear one outranks a broken cell', () => {
		const consent = choose({ optIn: ['A', 'B'], optOut: ['C'] });
		expect(consent.judge({ A: 'yes', B: 'yes', C: '' })).toEqual({
			agreed: '"A" is "yes"; "B" is "yes"; "C" is empty',
		});
		expect(consent.judge({ A: 'yes', B: '', C: '' }).optOut?.reason).toBe('"B" is empty');
		expect(consent.judge({ A: '#N/A', B: '', C: 'x' }).optOut).toMatchObject({ reason: '"C" is "x"', isClear: true });
		expect(consent.judge({ A: '#N/A', B: '', C: '' }).optOut).toMatchObject({ isBroken: true, isClear: false });
	});

	it.each<[string, JsonRecord]>([
		['Newsletter, monthly', { 'Newsletter, monthly': 'no' }],
		['body.newsletter', { body: { newsletter: 'no' } }],
		['Wishes[0].state', { Wishes: [{ state: 'no' }] }],
		["body['A, B']", { body: { 'A, B': 'no' } }],
		['Wish ', { Wish: 'no' }],
		['wish', { 'WISH ': 'no' }],
		['body.noNews', { Body: {}, body: { 'No News': 'no' } }],
		['a.b', { 'a.b': 'no' }],
	])('is found by its name: %s', (name, row) => {
		expect(judged(choose({ optIn: [name] }), row)).toMatchObject([{ isClear: true }]);
	});
});

describe('the choice', () => {
	const rows = ['a@x.org', 'b@x.org'].map((email) => ({ email, Wish: 'yes' }));
	it.each<[string, Partial<ConsentChoice>, RegExp]>([
		['is missing', { consent: '' }, /not chosen/],
		['is none of the two', { consent: 'maybe' }, /not chosen/],
		['has no column', {}, /no column/],
		['has a column twice, as both types', { optIn: ['Wish'], optOut: ['wish '] }, /"wish" is both/],
		['names a column that no item has', { optIn: ['Wihs'] }, /No item has the column "Wihs"/],
		['names a column without any yes or no', { optIn: ['email'] }, /No cell of "email" is a yes or a no/],
	])('stops the run if it %s', (_, choice, message) => {
		expect(refusal(choose(choice), ...rows)).toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringContaining('Nothing was sent.'),
			countsAsOptOut: true,
			canRetry: false,
		});
	});

	it('names the columns that there are, or those next to the last step of a path', () => {
		expect(refusal(choose({ optIn: ['Wihs'] }), ...rows).description).toContain('email, Wish');
		const form = [{ body: { news: 'yes' } }, { body: { news: 'no' } }];
		expect(refusal(choose({ optIn: ['body.nwes'] }), ...form).description).toContain('body.news');
	});

	it('is fine where each row spells the column in its own way', () => {
		expect(judged(choose({ optIn: ['Wish'] }), { Wish: 'yes' }, { 'wish ': 'yes' })).toEqual([undefined, undefined]);
	});

	it('is fine where the last of many rows has the column', () => {
		expect(judged(choose({ optOut: ['Left'] }), {}, { email: 'a' }, { email: 'b', Left: 'x' })).toMatchObject([
			...[undefined, undefined],
			{ isClear: true },
		]);
	});

	it('lets the column be missing where the user says so: without an opt-in, rows are skipped', () => {
		expect(judged(choose({ optIn: ['Wish'], mayBeMissing: true }), { email: 'a' })).toMatchObject([{ isClear: false }]);
		expect(judged(choose({ optOut: ['Left'], mayBeMissing: true }), { email: 'a' })).toEqual([undefined]);
	});

	it('finds its column also where a result of this node has it, and others lack it', () => {
		const result = { action: '', email: 'a', note: '', first_name: '', last_name: '', tags: '', is_subscribed: null };
		const found = judged(choose({ optIn: ['N'] }), { ...result, N: true }, result);
		expect(found).toMatchObject([undefined, { reason: '"N" is empty' }]);
	});

	it('is not fulfilled by an empty item whose fields are set in the node', () => {
		const consent = choose({ optOut: ['Left'] });
		consent.collect({}, false, false);
		expect(() => consent.assertKnown()).toThrow(/No item has the column "Left"/);
	});

	it('counts the rows that it does not understand next to others', () => {
		const consent = choose({ optIn: ['N'] });
		judged(consent, { N: 'No' }, { N: 'Yes, I want news' }, { N: 'Yes, I want mail' });
		expect(consent.hints().skipped).toEqual([
			expect.stringMatching(
				/^2 rows are skipped; the first: "N" is "Yes, I want news", which is neither .*'Answers That Mean Yes'/,
			),
		]);
	});

	it('does not stop for an unusual no once the answers that mean yes are named', () => {
		const consent = choose({ optIn: ['N'], yesAnswers: ['Yes, I want news'] });
		expect(judged(consent, { N: 'No, not at the moment' })).toMatchObject([{ isClear: false }]);
	});

	it('stops for a path that leads nowhere in a form, and for the field of a webhook without its body', () => {
		const form = { headers: {}, body: { email: 'a' } };
		for (const name of ['newsletter', 'boddy.newsletter'])
			expect(refusal(choose({ optIn: [name] }), form).message).toMatch(/No item has the column/);
		expect(judged(choose({ optIn: ['body.newsletter'] }), form)).toMatchObject([{ isClear: false }]);
	});

	it('lets the boxes of the only item be missing: a form omits those that are not ticked', () => {
		expect(judged(choose({ optIn: ['news'] }), { email: 'a' })).toMatchObject([{ reason: '"news" is empty' }]);
		const optOut = choose({ optOut: ['body.left'] });
		expect(judged(optOut, { body: { email: 'a' } })).toEqual([undefined]);
		// Its name may be mistyped.
		expect(optOut.hints().absent).toBe('Not in the input: "body.left". Check the name.');
		expect(refusal(choose({ optOut: ['left'] }), { email: 'a' }).message).toMatch(/No item has/);
	});

	it('of everybody reads no column', () => {
		const consent = choose({ consent: 'everyone', optIn: ['Wish'] });
		expect(judged(consent, { email: 'a', Wish: 'no', Newsletter: 'no' })).toEqual([undefined]);
		expect(consent.judge({}).agreed).toBe('Everyone');
	});
});

describe("the service's own columns, which need no choice", () => {
	const everyone = () => choose({ consent: 'everyone' });
	it.each<[JsonRecord, boolean | undefined]>([
		[{ is_subscribed: true }, undefined],
		[{ is_subscribed: null, email: 'a' }, undefined],
		[{ is_subscribed: '' }, undefined],
		[{ is_subscribed: false }, true],
		[{ is_subscribed: 'FALSE' }, true],
		[{ is_subscribed: 0 }, true],
		[{ is_subscribed: 'nein' }, true],
		[{ is_subscribed: 'soon' }, false],
		[{ is_subscribed: true, unsubscribed_at: '2024-05-01' }, undefined],
		[{ unsubscribed_at: '2024-05-01' }, true],
		[{ unsubscribed_at: null }, undefined],
		[{ headers: {}, body: { is_subscribed: false } }, true],
		[{ is_subscribed: false, error: 'No', details: '', httpStatus: null, canRetry: true }, false],
	])('%j: opted out, clearly or not: %p', (row, isClear) => {
		expect(everyone().judge(row).optOut?.isClear).toBe(isClear);
	});

	it('are never clear in a result of this node, and count next to the columns that it has; its input does not', () => {
		const result = {
			action: 'skipped',
			email: 'a',
			note: '',
			first_name: '',
			last_name: '',
			tags: '',
			is_subscribed: false,
		};
		expect(everyone().judge(result).optOut).toMatchObject({ isClear: false });
		const consent = choose({ optIn: ['Wish'] });
		expect(consent.judge({ ...result, is_subscribed: null }).optOut).toBeUndefined();
		expect(consent.judge({ ...result, is_subscribed: null, Wish: 'no' }).optOut?.reason).toBe('"Wish" is "no"');
		expect(consent.judge({ ...result, is_subscribed: null, input: { Wish: 'no' } }).optOut).toBeUndefined();
	});
});

describe('a column that is not named', () => {
	it.each([
		...[
			'Unsubscribed',
			'Opt-Out',
			'Opted out of email',
			'Abgemeldet am',
			'Afgemeld',
			'Désabonné',
			'Désinscription',
			'Dado de baja',
		],
		...[
			'Descadastrado em',
			'Disiscritto',
			'Uitgeschreven',
			'UNSUB_TIME',
			'I want news and can unsubscribe at any time',
		],
	])('stops the run if its header says who left: %s', (header) => {
		const { message, description } = refusal(choose({ consent: 'everyone' }), { email: 'a', [header]: '' });
		expect(message).toMatch(/may say who left, or who agreed$/);
		expect(description).toMatch(/'Opt-In Columns' if a yes agrees, to 'Opt-Out Columns' if a yes leaves; or remove it/);
	});

	it('is named with all others of its kind, also in a body and around the email', () => {
		const rows = [
			{ body: { Unsub: 'x', mail: {} }, headers: {} },
			{ person: { email: 'a', OptOut: '' }, 'Opted out': 'no' },
		];
		const { message } = refusal(choose({ consent: 'everyone' }, ['person', 'email']), ...rows);
		expect(message).toBe('"Unsub", "Opted out" and "OptOut" may say who left, or who agreed');
	});

	it('is also one that only resembles a named one, next to it: it is not read', () => {
		const twins = { email: 'a', Unsubscribed: '', 'unsubscribed ': 'x' };
		expect(refusal(choose({ optOut: ['Unsubscribed'] }), twins).message).toMatch(/^"unsubscribed" may say who left/);
		expect(refusal(choose({ optOut: ['UNSUBSCRIBED'] }), twins).message).toMatch(/^"unsubscribed" may say who left/);
		const consent = choose({ optIn: ['Wish'] }, [], true);
		expect(judged(consent, { email: 'a', Wish: 'yes', wish: 'no' })).toEqual([undefined]);
		expect(consent.hints().notRead).toBe('Not read: "wish" (1 no).');
		expect(judged(choose({ optOut: ['Unsubscribed', 'unsubscribed '] }), { ...twins, 'unsubscribed ': '' })).toEqual([
			undefined,
		]);
	});

	it('stops nothing once it is named, or if its filled cells are all links', () => {
		const row = { email: 'a', Unsubscribed: 'no', 'Unsubscribe Link': 'https://x.org/u', unsubscribed_at: '' };
		expect(judged(choose({ optOut: ['unsubscribed'] }), row, { ...row, 'Unsubscribe Link': '' })).toEqual([
			undefined,
			undefined,
		]);
		const form = { body: { email: 'a', unsubscribe: 'no' }, headers: {} };
		expect(judged(choose({ optOut: ['body.unsubscribe'] }), form)).toEqual([undefined]);
	});

	it('skips a row whose cell is a word of leaving a list, which unsubscribes nobody, and counts these', () => {
		const consent = choose({ consent: 'everyone' });
		const states = [
			'unsubscribed',
			'Cleaned',
			'abgemeldet',
			'subscribed',
			'cancelled',
			'pending',
			'inactive',
			'deleted',
			'no',
		];
		const found = judged(consent, ...states.map((Status) => ({ email: 'a', Status })));
		expect(found.map((one) => one?.isClear)).toEqual([false, false, false, ...Array<undefined>(6)]);
		expect(found[1]?.reason).toBe('"Status" is "Cleaned"');
		expect(consent.hints().skipped).toEqual([
			expect.stringMatching(/^3 rows are skipped; the first: "Status" is "unsubscribed"\./),
		]);
	});

	it('is named after an interactive run if all that is in it is yes and no, with the number of no', () => {
		const rows = [
			{ Accepts: 'no', Member: 'yes', Name: 'no', Paid: true, Note: '' },
			{ Accepts: 'yes', Member: 'yes', Name: 'Ann', Paid: false, Note: 'no' },
			{ Accepts: 'nein', Member: '', Name: 'no', Paid: '', Note: 'x?' },
		];
		const [interactive, scheduled] = [true, false].map((is) => {
			const consent = choose({ consent: 'everyone' }, [], is);
			judged(consent, ...rows);
			return consent.hints().notRead;
		});
		expect([interactive, scheduled]).toEqual(['Not read: "Accepts" (2 no), "Paid" (1 no).', undefined]);
	});

	it('is not named where it has first names, as F may be one, but where it asks for the way to be written to', () => {
		const consent = choose({ consent: 'everyone' }, [], true);
		judged(consent, { 'First Name': 'F', Email: 'no' }, { 'First Name': '', Email: 'yes' });
		expect(consent.hints().notRead).toBe('Not read: "Email" (1 no).');
	});
});
