import fc from 'fast-check';

import { everythingIn, fieldMessages, refusals } from '../../../nodes/EmailMarketing/transport/errors/refusals';

describe('fieldMessages', () => {
	const email = { field: 'email', text: 'is taken' };

	it.each([
		['a list of texts', { errors: { email: ['is taken', 'is short'] } }, [email, { field: 'email', text: 'is short' }]],
		['one text', { errors: { email: 'is taken' } }, [email]],
		[
			'dotted fields',
			{ errors: { 'subscribers.0.email': ['is taken'] } },
			[{ field: 'subscribers.0.email', text: 'is taken' }],
		],
		[
			'nested fields',
			{ errors: { address: { city: ['is missing'] } } },
			[{ field: 'address.city', text: 'is missing' }],
		],
		['a field with a message in it', { errors: { email: { message: 'is taken', code: 7 } } }, [email]],
		['a list of {field, message}', { errors: [{ field: 'email', message: 'is taken' }] }, [email]],
		['a list of {path, msg}', { errors: [{ path: 'email', msg: 'is taken' }] }, [email]],
		['a list of {param, msg}', { errors: [{ param: 'email', msg: 'is taken' }] }, [email]],
		['errors inside error', { error: { errors: { email: ['is taken'] } } }, [email]],
		[
			'numbers and truth values',
			{ errors: { limit: 5, tags: [true] } },
			[
				{ field: 'limit', text: '5' },
				{ field: 'tags', text: 'true' },
			],
		],
		[
			'a pointer (JSON:API)',
			{ errors: [{ source: { pointer: '/data/attributes/email' }, title: 'Invalid', detail: 'is taken' }] },
			[email],
		],
		['a parameter (JSON:API)', { errors: [{ source: { parameter: 'email' }, detail: 'is taken' }] }, [email]],
		['invalid-params (RFC 7807)', { title: 'Odd', 'invalid-params': [{ name: 'email', reason: 'is taken' }] }, [email]],
		['violations', { violations: [{ propertyPath: 'email', message: 'is taken', title: 'x' }] }, [email]],
		['a detail as a list with places', { detail: [{ loc: ['body', 'email'], msg: 'is taken', type: 'x' }] }, [email]],
		[
			'details inside error',
			{ error: { message: 'Odd', details: [{ field: 'email', message: 'is taken' }] } },
			[email],
		],
		[
			'a path as a list',
			{ errors: [{ path: ['subscribers', 5, 'email'], message: 'is taken' }] },
			[{ field: 'subscribers.5.email', text: 'is taken' }],
		],
		[
			'a JSON pointer to a row',
			{ errors: [{ pointer: '/subscribers/5/email', message: 'is taken' }] },
			[{ field: 'subscribers.5.email', text: 'is taken' }],
		],
		[
			'brackets',
			{ errors: { 'subscribers[5].email': ['is taken'], 'subscribers[6][email]': 'is short' } },
			[
				{ field: 'subscribers.5.email', text: 'is taken' },
				{ field: 'subscribers.6.email', text: 'is short' },
			],
		],
		['a message as an object', { message: { email: ['is taken'] } }, [email]],
		[
			'fields called title and name',
			{ errors: { title: 'is long', name: ['is taken'] } },
			[
				{ field: 'title', text: 'is long' },
				{ field: 'name', text: 'is taken' },
			],
		],
		['fields alone', { email: ['is taken'], non_field_errors: ['Too many'] }, [email]],
		['a bare list of {field, message}', [{ field: 'email', message: 'is taken' }], [email]],
		['fields inside error', { error: { email: ['is taken'] } }, [email]],
		[
			'fields inside error beside a code',
			{ error: { code: 'validation', message: 'Odd', fields: { email: 'is taken' } } },
			[email],
		],
		['details that are an object', { error: { message: 'Odd', details: { email: 'is taken' } } }, [email]],
		['errors inside data', { data: { errors: { email: 'is taken' } } }, [email]],
		[
			'parameters inside data (WordPress)',
			{ code: 'odd', data: { status: 422, params: { email: 'is taken' } } },
			[email],
		],
		...['validation_errors', 'validationErrors', 'fieldErrors', 'field_errors'].map(
			(name): [string, unknown, unknown[]] => [name, { [name]: { email: ['is taken'] } }, [email]],
		),
		[
			'a default message (Spring)',
			{ errors: [{ field: 'email', defaultMessage: 'is taken', code: 'Email' }] },
			[email],
		],
		['an error for a text', { errors: [{ field: 'email', error: 'is taken' }] }, [email]],
		['a code alone', { errors: [{ field: 'email', code: 'is taken' }] }, [email]],
		['a code alone inside of a field', { errors: { email: { code: 'is taken' } } }, [email]],
		[
			'embedded refusals with a path',
			{ message: 'Odd', _embedded: { errors: [{ message: 'is taken', path: '/email' }] } },
			[email],
		],
		[
			'fields beside something general',
			{ errors: ['One'], violations: [{ field: 'email', message: 'is taken' }] },
			[email],
		],
		[
			'a list that is empty before one that is not',
			{ errors: [], violations: [{ field: 'email', message: 'is taken' }] },
			[email],
		],
		[
			'a place in the list',
			{
				errors: [
					{ index: 1, field: 'email', message: 'is taken' },
					{ index: 2, message: 'is odd' },
				],
			},
			[
				{ field: '1.email', text: 'is taken' },
				{ field: '2', text: 'is odd' },
			],
		],
		[
			'a place in the list that the field names too',
			{ errors: [{ index: 1, field: 'subscribers.1.email', message: 'is taken' }] },
			[{ field: 'subscribers.1.email', text: 'is taken' }],
		],
		[
			'a row as the service counts it',
			{ errors: [{ row: 2, field: 'email', message: 'is taken' }] },
			[{ field: 'email', text: 'is taken (row 2)' }],
		],
		['a thing that names its field', { errors: { first: { field: 'email', message: 'is taken' } } }, [email]],
		[
			'messages of an entry, by field',
			{ errors: [{ messages: { title: 'is long' } }] },
			[{ field: 'title', text: 'is long' }],
		],
		[
			'a field called title inside of another',
			{ errors: { address: { title: 'is long' } } },
			[{ field: 'address.title', text: 'is long' }],
		],
		[
			'a field that is empty before one that is not',
			{
				errors: [
					{ field: '', path: 'email', message: 'is taken' },
					{ field: [], path: 'email', message: 'is taken' },
				],
			},
			[email, email],
		],
		['texts among nothings', { errors: { email: [null, '', 'is taken', []] } }, [email]],
	])('reads %s', (_name, body, messages) => {
		expect(fieldMessages(body)).toEqual(messages);
	});

	it.each([
		undefined,
		null,
		'text',
		5,
		[],
		{},
		{ errors: null },
		{ errors: [] },
		{ errors: {} },
		{ errors: 'Too many' },
		{ errors: ['One', 'Two'] },
		{ errors: 5 },
		{ errors: { email: null } },
		{ errors: { email: [] } },
		{ message: 'No' },
	])('finds no field in %j', (body) => {
		expect(fieldMessages(body)).toEqual([]);
	});

	it.each([
		{ errors: [{ message: 'is taken' }] },
		{ errors: [{ code: 'E1', message: 'is taken' }] },
		{ errors: [{ name: 'ValidationRefusal', message: 'is taken' }] },
	])('does not take the words around a message for fields: %j', (body) => {
		expect(fieldMessages(body)).toEqual([]);
	});

	it('shortens a huge answer', () => {
		const errors = Object.fromEntries(
			Array.from({ length: 5000 }, (_, index) => [`subscribers.${index}.email`, ['x'.repeat(5000)]]),
		);
		const messages = fieldMessages({ errors });
		expect(messages).toHaveLength(50);
		expect(messages[0]).toEqual({ field: 'subscribers.0.email', text: `${'x'.repeat(300)}…` });
	});

	it('shortens the name of a field, and takes no time for one of brackets', () => {
		const name = '['.repeat(1_000_000);
		const fields = [
			{ errors: [{ field: name, message: 'x' }] },
			{ errors: { [name]: 'x' } },
			{ errors: { [name]: { [name]: 'x' } } },
			{ errors: [{ path: [name, name], message: 'x' }] },
		].flatMap((body) => fieldMessages(body));
		expect(fields.map(({ field }) => field.length <= 101)).toEqual([true, true, true, true]);
	});

	it('does not take the numbers of an answer that did a part for fields', () => {
		expect(fieldMessages({ success: false, imported: 8, skipped: ['a@example.com'] })).toEqual([]);
	});

	it('looks through the beginning of a list that is endless', () => {
		const empty = Array.from({ length: 1000 }, () => ({}));
		expect(fieldMessages({ errors: [...empty.slice(1), { field: 'email', message: 'is taken' }] })).toHaveLength(1);
		expect(fieldMessages({ errors: [...empty, { field: 'email', message: 'is taken' }] })).toEqual([]);
	});

	const places = [
		...['errors', 'error.errors', 'error.details', 'error.fields', 'data.errors', '_embedded.errors', 'meta.errors'],
		...[
			'invalid-params',
			'invalid_params',
			'violations',
			'validation_errors',
			'validationErrors',
			'fieldErrors',
			'field_errors',
			'messages',
			'details',
			'detail',
			'data.params',
		],
	];
	const placedAt = (path: string, value: unknown): unknown =>
		path.split('.').reduceRight((inner, name) => ({ [name]: inner }), value);

	it.each(places)('finds fields at %s, also beside a text', (path) => {
		expect(fieldMessages({ success: false, ...(placedAt(path, { email: 'is taken' }) as object) })).toEqual([email]);
	});

	it.each([
		'message',
		'msg',
		'detail',
		'reason',
		'description',
		'defaultMessage',
		'errorMessage',
		'error_message',
		'error',
		'text',
		'title',
	])("reads an entry's text under the name %s", (name) => {
		expect(fieldMessages({ errors: [{ field: 'email', [name]: 'is taken' }] })).toEqual([email]);
	});

	it.each(['pointer', 'field', 'path', 'param', 'propertyPath', 'property', 'attribute', 'loc'])(
		"reads an entry's field under the name %s",
		(name) => {
			expect(
				fieldMessages({
					errors: [
						{ [name]: 'email', message: 'is taken' },
						{ [name]: '', message: 'is odd' },
						{ [name]: [], message: 'is odd' },
						{ [name]: 5, message: 'is odd' },
					],
				}),
			).toEqual([email]);
		},
	);

	it.each(['row', 'line', 'row_number', 'rowNumber', 'lineNumber'])(
		'keeps the row of an entry that is called %s',
		(name) => {
			expect(fieldMessages({ errors: [{ [name]: 12, field: 'email', message: 'is taken' }] })).toEqual([
				{ field: 'email', text: 'is taken (row 12)' },
			]);
		},
	);

	it.each(['2a', 'a2', '', -1, 1.5, 1_234_567_890, null, true])('takes %j for no number of a row', (number) => {
		expect(fieldMessages({ errors: [{ row: number, index: number, field: 'email', message: 'is taken' }] })).toEqual([
			email,
		]);
	});

	it.each([
		['5', '5'],
		['5.email', '5.email'],
		['a.15.email', 'a.15.email'],
		['a.5', 'a.5'],
		['line5', '1.line5'],
		['5th', '1.5th'],
		['a.5th', '1.a.5th'],
		['a.line5', '1.a.line5'],
	])('puts the place in the list before %s, unless a number stands there', (field, placed) => {
		expect(fieldMessages({ errors: [{ index: 1, row: 3, field, message: 'is taken' }] })).toEqual([
			{ field: placed, text: 'is taken' },
		]);
	});

	it('keeps apart what the entries of one list are about', () => {
		const errors = [
			{ index: 0, errors: { email: 'is taken' } },
			{ field: 'subscribers', messages: [{ field: 'name', message: 'is long' }, 'are odd'] },
		];
		expect(fieldMessages({ errors: errors.slice(1) })).toEqual([
			{ field: 'name', text: 'is long' },
			{ field: 'subscribers', text: 'are odd' },
		]);
	});

	it('takes a code for a text only where it is one and a field is known', () => {
		expect(refusals({ errors: [{ code: 'E1' }, { field: 'email', code: 7 }] })).toEqual([
			{ field: 'code', text: 'E1' },
			{ field: 'field', text: 'email' },
			{ field: 'code', text: '7' },
		]);
	});

	it.each([
		{ ok: false, skipped: ['a@example.com'] },
		{ success: true, skipped: ['a@example.com'] },
		{ skipped: ['a@example.com'], imported: 5 },
		{ email: ['is taken', 5] },
		{ email: ['is taken'], tags: [] },
	])('does not take lists for fields that may be of something else: %j', (body) => {
		expect(fieldMessages(body)).toEqual([]);
	});

	it('reads lists ten deep, and no deeper', () => {
		const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}"is taken"${']'.repeat(depth)}`);
		expect([fieldMessages({ errors: { email: nested(9) } }), fieldMessages({ errors: { email: nested(10) } })]).toEqual(
			[[email], []],
		);
	});

	it('reads objects as deep as lists', () => {
		const nested = (depth: number): unknown =>
			Array.from({ length: depth }).reduce((inner) => ({ a: inner }), 'is taken');
		expect([fieldMessages({ errors: nested(10) }).length, fieldMessages({ errors: nested(11) })]).toEqual([1, []]);
	});

	it('reads messages inside of messages as deep as lists', () => {
		const nested = (depth: number): unknown =>
			Array.from({ length: depth }).reduce((inner) => ({ messages: inner }), 'is taken');
		expect([fieldMessages({ errors: { email: nested(9) } }), fieldMessages({ errors: { email: nested(10) } })]).toEqual(
			[[email], []],
		);
	});

	it('looks through the beginning of an object that is endless', () => {
		const nothing = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field_${index}`, null]));
		const fewer = Object.fromEntries(Object.entries(nothing).slice(1));
		expect(
			[{ errors: { ...fewer, email: 'is taken' } }, { error: { ...fewer, email: 'is taken' } }].map((body) =>
				fieldMessages(body),
			),
		).toEqual([[email], [email]]);
		expect(
			[{ errors: { ...nothing, email: 'is taken' } }, { error: { ...nothing, email: 'is taken' } }].map((body) =>
				fieldMessages(body),
			),
		).toEqual([[], []]);
	});

	it('does not break on an answer nested thousands deep', () => {
		const depth = 20_000;
		const errors: unknown = JSON.parse(`${'['.repeat(depth)}"x"${']'.repeat(depth)}`);
		expect(() => fieldMessages({ errors: { email: errors } })).not.toThrow();
	});

	it('never breaks, and gives fields and texts or nothing', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				for (const message of [
					...fieldMessages(value),
					...fieldMessages({ errors: value }),
					...fieldMessages({ error: { errors: value } }),
				]) {
					expect([typeof message.field, typeof message.text]).toEqual(['string', 'string']);
				}
			}),
		);
	});
});

