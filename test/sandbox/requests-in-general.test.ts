import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { defined, useSandbox } from './support';

const bench = useSandbox();

function subscribersPath(): string {
	return `/v1/contact-lists/${defined(bench.sandbox.state.contactLists[0]).uuid}/subscriber`;
}

test('a path the service does not have is not found', async () => {
	const { status, data } = await bench.client.get('/v1/newsletters');

	expect(status).toBe(404);
	expect(data).toEqual({ message: 'The route could not be found.' });
});

test('a method the path does not have is not allowed', async () => {
	const { status, data } = await bench.client.patch('/v1/campaigns/some-id', {});

	expect(status).toBe(405);
	expect(data.message).toContain('PATCH');
});

test('a body that is not declared as JSON is refused', async () => {
	const { status, data } = await bench.client.post(subscribersPath(), '{"email":"jo@example.com"}', {
		headers: { 'Content-Type': 'text/plain' },
	});

	expect(status).toBe(422);
	expect(data.errors).toEqual({ 'content-type': ['The content type must be application/json.'] });
});

test('a charset after the content type is fine', async () => {
	const { status } = await bench.client.post(subscribersPath(), '{"email":"jo@example.com"}', {
		headers: { 'Content-Type': 'application/json; charset=utf-8' },
	});

	expect(status).toBe(200);
});

test.each([
	['is cut off', '{"email":', 'The body must be valid JSON.'],
	['is a list', '[]', 'The body field must be an object.'],
	['is a text', '"jo@example.com"', 'The body field must be an object.'],
	['is missing', undefined, 'The body field is required.'],
])('a body that %s is refused', async (_case, body, text) => {
	const { status, data } = await bench.client.post(subscribersPath(), body, {
		headers: { 'Content-Type': 'application/json' },
		transformRequest: (raw: unknown) => raw,
	});

	expect(status).toBe(422);
	expect(data).toEqual({ message: text, errors: { body: [text] } });
});

test('an unknown thing in the path is told before anything about the body', async () => {
	const { status, data } = await bench.client.post('/v1/contact-lists/unknown/subscriber', { email: 'no address' });

	expect(status).toBe(404);
	expect(data).toEqual({ message: 'The contact list could not be found.' });
});

test('the message of a refusal is its first text and how many more there are', async () => {
	const { data } = await bench.client.post(subscribersPath(), { email: 'no address', first_name: 1, tags: 'vip' });

	expect(data).toEqual({
		message: 'The first name field must be a string. (and 2 more errors)',
		errors: {
			first_name: ['The first name field must be a string.'],
			email: ['The email field must be a valid email address.'],
			tags: ['The tags field must be an array.'],
		},
	});
});

test('a query parameter the service does not know is ignored', async () => {
	const { status } = await bench.client.get('/v1/contact-lists?colour=green');

	expect(status).toBe(200);
});

test.each([
	['POST', 'contact-lists', 'name'],
	['POST', 'campaigns', 'name'],
	['PUT', 'campaigns/{campaign}', 'name'],
	['POST', 'emails', 'subject'],
])('%s %s takes a text of nothing but space for a missing one', async (method, path, field) => {
	const url = `/v1/${path.replace('{campaign}', defined(bench.sandbox.state.campaigns[0]).uuid)}`;
	const { status, data } = await bench.client.request({
		method,
		url,
		data: { to_email: 'jo@example.com', [field]: ' \t\n ' },
	});

	expect(status).toBe(422);
	expect(data.errors).toEqual({ [field]: [`The ${field} field is required.`] });
});

test.each([
	['is no URL', 'GET', '/v1/%zz', 400, "'/v1/%zz' is not a valid url component"],
	['has an unusual method', 'PROPFIND', '/v1/campaigns', 405, 'The PROPFIND method is not supported for this route.'],
	['has an unusual method and leads nowhere', 'PROPFIND', '/v1/newsletters', 404, 'The route could not be found.'],
	['has a URL that is too long', 'GET', `/v1/${'x'.repeat(20_000)}`, 431, 'The URL and the headers are too long.'],
])('a call that %s is refused in the form of every refusal', async (_case, method, path, status, message) => {
	const { port } = new URL(bench.sandbox.url);
	const call = request({ port, method, path, headers: { authorization: `Bearer ${bench.sandbox.token}` } }).end();
	const [answer] = (await once(call, 'response')) as [IncomingMessage];

	expect(answer.statusCode).toBe(status);
	expect(JSON.parse(await readText(answer))).toEqual({ message });
});
