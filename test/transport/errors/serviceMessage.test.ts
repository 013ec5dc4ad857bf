import fc from 'fast-check';

import { fieldMessages, serviceMessage } from '../../../nodes/EmailMarketing/transport/errors/serviceMessage';

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
		['a message and errors as texts', { message: 'Invalid.', errors: ['Email is taken', 'Invalid.'] }, 'Invalid. · Email is taken'],
		['a message as a list', { message: ['One', 'Two'] }, 'One · Two'],
		['a problem with title and detail (RFC 7807)', { type: 'about:blank', title: 'Unprocessable', detail: 'Email is taken' }, 'Email is taken'],
		['errors with a detail (JSON:API)', { errors: [{ status: '422', title: 'Invalid', detail: 'Email is taken' }] }, 'Email is taken'],
		['a reason', { success: false, reason: 'Quota' }, 'Quota'],
		['detail', { detail: 'Not here' }, 'Not here'],
		['title', { title: 'Not Found' }, 'Not Found'],
		['an empty message before a detail', { message: '', detail: 'Not here' }, 'Not here'],
		['a message that is null before a title', { message: null, title: 'Not Found' }, 'Not Found'],
	])('reads %s', (_name, body, said) => {
		expect(serviceMessage(body)).toBe(said);
	});

	it.each([undefined, null, '', '  ', 5, true, [], ['text'], {}, { message: '' }, { message: 5 }, { message: {} }, { errors: {} }, { errors: [5, null] }, '<html><body>Bad gateway</body></html>', '{"message": "cut', '[1, 2'])('finds no sentence in %j', (body) => {
		expect(serviceMessage(body)).toBeUndefined();
	});

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
					if (said !== undefined) expect([said === said.trim(), said.length > 0 && said.length <= 301]).toEqual([true, true]);
				}
			}),
		);
	});
});

describe('fieldMessages', () => {
	const email = { field: 'email', text: 'is taken' };

	it.each([
		['a list of texts', { errors: { email: ['is taken', 'is short'] } }, [email, { field: 'email', text: 'is short' }]],
		['one text', { errors: { email: 'is taken' } }, [email]],
		['dotted fields', { errors: { 'subscribers.0.email': ['is taken'] } }, [{ field: 'subscribers.0.email', text: 'is taken' }]],
		['nested fields', { errors: { address: { city: ['is missing'] } } }, [{ field: 'address.city', text: 'is missing' }]],
		['a field with a message in it', { errors: { email: { message: 'is taken', code: 7 } } }, [email]],
		['a list of {field, message}', { errors: [{ field: 'email', message: 'is taken' }] }, [email]],
		['a list of {path, msg}', { errors: [{ path: 'email', msg: 'is taken' }] }, [email]],
		['a list of {param, msg}', { errors: [{ param: 'email', msg: 'is taken' }] }, [email]],
		['errors inside error', { error: { errors: { email: ['is taken'] } } }, [email]],
		['numbers and truth values', { errors: { limit: 5, tags: [true] } }, [{ field: 'limit', text: '5' }, { field: 'tags', text: 'true' }]],
		['a pointer (JSON:API)', { errors: [{ source: { pointer: '/data/attributes/email' }, title: 'Invalid', detail: 'is taken' }] }, [email]],
		['a parameter (JSON:API)', { errors: [{ source: { parameter: 'email' }, detail: 'is taken' }] }, [email]],
		['invalid-params (RFC 7807)', { title: 'Odd', 'invalid-params': [{ name: 'email', reason: 'is taken' }] }, [email]],
		['violations', { violations: [{ propertyPath: 'email', message: 'is taken', title: 'x' }] }, [email]],
		['a detail as a list with places', { detail: [{ loc: ['body', 'email'], msg: 'is taken', type: 'x' }] }, [email]],
		['details inside error', { error: { message: 'Odd', details: [{ field: 'email', message: 'is taken' }] } }, [email]],
		['a path as a list', { errors: [{ path: ['subscribers', 5, 'email'], message: 'is taken' }] }, [{ field: 'subscribers.5.email', text: 'is taken' }]],
		['a JSON pointer to a row', { errors: [{ pointer: '/subscribers/5/email', message: 'is taken' }] }, [{ field: 'subscribers.5.email', text: 'is taken' }]],
		['brackets', { errors: { 'subscribers[5].email': ['is taken'], 'subscribers[6][email]': 'is short' } }, [{ field: 'subscribers.5.email', text: 'is taken' }, { field: 'subscribers.6.email', text: 'is short' }]],
		['a message as an object', { message: { email: ['is taken'] } }, [email]],
		['fields called title and name', { errors: { title: 'is long', name: ['is taken'] } }, [{ field: 'title', text: 'is long' }, { field: 'name', text: 'is taken' }]],
		['texts among nothings', { errors: { email: [null, '', 'is taken', []] } }, [email]],
	])('reads %s', (_name, body, messages) => {
		expect(fieldMessages(body)).toEqual(messages);
	});

	it.each([undefined, null, 'text', 5, [], {}, { errors: null }, { errors: [] }, { errors: {} }, { errors: 'Too many' }, { errors: ['One', 'Two'] }, { errors: 5 }, { errors: { email: null } }, { errors: { email: [] } }, { message: 'No' }])('finds no field in %j', (body) => {
		expect(fieldMessages(body)).toEqual([]);
	});

	it.each([{ errors: [{ message: 'is taken' }] }, { errors: [{ code: 'E1', message: 'is taken' }] }, { errors: [{ name: 'ValidationRefusal', message: 'is taken' }] }])('does not take the words around a message for fields: %j', (body) => {
		expect(fieldMessages(body)).toEqual([]);
	});

	it('shortens a huge answer', () => {
		const errors = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`subscribers.${index}.email`, ['x'.repeat(5000)]]));
		const messages = fieldMessages({ errors });
		expect(messages).toHaveLength(50);
		expect(messages[0]).toEqual({ field: 'subscribers.0.email', text: `${'x'.repeat(300)}…` });
	});

	it('does not break on an answer nested thousands deep', () => {
		const depth = 20_000;
		const errors: unknown = JSON.parse(`${'['.repeat(depth)}"x"${']'.repeat(depth)}`);
		expect(() => fieldMessages({ errors: { email: errors } })).not.toThrow();
	});

	it('never breaks, and gives fields and texts or nothing', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				for (const message of [...fieldMessages(value), ...fieldMessages({ errors: value }), ...fieldMessages({ error: { errors: value } })]) {
					expect([typeof message.field, typeof message.text]).toEqual(['string', 'string']);
				}
			}),
		);
	});
});
