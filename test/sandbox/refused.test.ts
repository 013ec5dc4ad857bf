import { defined, useSandbox } from './support';

const bench = useSandbox();

/** A path of the service; `list`, `other` and `campaign` stand for what is there. */
function real(path: string): string {
	const { contactLists, campaigns } = bench.sandbox.state;
	const [list, other] = contactLists;
	return `/v1/${path}`
		.replace('{list}', defined(list).uuid)
		.replace('{other}', defined(other?.subscribers[0]).uuid)
		.replace('{campaign}', defined(campaigns[0]).uuid);
}

const required = (field: string) => `The ${field} field is required.`;
const invalid = (field: string) => `The ${field} field must be a valid email address.`;
const subscriber = 'contact-lists/{list}/subscriber';
const campaign = 'campaigns/{campaign}';

// prettier-ignore
test.each<[string, string, object, Record<string, string>]>([
	['POST', 'contact-lists', { name: ' \t\n ' }, { name: required('name') }],
	['POST', subscriber, { email: 'jo@example.com', tags: ['a', 2] }, { 'tags.1': 'The tags.1 field must be a string.' }],
	['POST', 'contact-lists/{list}/import', { subscribers: [{ email: 'a@example.com' }, {}, { email: 'd' }] }, {
		'subscribers.1.email': required('subscribers.1.email'),
		'subscribers.2.email': invalid('subscribers.2.email'),
	}],
	['PUT', campaign, { name: 'B', contact_list: 'x', template: 'y' }, {
		contact_list: 'The selected contact list is invalid.',
		template: 'The selected template is invalid.',
	}],
	['POST', 'domains', { name: 'not a domain.' }, { name: 'The name field must be a valid domain name.' }],
	['POST', 'domains', { name: 'MAIL.example.com' }, { name: 'The name has already been taken.' }],
	['GET', 'contact-lists?per_page=101', {}, { per_page: 'The per page field must not be greater than 100.' }],
])('%s %s with %.60j is refused by field, and changes nothing', async (method, path, body, errors) => {
	await bench.client.get('/v1/account');
	const before = structuredClone(bench.sandbox.state);
	const { status, data } = await bench.client.request({ method, url: real(path), data: body });

	expect(status).toBe(422);
	expect(data.errors).toEqual(Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]])));
	expect(structuredClone(bench.sandbox.state)).toEqual(before);
});

test('the message of a refusal is its first text and how many more there are', async () => {
	const { data } = await bench.client.post(real(subscriber), { email: 'no address', first_name: 1, tags: 'vip' });

	expect(data.message).toBe('The first name field must be a string. (and 2 more errors)');
	expect(Object.keys(data.errors)).toEqual(['first_name', 'email', 'tags']);
});

test.each<[string, string, string]>([
	['GET', 'contact-lists/unknown/subscriber', 'contact list'],
	['GET', `${subscriber}/{other}`, 'subscriber'],
	['PUT', 'campaigns/unknown', 'campaign'],
	['GET', 'newsletters', 'route'],
])('%s %s is not found, whatever is wrong with the body', async (method, path, what) => {
	const { status, data } = await bench.client.request({ method, url: real(path), data: { email: 'no address' } });

	expect([status, data]).toEqual([404, { message: `The ${what} could not be found.` }]);
});

test.each([
	['is cut off', '{"email":', 'application/json', { body: ['The body must be valid JSON.'] }],
	['is an array', '[]', 'application/json', { body: ['The body field must be an object.'] }],
	['is missing', undefined, 'application/json', { body: ['The body field is required.'] }],
	['is not declared as JSON', '{}', 'text/plain', { 'content-type': ['The content type must be application/json.'] }],
])('a body that %s is refused', async (_case, body, type, errors) => {
	const { status, data } = await bench.client.post(real(subscriber), body, {
		headers: { 'Content-Type': type },
		transformRequest: (raw: unknown) => raw,
	});

	expect([status, data.errors]).toEqual([422, errors]);
});

test('a response that breaks the contract becomes a 500 that names all that is wrong', async () => {
	const list = defined(bench.sandbox.state.contactLists[0]);
	for (const subscriber of list.subscribers.slice(0, 2)) list.changeEmail(subscriber, 'not an address');
	const { status, data } = await bench.client.get(real(subscriber));

	expect(status).toBe(500);
	expect(data.message).toContain('subscriber.getAll (status 200) breaks the contract');
	expect(data.message).toContain('/data/0/email must match format "email"; /data/1/email must match format "email"');
});
