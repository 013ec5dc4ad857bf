import { parseServiceError, parseRowField } from '../../nodes/EmailMarketing/api/serviceErrors';

describe('the body of a failed request', () => {
	it.each<[string, unknown, string | undefined]>([
		['a message', { message: 'Nope.' }, 'Nope.'],
		['RFC 7807', { type: 'x', title: 'Conflict', detail: 'It is there.' }, 'It is there.'],
		['RFC 7807 without a detail', { title: 'Conflict' }, 'Conflict'],
		['{error: "text"}', { error: 'Unauthenticated.' }, 'Unauthenticated.'],
		['text', 'Too many requests', 'Too many requests'],
		['a stack trace', 'Boom\n    at Object.<anonymous> (/srv/app.js:1:1)', 'Boom'],
		['a web page', '<html>Bad Gateway</html>', undefined],
		['several lines', { message: 'One\n\ttwo' }, 'One two'],
		['an object without a text', { message: { a: 1 } }, undefined],
		['a list', [{ message: 'No' }], undefined],
	])('has its sentence: %s', (_name, body, message) => {
		expect(parseServiceError(body).message).toBe(message);
	});

	it.each([
		[{ errors: ['Row 1 is odd', 'Row 2 is odd'] }, 'Row 1 is odd · Row 2 is odd'],
		[{ errors: 'Row 1 is odd' }, 'Row 1 is odd'],
		[{ message: 'Invalid', errors: ['Row 1 is odd'] }, 'Invalid · Row 1 is odd'],
		[{ errors: [{ status: '422', title: 'Invalid', detail: 'The email is taken' }] }, 'The email is taken'],
		[{ error: { code: 7, message: 'No credit' } }, 'No credit'],
		[{ failures: [{ row: 1 }, 'Row 2 is odd', { row: 3, errors: ['Row 3 is odd'] }] }, 'Row 2 is odd · Row 3 is odd'],
	])('has all of its texts, whatever their shape: %j', (body, message) => {
		expect(parseServiceError(body).message).toBe(message);
	});

	it('is shortened', () => {
		expect(parseServiceError({ message: 'x'.repeat(1000) }).message).toHaveLength(301);
		const { fields } = parseServiceError({ errors: { ['f'.repeat(1000)]: 'is odd' } });
		expect(fields).toEqual([{ field: 'f'.repeat(100), text: 'is odd' }]);
	});

	it.each(['No', '<html>', undefined, [], { message: ' ', errors: 'No' }, { errors: { name: ['', ' \n', 7] } }])(
		'has no text for a field: %j',
		(body) => {
			expect(parseServiceError(body).fields).toEqual([]);
		},
	);

	it('has no part of a token where the sentence is cut', () => {
		const clean = (text: string): string => text.replaceAll('token-of-the-user', '***');
		const message = `${'x'.repeat(294)} token-of-the-user is wrong`;
		expect(parseServiceError({ message }, clean).message).not.toContain('tok');
	});

	it('has texts without spaces around them, of which the empty ones do not count', () => {
		expect(parseServiceError({ message: ' ', error: ' No\n' }).message).toBe('No');
	});

	it('has a text for each field', () => {
		const errors = {
			email: ['is taken', 'is short'],
			name: 'is missing',
			tags: [],
			'subscribers.3.email': [null, 'is bad'],
		};
		expect(parseServiceError({ message: 'Invalid', errors }).fields).toEqual([
			{ field: 'email', text: 'is taken' },
			{ field: 'email', text: 'is short' },
			{ field: 'name', text: 'is missing' },
			{ field: 'subscribers.3.email', text: 'is bad' },
		]);
	});

	it.each([
		['subscribers.3.email', { row: 3, inner: 'email' }],
		['subscribers.12', { row: 12, inner: '' }],
		['email', undefined],
		['meta.subscribers.3', undefined],
		['subscribers.3email', undefined],
		['', undefined],
	])('names a row of an import: %s', (field, row) => {
		expect(parseRowField(field)).toEqual(row);
	});
});
