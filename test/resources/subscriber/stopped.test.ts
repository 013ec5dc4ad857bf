import type { ServerResponse } from 'node:http';

import { json } from '../../engine/serve';
import { byEmail, defined, goOn, hintsOf, jsonOf, mapped } from '../../engine/support';
import type { Arrived } from '../../laravel/serveList';
import { useList } from '../../laravel/useList';

const { list, served, run } = useList({ mostPerPage: 20, searches: 'honoured' });
const getByEmail = '/v1/contact-lists/{contactList}/subscriber?filter[email]={email}';

/** Lets requests like this one wait for a second, in which the access token of another is rejected. */
function stopDuring(isPaused: (request: Arrived) => boolean): void {
	let held: ServerResponse | undefined;
	served.onRequest = (request) => {
		if (request.body.includes('held@')) return (response) => void (held = response);
		if (!isPaused(request)) return undefined;
		return (response) => {
			json(response, { message: 'Too Many Attempts.' }, 429, { 'retry-after': '1' });
			json(defined(held), { message: 'Unauthenticated.' }, 401);
		};
	};
}

async function upsert(endpointPaths: object = {}) {
	const others = Array.from({ length: 100 }, (_, index) => ({ email: `p${index}@example.com` }));
	list.hold([{ email: 'gone@example.com', first_name: 'Old', is_subscribed: false }, ...others]);
	const input = ['first', 'held', 'gone'].map((name) => ({ email: `${name}@example.com`, first_name: 'New' }));
	return await run('upsert', { ...mapped, options: { resubscribe: true } }, { input, node: goOn, endpointPaths });
}

it('a row that was updated when the run stopped is not reported as not sent', async () => {
	stopDuring(({ method, url }) => method === 'GET' && !url.includes('?'));
	const row = jsonOf(await upsert())[2];
	expect(row).toMatchObject({ action: 'failed', note: 'Updated, but not resubscribed' });
	expect(list.withEmail('gone@example.com')).toMatchObject({ first_name: 'New', is_subscribed: false });
});

it('a search that was not sent when the run stopped leaves no note about the search', async () => {
	stopDuring(({ url }) => url.includes('filter'));
	const done = await upsert({ 'subscriber.getByEmail': getByEmail });
	expect(jsonOf(done)[2]).toMatchObject({ note: 'Not sent after a rejected access token' });
	expect(hintsOf(done).join()).not.toContain('search');
});

describe('a service that never responds', () => {
	const silence = (): void => {
		served.onRequest = ({ kind }) => (kind === 'read' ? undefined : () => undefined);
		served.arrived.length = 0;
	};
	const requestOptions = { timeout: 300 };
	const people = Array.from({ length: 60 }, (_, index) => ({ email: `p${index}@example.com`, first_name: 'New' }));
	const written = () => served.arrived.filter(({ kind }) => kind !== 'read').length;

	it.each<[string, object]>([
		['update', { ...mapped, subscriber: byEmail('={{ $json.email }}') }],
		['sync', {}],
		['create', mapped],
	])(
		'gets few requests, retries included, and the rest says why it was not sent: %s',
		async (operation, parameters) => {
			list.hold(operation === 'create' ? [] : people.map(({ email }) => ({ email })));
			silence();
			const done = await run(operation, { ...parameters, requestOptions }, { input: people, node: goOn });
			expect(written()).toBeLessThanOrEqual(15);
			const last = defined(jsonOf(done).at(-1));
			expect(last.error ?? last.note).toMatch(/^Not sent after 5 (requests|failures)/);
		},
	);
});
