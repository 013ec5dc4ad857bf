import type { INodeParameters } from 'n8n-workflow';

import { byEmail, byId, errorText, hintsOf, jsonOf } from '../engine/support';
import { expectFailure } from '../engine/expectFailure';
import { runNode, type NodeRun, type NodeRunOptions } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

/**
 * Lists with various paging, and lists that are unreadable, incomplete, or change while they are read.
 * Each service understands only its own query, and ignores `per_page`.
 */

const size = 20;
/** Twelve pages: a filtered dropdown reads ten at a time. */
const entries = Array.from({ length: 240 }, (_, index) => ({
	uuid: `s${index}`,
	email: `person${index}@example.com`,
}));
const total = entries.length;
const lastPage = Math.ceil(total / size);

interface Asked {
	readonly query: URLSearchParams;
	readonly base: string;
}
type Answer = readonly [body: unknown, headers?: Record<string, string>];
type Style = (asked: Asked) => Answer;

const from = (start: number, count = size): unknown[] => entries.slice(start, start + count);
const page = (number: number): unknown[] => from((number - 1) * size);
/** A service paged by number. */
const byPage =
	(answer: (page: number, asked: Asked) => Answer): Style =>
	(asked) =>
		answer(Number(asked.query.get('page') ?? 1), asked);
const linkTo = (number: number, base: string): string | null =>
	number < lastPage ? `${base}/somewhere?page=${number + 1}` : null;

/** Styles in which the node reads the whole list. */
const understood: Record<string, Style> = {
	"Laravel's paginator": byPage((number, { base }) => [
		{
			data: page(number),
			links: { first: `${base}?page=1`, last: `${base}?page=${lastPage}`, prev: null, next: linkTo(number, base) },
			meta: { current_page: number, per_page: size, last_page: lastPage, total },
		},
	]),
	"Laravel's cursor paginator": ({ query, base }) => {
		const start = Number(query.get('cursor')?.replace(/^c/, '') ?? 0);
		const next = start + size < total ? `c${start + size}` : null;
		const links = { next: next && `${base}/x?cursor=${next}` };
		return [{ data: from(start), links, meta: { per_page: size, next_cursor: next } }];
	},
	'a Link header': byPage((number, { base }) => [
		page(number),
		{ link: `<${base}/x?page=1>; rel="first"${number < lastPage ? `, <${linkTo(number, base)}>; rel="next"` : ''}` },
	]),
	'links.next after an empty first page': byPage((number, { base }) => [
		{ data: page(number - 1), links: { next: number <= lastPage ? `${base}/x?page=${number + 1}` : null } },
	]),
};

/** Styles in which the node does not recognize that more entries follow. */
const notUnderstood: Record<string, Style> = {
	'total and per_page': byPage((number) => [{ data: page(number), meta: { total, per_page: size } }]),
	'keys that PHP has kept': byPage((number) => [
		{ data: Object.fromEntries(page(number).map((entry, index) => [index + 1, entry])), meta: { last_page: lastPage } },
	]),
	'nothing but a hundred entries': byPage((number) => [{ data: from((number - 1) * 100, 100) }]),
	'last_page, and page numbers that are not understood': () => [{ data: page(1), meta: { last_page: lastPage } }],
	'a last page that names itself as the next': byPage((number, { base }) => [
		{ data: page(number), links: { next: `${base}/x?page=${Math.min(number + 1, lastPage)}` } },
	]),
};

let served: Served;
afterEach(async () => await (served as Served | undefined)?.close());

async function against(style: Style): Promise<void> {
	served = await serve((request, response) => {
		const base = `http://${request.headers.host}`;
		const { pathname, searchParams } = new URL(request.url ?? '', base);
		if (!pathname.endsWith('/subscriber')) return json(response, { subscriber: { uuid: pathname.split('/').at(-1) } });
		const [body, headers] = style({ query: searchParams, base });
		json(response, body, 200, headers);
	});
}

const credential = () => ({ baseUrl: served.url, accessToken: 'token' });

