import { defined } from '../defined';
import { useSandbox } from './support';

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

// prettier-ignore
test.each<[string, string, unknown, Record<string, string>]>([
	['POST', 'contact-lists', { name: ' \t\n ' }, { name: required('name') }],
	['POST', subscriber, { email: 'jo@example.com', tags: ['a', 2] }, { 'tags.1': 'The tags.1 field must be a string.' }],
	['POST', 'contact-lists/{list}/import', { subscribers: [{ email: 'a@example.com' }, {}, { email: 'd' }] }, {
		'subscribers.1.email': required('subscribers.1.email'),
		'subscribers.2.email': invalid('subscribers.2.email'),
	}],
	['PUT', 'campaigns/{campaign}', { name: 'B', contact_list: 'x', template: 'y' }, {
		contact_list: 'The selected contact list is invalid.',
		template: 'The selected template is invalid.',
	}],
	['POST', 'domains', { name: 'not a domain.' }, { name: 'The name field must be a valid domain name.' }],
	['POST', 'domains', { name: 'MAIL.example.com' }, { name: 'The name has already been taken.' }],
	['POST', 'contact-lists', '{"name":', { body: 'The body must be valid JSON.' }],
])('%s %s with %.60j is refused by field, and changes nothing', async (method, path, body, errors) => {
	await bench.ask('GET', '/v1/account');
	const before = structuredClone(bench.sandbox.state);
	const { status, answer } = await bench.ask(method, real(path), body);

	expect(status).toBe(422);
	expect(answer.errors).toEqual(Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]])));
	expect(structuredClone(bench.sandbox.state)).toEqual(before);
});

test('an email is taken in its own list only, in whatever case, until its subscriber is deleted', async () => {
	const [list, other] = bench.sandbox.state.contactLists.map(({ uuid }) => `/v1/contact-lists/${uuid}/subscriber`);
	const { email, uuid } = defined(bench.sandbox.state.contactLists[0]?.subscribers[0]);
	const create = async (path = '', address = email) => (await bench.ask('POST', path, { email: address })).status;

	expect([await create(list, email.toUpperCase()), await create(other, `jo${email}`)]).toEqual([422, 200]);
	expect((await bench.ask('PUT', `${other}/${uuid}`, { email })).status).toBe(404);
	await bench.ask('DELETE', `${list}/${uuid}`);
	expect([await create(list), await create(list)]).toEqual([200, 422]);
});

test.each<[string, string, string]>([
	['GET', 'contact-lists/unknown/subscriber', 'contact list'],
	['GET', `${subscriber}/{other}`, 'subscriber'],
	['PUT', 'campaigns/unknown', 'campaign'],
	['PATCH', 'newsletters', 'route'],
])('%s %s is not found, whatever is wrong with the body', async (method, path, what) => {
	const body = method === 'GET' ? undefined : { email: 'no address' };
	const { status, answer } = await bench.ask(method, real(path), body);

	expect([status, answer]).toEqual([404, { message: `The ${what} could not be found.` }]);
});

test('refused requests are kept, and no credentials, right or wrong', async () => {
	await bench.ask('GET', '/v1/account', undefined, { headers: { authorization: 'Bearer a-real-secret' } });
	await bench.ask('POST', '/v1/contact-lists', 'no json');
	await bench.ask('GET', '/v1/nowhere');
	const requests = bench.sandbox.requests();
	const kept = JSON.stringify(requests);

	expect(requests.map(({ status, operationId, authorization }) => [status, operationId, authorization])).toEqual([
		[401, 'account.get', 'invalid'],
		[422, 'contactList.create', 'valid'],
		[404, null, 'valid'],
	]);
	expect(kept).not.toContain(bench.sandbox.token);
	expect(kept).not.toContain('a-real-secret');
});

test('a response that breaks the contract becomes a 500 that names all that is wrong', async () => {
	const list = defined(bench.sandbox.state.contactLists[0]);
	for (const one of list.subscribers.slice(0, 2)) list.changeEmail(one, 'not an address');
	const { status, answer } = await bench.ask('GET', real(subscriber));

	expect(status).toBe(500);
	expect(answer.message).toContain('subscriber.getAll (status 200) breaks the contract');
	expect(answer.message).toContain('/data/0/email must match format "email"; /data/1/email must match format "email"');
});
