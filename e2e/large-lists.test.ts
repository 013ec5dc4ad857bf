import formSignUp from '../examples/form-sign-up.json';
import unsubscribedToCrm from '../examples/unsubscribed-to-crm.json';
import { defined } from '../test/defined';
import { errorText } from './support/execution';
import { useService } from './support/hooks';
import { polled, pollTimes } from './support/polling';
import { saveCredential } from './support/service';
import { adapted, byId, manualTrigger, ourNode, startWith, workflowOf } from './support/workflow';

/** A large list, and a service that has searches: they are found, pasted into the credential, and used. */

/** The credential with the JSON that the check returns. */
let pasted: Awaited<ReturnType<typeof saveCredential>>;
// Before the host is closed: hooks run in the order in which they are written.
afterAll(async () => await pasted.remove());

const { host, service } = useService({
	subscribers: 1_000,
	searches: { 'filter[email]': 'honoured', search: 'honoured', sort: 'honoured' },
});
const list = () => defined(service.sandbox.state.contactLists[0]);
const operations = () => service.sandbox.requests().map(({ operationId }) => operationId);

beforeAll(async () => {
	const check = ourNode('Check', service.credentials, { resource: 'account', operation: 'checkPaths' });
	const done = await host.api.run(workflowOf('Check', [manualTrigger, check]));
	expect([done.status, errorText(done.error)]).toEqual(['success', '']);
	const { url: baseUrl, token: accessToken } = service.sandbox;
	const endpointPaths = String(done.items('Check')[0]?.json.path);
	expect(Object.keys(JSON.parse(endpointPaths) as object)).toEqual(
		expect.arrayContaining(['subscriber.getByEmail', 'subscriber.getChanged']),
	);
	pasted = await saveCredential(host, { baseUrl, accessToken, endpointPaths });
});

it('someone who is known signs up again: three requests, however long the list is', async () => {
	const { email } = defined(list().subscribers.at(-1));
	const { parameters } = defined(formSignUp.nodes.find(({ name }) => name === 'Create or update subscriber'));
	const signUp = ourNode('Sign up', pasted.credentials, { ...parameters, contactList: byId(list().uuid) });
	const before = operations().length;
	const form = { 'E-Mail': email.toUpperCase(), 'First Name': 'Grace', 'Last Name': '' };
	const done = await host.api.run(workflowOf('Sign up', [...startWith([form]), signUp]));
	expect([done.status, errorText(done.error)]).toEqual(['success', '']);
	expect(done.items('Sign up').map(({ json }) => json)).toEqual([
		expect.objectContaining({ action: 'updated', email }),
	]);
	expect(operations().slice(before)).toEqual(['subscriber.create', 'subscriber.getAll', 'subscriber.update']);
});

it('the trigger polls with one request where nothing is new', async () => {
	const watching = { pollTimes, contactList: byId(list().uuid), requestOptions: { maxRetries: 0 } };
	const workflow = adapted(unsubscribedToCrm, pasted.credentials, { 'Someone unsubscribes': watching });
	await host.api.whilePublished({ ...workflow, name: 'Watching' }, async () => {
		await polled(service.sandbox, 'subscriber.getAll', 3);
		const before = service.sandbox.requests().length;
		await polled(service.sandbox, 'subscriber.getAll', 3);
		const queries = service.sandbox.requests().slice(before);
		expect(queries.length).toBeGreaterThanOrEqual(3);
		for (const { query } of queries) expect(query).toContain('sort=-updated_at');
		for (const { query } of queries) expect(query).not.toMatch(/[?&]page=/);
	});
});
