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
		['an object in place of a text', { message: { a: 1 } }, undefined],
		['nothing', undefined, undefined],
		['a list', [{ message: 'No' }], undefined],
	])('has its sentence: %s', (_name, body, message) => {
		expect(parseServiceError(body).message).toBe(message);
	});

	it.each([
		[{ errors: ['Row 1 is odd', 'Row 2 is odd'] }, 'Row 1 is odd'],
		[{ failures: [{ row: 1 }, 'Row 2 is odd'] }, 'Row 2 is odd'],
	])('has its first text where there is no sentence: %j', (body, message) => {
		expect(parseServiceError(body).message).toBe(message);
	});

	it('is shortened', () => {
		expect(parseServiceError({ message: 'x'.repeat(1000) }).message).toHaveLength(301);
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
	])('names a row of an import: %s', (field, row) => {
		expect(parseRowField(field)).toEqual(row);
	});
});
