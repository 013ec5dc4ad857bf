import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { runNode, type NodeRun } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byId, jsonOf, useEngine } from '../../engine/support';

const goesOn: Partial<INode> = { onError: 'continueRegularOutput' };
const person = (name: string, more: IDataObject = {}): IDataObject => ({
	uuid: name,
	email: `${name}@example.com`,
	first_name: null,
	last_name: null,
	tags: [],
	is_subscribed: true,
	...more,
});

/** A service whose list has these pages, one after the other, and that responds to writes as the test wants it. */
async function withPages(
	operation: 'import' | 'upsert',
	pages: readonly object[],
	write: (count: number) => { status?: number; body: object },
	input: IDataObject[],
	node: Partial<INode> = goesOn,
): Promise<NodeRun & { sent: IDataObject[] }> {
	let [read, writes] = [0, 0];
	const sent: IDataObject[] = [];
	const served = await serve((request, response, body) => {
		if (request.method === 'GET') return json(response, pages[Math.min(read++, pages.length - 1)] ?? {});
		if (request.method === 'PUT') return json(response, { message: 'Updated' });
		sent.push(JSON.parse(body) as IDataObject);
		const answer = write(++writes);
		json(response, answer.body, answer.status ?? 200);
	});
	const parameters: INodeParameters = {
		resource: 'subscriber',
		operation,
		contactList: byId('l'),
		dataMode: 'autoMapInputData',
		requestOptions: { maxRetries: 0 },
	};
	const run = await runNode({
		parameters,
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
		input,
		node,
	});
	await served.close();
	return { ...run, sent };
}

const page = (number: number, total: number, ...data: IDataObject[]): object => ({
	data,
	meta: { current_page: number, last_page: 2, total },
});
const taken = { status: 422, body: { message: 'Invalid', errors: { email: ['The email has already been taken.'] } } };

describe('Import into a list that falls short of its total', () => {
	it('reads it once more, and skips people who only the second reading shows as unsubscribed', async () => {
		const gone = person('gone', { is_subscribed: false });
		const others = Array.from({ length: 39 }, (_, index) => person(`p${index}`));
		const [first, second] = [others.slice(0, 20), others.slice(20)];
		const pages = [page(1, 40, ...first), page(2, 40, ...second), page(1, 40, ...first), page(2, 40, ...second, gone)];
		const run = await withPages('import', pages, () => ({ body: { message: 'ok' } }), [
			{ email: 'gone@example.com' },
			{ email: 'new@example.com' },
		]);
		expect(jsonOf(run).map(({ action }) => action)).toEqual(['skipped', 'imported']);
		expect(run.sent).toEqual([{ subscribers: [{ email: 'new@example.com' }] }]);
	});
});

describe('Create or Update', () => {
	it('goes on where failures are not in a row, because taken addresses come between them', async () => {
		const people = Array.from({ length: 60 }, (_, index) => person(`p${index}`));
		const rows = people.map(({ email }) => ({ email, first_name: 'New' }));
		const listed = { data: people, meta: { current_page: 1, last_page: 1, total: 60 } };
		const run = await withPages(
			'upsert',
			[listed],
			(count) => (count % 7 === 0 ? { status: 500, body: {} } : taken),
			rows,
		);
		const actions = jsonOf(run).map(({ action }) => action);
		expect(actions.filter((action) => action === 'unknown').length).toBeGreaterThanOrEqual(5);
		expect(actions.filter((action) => action !== 'unknown' && action !== 'updated')).toEqual([]);
	});

	it('fails for an address that is taken, and that a list that changed does not show', async () => {
		const pages = [page(1, 3, person('a')), page(2, 2, person('b'))];
		const run = await withPages('upsert', pages, () => taken, [{ email: 'hidden@example.com' }], {});
		expectFailure(run, { mentions: ['taken', 'contact list', 'changed while it was read', 'Run it again'] });
	});
});

describe('a node that stops, under Retry On Fail', () => {
	const engine = useEngine();

	it('counts in its message what an earlier try has done', async () => {
		engine.sandbox.faults({ script: [{ fault: '500-after' }] });
		const input = Array.from({ length: 6 }, (_, index) => ({ email: `p${index}@example.com` }));
		const parameters = {
			toEmail: '={{ $json.email }}',
			subject: 'Hello',
			html: 'Hi',
			requestOptions: { maxParallelRequests: 3 },
		};
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const run = await engine.run('email.send', parameters, { input, node });
		expect(engine.sandbox.state.outbox).toHaveLength(3);
		expectFailure(run, { status: 500, mentions: ['2 sent, item 0 may have been sent, 3 not sent'] });
	});
});