async function run(
	operation: string,
	parameters: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	return await runNode({
		parameters: { resource: 'subscriber', operation, contactList: byId('l'), simplify: false, ...parameters },
		credential: credential(),
		...more,
	});
}

const writes = (): string[] => served.requests.filter((request) => !request.startsWith('GET'));

/** Whether the node reports that entries may be missing. */
const mayBeIncomplete = (done: NodeRun): boolean => done.error !== undefined || hintsOf(done).length > 0;
const notInList = /^No subscriber with the email .* is in the contact list$/;

describe.each(Object.entries({ ...understood, ...notUnderstood }))('a list paged by %s', (name, style) => {
	const isUnderstood = name in understood;
	beforeEach(async () => await against(style));

	it('is read completely and in order, or reported as possibly incomplete', async () => {
		const whole = await run('getAll', { returnAll: true });
		if (!mayBeIncomplete(whole)) expect(jsonOf(whole)).toEqual(entries);
		expect(mayBeIncomplete(whole)).toBe(!isUnderstood);
	});

	it('is searched by email to its end, or reported as possibly incomplete', async () => {
		const last = await run('get', { subscriber: byEmail('Person239@example.com') });
		if (isUnderstood) expect(jsonOf(last)).toEqual([{ uuid: 's239' }]);
		const missing = await run('delete', { subscriber: byEmail('nobody@example.com') });
		expect(missing.error).toBeDefined();
		if (isUnderstood) expect(missing.error?.message).toMatch(notInList);
		else for (const { error } of [last, missing]) expect(error?.message ?? '').not.toMatch(notInList);
		expect(served.requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
	});
});

describe('a list with fewer entries than its total', () => {
	const short = byPage((number) => [
		{
			data: page(number).slice(number === 7 ? 1 : 0),
			...(number === 1 ? { meta: { last_page: lastPage, total } } : {}),
		},
	]);

	it('does not prove a subscriber absent, but still finds one', async () => {
		await against(short);
		const missing = await run('delete', { subscriber: byEmail('nobody@example.com') });
		expect(errorText(missing)).toMatch(/may be incomplete.*by its ID/);
		expect(jsonOf(await run('get', { subscriber: byEmail('person239@example.com') }))).toEqual([{ uuid: 's239' }]);
	});

	it.each<[string, boolean, INodeParameters]>([
		['a Sync List', true, { operation: 'sync', removal: 'delete' }],
		['a Sync List with Create in Bulk', false, { operation: 'sync', options: { useImport: true } }],
		['an Import', false, { operation: 'import' }],
	])('is used by %s where many are missing and a second reading agrees: %s', async (_, isUsed, parameters) => {
		const input = [{ email: 'new@example.com' }, ...entries.slice(1).map(({ email }) => ({ email }))];
		const meta = { last_page: lastPage, total: total + 13 };
		await against(byPage((number) => [{ data: page(number), meta: { current_page: number, ...meta } }]));
		const done = await run('', parameters, { input });
		if (isUsed) expect([done.error, hintsOf(done).join()]).toEqual([undefined, expect.stringMatching(/253.* 240/)]);
		else expectFailure(done, { mentions: ['may be incomplete', '253 entries', 'Nothing was sent'] });
		expect(writes().length > 0).toBe(isUsed);
		expect(served.requests.length - writes().length).toBe((isUsed ? 2 : 1) * lastPage);
	});

	it('proves a subscriber absent, with a note, if many are missing and two readings agree', async () => {
		await against(() => [{ data: from(0, 10), meta: { current_page: 1, last_page: 1, total: 20 } }]);
		const node = { onError: 'continueRegularOutput' as const };
		const missing = await run('delete', { subscriber: byEmail('nobody@example.com') }, { node });
		expect(jsonOf(missing)[0]?.error).toMatch(notInList);
		expect(hintsOf(missing).join()).toMatch(/20 entries.* 10/);
		expect(served.requests).toHaveLength(2);
	});
});