describe('refusals', () => {
	it('reads errors and messages that are a text, and leaves the sentences of an answer to its headline', () => {
		expect([{ errors: 'No' }, { messages: 'No' }].map((body) => refusals(body))).toEqual([
			[{ field: '', text: 'No' }],
			[{ field: '', text: 'No' }],
		]);
		expect([{ detail: 'No' }, { message: 'No' }, { error: 'No' }].map((body) => refusals(body))).toEqual([[], [], []]);
	});

	it('adds the fields from another place to what is said in general, and no more', () => {
		const body = {
			errors: ['One'],
			violations: ['Two'],
			details: [{ field: 'email', message: 'is taken' }],
			detail: [{ field: 'name', message: 'is long' }],
		};
		expect(refusals(body)).toEqual([
			{ field: '', text: 'One' },
			{ field: 'email', text: 'is taken' },
		]);
		expect(refusals({ ...body, errors: { tags: 'are odd', base: 'Odd' } })).toEqual([
			{ field: 'tags', text: 'are odd' },
			{ field: '', text: 'Odd' },
		]);
		expect(refusals({ errors: ['One'], violations: ['Two', { field: 'email', message: 'is taken' }] })).toEqual([
			{ field: '', text: 'One' },
			{ field: '', text: 'Two' },
			{ field: 'email', text: 'is taken' },
		]);
	});

	it('gives no numbers without a field', () => {
		expect(refusals({ errors: [5, true, 'No'] })).toEqual([{ field: '', text: 'No' }]);
	});
});

describe('everythingIn', () => {
	const envelope = [
		...[
			'success',
			'ok',
			'status',
			'statusCode',
			'status_code',
			'code',
			'type',
			'message',
			'msg',
			'error',
			'title',
			'deleted',
			'result',
		],
		...[
			'errors',
			'data',
			'_embedded',
			'meta',
			'invalid-params',
			'violations',
			'validation_errors',
			'messages',
			'details',
			'detail',
		],
	];

	it.each(envelope)('gives what an answer holds, without its %s', (name) => {
		expect(everythingIn({ [name]: 7, imported: 8 })).toEqual([{ field: 'imported', text: '8' }]);
	});

	it.each([undefined, null, 'text', 5, [{ a: 'b' }]])('gives nothing of %j', (body) => {
		expect(everythingIn(body)).toEqual([]);
	});

	it('takes every name for a field', () => {
		expect(everythingIn({ text: 'x', imported: 8 })).toEqual([
			{ field: 'text', text: 'x' },
			{ field: 'imported', text: '8' },
		]);
	});

	it('gives no more than fifty things', () => {
		expect(
			everythingIn(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field_${index}`, 'x']))),
		).toHaveLength(50);
	});
});
