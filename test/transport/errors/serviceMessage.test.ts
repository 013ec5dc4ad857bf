import fc from 'fast-check';

import { refusals } from '../../../nodes/EmailMarketing/transport/errors/refusals';
import { serviceMessage } from '../../../nodes/EmailMarketing/transport/errors/serviceMessage';

describe('serviceMessage', () => {
	it.each([
		['the documented message', { message: 'Unauthenticated.' }, 'Unauthenticated.'],
		['a message over several lines', { message: ' One\n\ttwo ' }, 'One two'],
		['plain text', 'Bad gateway', 'Bad gateway'],
		['error as text', { error: 'invalid_token' }, 'invalid_token'],
		['error with a message', { error: { code: 7, message: 'Token expired' } }, 'Token expired'],
		['errors as text', { errors: 'Too many' }, 'Too many'],
		['errors as texts', { errors: ['One', 'Two'] }, 'One · Two'],
		['errors as things with a message', { errors: [{ code: 1, message: 'Bad address' }] }, 'Bad address'],
		['a message and errors as text', { message: 'Invalid.', errors: 'Email is taken' }, 'Invalid. · Email is taken'],
		[
			'a message and errors as texts',
			{ message: 'Invalid.', errors: ['Email is taken', 'Invalid.'] },
			'Invalid. · Email is taken',
		],
		['a message as a list', { message: ['One', 'Two'] }, 'One · Two'],
		[
			'a problem with title and detail (RFC 7807)',
			{ type: 'about:blank', title: 'Unprocessable', detail: 'Email is taken' },
			'Email is taken',
		],
		[
			'errors with a detail (JSON:API)',
			{ errors: [{ status: '422', title: 'Invalid', detail: 'Email is taken' }] },
			'Email is taken',
		],
		['a reason', { success: false, reason: 'Quota' }, 'Quota'],
		['detail', { detail: 'Not here' }, 'Not here'],
		['title', { title: 'Not Found' }, 'Not Found'],
		['texts alone', ['One', 'Two'], 'One · Two'],
		['what OAuth says', { error: 'invalid_grant', error_description: 'Token is gone' }, 'Token is gone'],
		['messages', { messages: ['One', 'Two'] }, 'One · Two'],
		['embedded refusals', { _embedded: { errors: [{ message: 'One' }] } }, 'One'],
		['what is said of no field', { non_field_errors: ['Too many'], email: ['is taken'] }, 'Too many'],
		[
			'something general beside the fields',
			{ errors: ['One'], violations: [{ field: 'email', message: 'is taken' }] },
			'One',
		],
		['a row as the service counts it', { errors: [{ row: 2, message: 'is empty' }] }, 'is empty (row 2)'],
		['a text with control characters', 'One\u0000\u001b two', 'One two'],
		[
			'an answer of an unknown shape',
			{ success: false, imported: 8, list: { name: 'May' } },
			'imported: 8 · list.name: May',
		],
		['an empty message before a detail', { message: '', detail: 'Not here' }, 'Not here'],
		['a message that is null before a title', { message: null, title: 'Not Found' }, 'Not Found'],
	])('reads %s', (_name, body, said) => {
		expect(serviceMessage(body)).toBe(said);
	});

	it.each([
		undefined,
		null,
		'',
		'  ',
		5,
		true,
		[],
		[5],
		{},
		{ success: false },
		{ message: '' },
		{ message: 5 },
		{ message: {} },
		{ errors: {} },
		{ errors: [5, null] },
		'<html><body>Bad gateway</body></html>',
		'{"message": "cut',
		'\u001f\ufffd\b\u0000abc',
		'Traceback (most recent call last):\n  File "/srv/app.py", line 3, in <module>',
		'[1, 2',
	])('finds no sentence in %j', (body) => {
		expect(serviceMessage(body)).toBeUndefined();
	});

	it.each([
		'message',
		'error_description',
		'error',
		'detail',
		'title',
		'msg',
		'reason',
		'error_message',
		'errorMessage',
	])('reads a sentence under the name %s, alone and in a list', (name) => {
		expect([serviceMessage({ [name]: 'Words' }), serviceMessage({ [name]: ['Words', 'more'] })]).toEqual([
			'Words',
			'Words · more',
		]);
	});

	it('reads the details of a list of things', () => {
		expect(serviceMessage({ message: [{ detail: 'One' }, { detail: 'Two' }] })).toBe('One · Two');
	});

	it('does not take what is said of a field for the sentence', () => {
		expect(serviceMessage({ message: { title: 'is long', name: 'is taken' } })).toBeUndefined();
	});

	it('says what is of no field without a name, beside what has one', () => {
		expect(serviceMessage({ general: 'Too many', imported: 8 })).toBe('Too many · imported: 8');
	});

	it('says nothing of its own where a field says all', () => {
		expect(serviceMessage({ errors: { email: 'is taken' }, imported: 8 })).toBeUndefined();
	});

	it('takes a text for a sentence that only holds the signs of markup', () => {
		expect([serviceMessage('1 < 2'), serviceMessage('Odd {word}'), serviceMessage(' \n<p>')]).toEqual([
			'1 < 2',
			'Odd {word}',
			undefined,
		]);
	});

	it('keeps 300 letters of a sentence, and no more', () => {
		expect([300, 301].map((length) => serviceMessage({ message: 'x'.repeat(length) }))).toEqual([
			'x'.repeat(300),
			`${'x'.repeat(300)}…`,
		]);
	});

	it.each([
		['Python', 'Internal Server Error\n\nTraceback (most recent call last):\n  File "/srv/app.py", line 3'],
		['Node', 'Internal Server Error\n    at Foo (/srv/app.js:12:3)\n    at async Bar (/srv/app.js:1:1)'],
		['Java', 'Internal Server Error\n\tat com.example.Foo.bar(Foo.java:12)'],
		['PHP', 'Internal Server Error\nStack trace:\n#0 /srv/a.php(3): b()'],
		['PHP without a headline', 'Internal Server Error #0 /srv/a.php(3): b()'],
	])('leaves out the trace of a program in %s, in a text and in a field', (_, text) => {
		expect([serviceMessage(text), serviceMessage({ error: { message: text, code: 5 } })]).toEqual([
			'Internal Server Error',
			'Internal Server Error',
		]);
		expect(JSON.stringify(refusals({ error: { message: 'Odd', stack: text } }))).not.toContain('/srv');
	});

	it.each(['at most 500 rows (per request)', 'Sent\nat 10:30 (UTC)', 'Look at (1:2)'])(
		'takes "%s" for no trace',
		(text) => {
			expect(serviceMessage(text)).toBe(text.replace('\n', ' '));
		},
	);

	it('shortens a huge message', () => {
		const said = serviceMessage({ message: 'word '.repeat(100_000) }) ?? '';
		expect(said.length).toBeLessThanOrEqual(301);
		expect(said).toMatch(/^word word .*…$/);
	});

	it('never breaks, and gives a line of readable length or nothing', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.constantFrom('message', 'error', 'errors', 'detail', 'title'), (value, key) => {
				for (const body of [value, { [key]: value }]) {
					const said = serviceMessage(body);
					if (said !== undefined)
						expect([said === said.trim(), said.length > 0 && said.length <= 301]).toEqual([true, true]);
				}
			}),
		);
	});
});
