import type { INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import type { NodeRun } from '../../engine/runNode';
import { byId, errorOutput, hintsOf, jsonOf, useEngine } from '../../engine/support';
import { useList } from '../../laravel/useList';

const engine = useEngine({ subscribers: 1000, requestLogSize: 2000 });
const { reply, run: runOnList } = useList();
type Subscriber = ReturnType<typeof engine.list>['subscribers'][number];
const run = async (filters: INodeParameters, more: INodeParameters = { returnAll: true }, input = [{}]) =>
	await engine.run('subscriber.getAll', { contactList: byId(engine.list().uuid), filters, ...more }, { input });
const idsOf = (ran: NodeRun) => jsonOf(ran).map(({ uuid }) => uuid);
const idsWhere = (fits: (subscriber: Subscriber) => boolean) =>
	engine.list().subscribers.flatMap((one) => (fits(one) ? [one.uuid] : []));
const isSubscribed = ({ unsubscribedAt }: Subscriber): boolean => unsubscribedAt === null;
const hasTag =
	(...wanted: string[]) =>
	({ tags }: Subscriber): boolean =>
		wanted.some((tag) => tags.includes(tag));

// Which subscribers fit a filter is tested in api/subscriberFilter.test.ts, and how pages are read in transport/PagedList.test.ts.
describe('Subscriber → Get Many with filters', () => {
	it.each<[INodeParameters, (subscriber: Subscriber) => boolean]>([
		[{ tags: '={{ ["vip", "student"] }}' }, hasTag('vip', 'student')],
		[{ status: 'subscribed', tags: 'vip' }, (subscriber) => isSubscribed(subscriber) && hasTag('vip')(subscriber)],
		[{ tags: 'no subscriber has this' }, () => false],
		[{ tags: 'undefined' }, () => false],
	])('%j returns those who fit, in the order of the service, with one request per page', async (filters, fits) => {
		const ran = await run(filters);
		expect(ran.error).toBeUndefined();
		expect(idsOf(ran)).toEqual(idsWhere(fits));
		expect(ran.items.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0)).toBe(true);
		expect(engine.sandbox.requests()).toHaveLength(10);
		const hint = "No subscriber of the list passes the 'Filters'.";
		expect(hintsOf(ran)).toEqual(ran.items.length === 0 ? [hint] : []);
	});

	it.each<[INodeParameters, string]>([
		[{ status: '={{ "subscribed " }}' }, "'Status'"],
		[{ status: '={{ "" }}' }, "'Status'"],
	])('sends nothing with %j, and names the filter', async (filters, name) => {
		expectFailure(await run(filters), { mentions: [name] });
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('reads nothing where a filter of the third item cannot be used', async () => {
		const input = ['', '2026-01-31', 'spring'].map((since) => ({ since }));
		expectFailure(await run({ inactiveSince: '={{ $json.since }}' }, {}, input), { mentions: ["'Inactive Since'"] });
		expect(engine.sandbox.requests()).toEqual([]);
	});
});

describe('Get Many with filters, of a list whose total counts more entries', () => {
	const people = [0, 1, 2].map((index) => ({ uuid: `s${index}`, is_subscribed: index !== 1 }));
	const showing = async (body: unknown) => {
		reply('read', [200, body], 1);
		return await runOnList('getAll', { filters: { status: 'unsubscribed' }, returnAll: true });
	};

	it('adds a note that entries may be missing, and none where all came: those who do not fit count, too', async () => {
		const short = await showing({ data: people, meta: { last_page: 1, total: 5 } });
		expect(idsOf(short)).toEqual(['s1']);
		expect(hintsOf(short)).toEqual([expect.stringMatching(/5 entries.* 3/)]);
		expect(hintsOf(await showing({ data: people, meta: { last_page: 1, total: 3 } }))).toEqual([]);
	});

	it('fails where the response contains no list', async () => {
		expectFailure(await showing({ status: 'soon' }), { mentions: ['contains no list', '"subscriber.getAll"'] });
	});
});

it('Get Many can be run again where the service fails at a later page, which the message names', async () => {
	reply('read', [200, { data: [{ uuid: 's0' }], meta: { last_page: 2 } }], 1);
	reply('read', '500');
	const parameters = { returnAll: true, requestOptions: { maxRetries: 0 } };
	const { errorItems } = await runOnList('getAll', parameters, { node: errorOutput });
	const details = expect.stringContaining('This was page 2');
	expect(errorItems).toMatchObject([{ json: { details, httpStatus: 500, canRetry: true } }]);
});
