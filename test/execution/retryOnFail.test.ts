import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { itSinceOldest } from '../engine/itSinceOldest';
import { agentWith, runNode, type NodeRun } from '../engine/runNode';
import { json } from '../engine/serve';
import { byId, errorOutput, errorText, hintsOf, jsonOf, mapped } from '../engine/support';
import { withFault } from '../laravel/faults';
import { LaravelList, type Asked, type Subscriber } from '../laravel/LaravelList';
import { serveList, type Arrived, type Deliver, type ServedList } from '../laravel/serveList';

/** What each try of Retry On Fail sends in n8n's own engine, and what comes out. */

const [a, b] = [new LaravelList(), new LaravelList()];
let served: ServedList;
/** The requests of each try, such as `create sam`, without those that read a list. */
let tries: string[][] = [];
beforeAll(async () => {
	const answer = (asked: Asked) => (asked.url.includes('/B/') ? b : a).answer(asked);
	served = await serveList({ answer } as LaravelList);
});
afterAll(async () => await served.close());

const refused = withFault('403');
const lost = withFault('reset-after');
const rejected: Deliver = (response) => json(response, { message: 'No', errors: { first_name: ['No'] } }, 422);

type Person = Partial<Subscriber> & { email: string };
interface Setting {
	readonly input: IDataObject[];
	readonly parameters?: INodeParameters;
	/** The subscribers of list A. */
	readonly people?: Person[];
	/** Whether the list shows no change. */
	readonly lags?: boolean;
	/** How requests of the first try fail. */
	readonly first?: Readonly<Record<string, Deliver>>;
	/** What others do before the second try. */
	readonly between?: () => unknown;
	readonly node?: Partial<INode>;
	/** Called when a try has ended. */
	readonly onEnd?: (cancel: () => void) => void;
}

const nameOf = (email: unknown): string => String(email).split('@')[0] ?? '';

function prepare({ people = [], first = {}, lags = false }: Pick<Setting, 'people' | 'first' | 'lags'>): void {
	a.hold(people);
	b.hold([]);
	tries = [];
	served.arrived.splice(0);
	const names = new Map(a.subscribers.map(({ uuid, email }) => [uuid, nameOf(email)]));
	const labelOf = ({ kind, url, body }: Arrived): string => {
		if (kind === 'read') return url.includes('/B/') ? 'read B' : 'read A';
		const sent = JSON.parse(body || '{}') as IDataObject & { subscribers?: IDataObject[] };
		if (sent.to_email !== undefined) return `send ${nameOf(sent.to_email)}`;
		const known = names.get(/\/subscriber\/([^/?]+)/.exec(url)?.[1] ?? '');
		return [kind, ...(sent.subscribers ?? [sent]).map(({ email }) => known ?? nameOf(email))].join(' ');
	};
	const shown = a.answer({ method: 'GET', url: '/subscriber', body: '' }).body;
	served.onRequest = (request) => {
		if (request.kind === 'read' && lags) return (response) => json(response, shown);
		const label = labelOf(request);
		if (request.kind !== 'read') tries.at(-1)?.push(label);
		const sends: Deliver | undefined = label.startsWith('send') ? (response) => json(response, {}) : undefined;
		return (tries.length === 1 ? first[label] : undefined) ?? sends;
	};
}

const credential = () => ({ baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' });
const oneByOne: INodeParameters = { contactList: byId('A'), requestOptions: { maxParallelRequests: 1, maxRetries: 0 } };

/** Runs an operation with up to two tries. */
async function run(key: string, { input, parameters, node, between, onEnd, ...setting }: Setting): Promise<NodeRun> {
	prepare(setting);
	let cancel = (): void => undefined;
	class Tried extends EmailMarketing {
		override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			if (tries.push([]) === 2) await between?.();
			return await new EmailMarketing().execute.call(this).finally(() => onEnd?.(cancel));
		}
	}
	const [operation = '', resource = 'subscriber'] = key.split('.').toReversed();
	return await runNode({
		parameters: { resource, operation, ...oneByOne, ...own[operation], ...parameters },
		node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1, ...node },
		onStart: (cancelNow) => (cancel = cancelNow),
		...{ credential: credential(), input, nodeType: new Tried() },
	});
}

const [sam, max] = ['sam@example.com', 'max@example.com'];
const both: Person[] = [{ email: sam }, { email: max }];
const wordsOf = (done: NodeRun) => jsonOf(done).map(({ action, email }) => `${nameOf(email)} ${textOf(action)}`);
const lastOf = (operation: string): string => (operation === 'import' ? 'import max' : 'create max');
const becomes = (fields: Partial<Subscriber>) => () => void Object.assign(a.withEmail(sam) ?? {}, fields);
const subscriber = byId('={{ $json.uuid }}');
const uuids = [1, 2].map((number) => ({ uuid: `00000000-0000-4000-8000-00000000000${number}` }));
/** Parameters of each operation; rows of an Import with extra fields of their own travel alone. */
const own: Readonly<Record<string, INodeParameters>> = {
	create: mapped,
	upsert: mapped,
	import: { additionalFields: { extraFields: '={{ { row: $json.email } }}' } },
	send: { toEmail: '={{ $json.email }}', subject: 'Hello', html: 'Hi' },
	delete: { subscriber },
	update: { subscriber, updateFields: { lastName: 'New' } },
	toggleSubscription: { subscriber, changeTo: 'toggle' },
};

type RowCase = [operation: string, word: string, first: string, second: string, Partial<Setting>?, row?: IDataObject];
const other: IDataObject = { first_name: 'New' };
const changed = { people: [{ email: sam }], between: becomes({ first_name: 'Later' }) };
const equal = { ...changed, people: [{ email: sam, first_name: 'New' }] };
const gone = { people: [{ email: sam, is_subscribed: false }], parameters: { options: { resubscribe: true } } };
const optsOut = {
	people: [{ email: sam }],
	parameters: { options: { optOuts: 'unsubscribe', maxRemovalPercent: 100 } },
};
const leaves = { ...gone, between: becomes({ is_subscribed: false, updated_at: '2030-01-01T00:00:00Z' }) };
const included = { parameters: { options: { knownPeople: 'import' } } };
const fails = (label: string, how: Deliver): Partial<Setting> => ({ first: { [label]: how } });
/** The requests for Sam in the first and the second try, and the result. */
// prettier-ignore
const rows: RowCase[] = [
	['upsert', 'created', 'create sam', ''],
	['sync', 'created', 'create sam', ''],
	['upsert', 'updated', 'create sam, update sam', '', changed, other],
	['sync', 'updated', 'update sam', '', changed, other],
	['upsert', 'unchanged', 'create sam', '', equal, other],
	['sync', 'unchanged', '', '', equal, other],
	['import', 'unchanged', '', '', equal, other],
	['import', 'imported', 'import sam', ''],
	['sync', 'resubscribed', 'get sam, toggle sam, get sam', '', leaves],
	['upsert', 'resubscribed', 'create sam, get sam, toggle sam, get sam', '', leaves],
	['sync', 'unsubscribed', 'get sam, toggle sam, get sam', '', { ...optsOut, lags: true }, { is_subscribed: false }],
	...['upsert', 'sync', 'import'].flatMap((operation): RowCase[] => [
		[operation, 'skipped', '', '', {}, { is_subscribed: false }],
		[operation, 'rejected', '', '', {}, { email: 'sam' }],
	]),
	['import', 'imported (skipped before)', '', 'import sam', { ...gone, ...included, between: becomes({ is_subscribed: true }) }, other],
	['upsert', 'created (failed before)', 'create sam', 'create sam', fails('create sam', refused)],
	['sync', 'created (failed before)', 'create sam', 'create sam', fails('create sam', refused)],
	['sync', 'updated (failed before)', 'update sam', 'update sam', { ...changed, ...fails('update sam', refused) }, other],
	['import', 'imported (failed before)', 'import sam', 'import sam', fails('import sam', refused)],
	['upsert', 'resubscribed (failed before)', 'create sam, get sam, toggle sam', 'create sam, get sam, toggle sam, get sam', { ...gone, ...fails('toggle sam', refused) }],
	['sync', 'unsubscribed (failed before)', 'get sam, toggle sam', 'get sam, toggle sam, get sam', { ...optsOut, ...fails('toggle sam', refused) }, { is_subscribed: false }],
	['upsert', 'created (rejected before)', 'create sam', 'create sam', fails('create sam', rejected)],
	['import', 'imported (rejected before)', 'import sam', 'import sam', fails('import sam', rejected)],
	['upsert', 'updated (unknown before)', 'create sam, update sam', 'get sam, update sam', { ...changed, ...fails('update sam', lost) }, other],
	['upsert', 'unknown', 'create sam', '', fails('create sam', lost)],
	['sync', 'unknown', 'create sam', '', fails('create sam', lost)],
	['import', 'unknown', 'import sam', '', fails('import sam', lost)],
	['sync', 'unknown', 'get sam, toggle sam', '', { ...gone, ...fails('toggle sam', lost) }],
	['upsert', 'unknown', 'create sam, get sam, toggle sam', '', { ...gone, ...fails('toggle sam', lost) }],
	['sync', 'unknown', 'get sam, toggle sam', '', { ...optsOut, lags: true, ...fails('toggle sam', lost) }, { is_subscribed: false }],
];

it.each(rows)('a row of %s next to one that failed is %s: first "%s", then "%s"', async (operation, word, ...more) => {
	const [first, second, setting = {}, row = {}] = more;
	const last = lastOf(operation);
	const input = [{ email: sam, ...row }, { email: max }];
	const done = await run(operation, { ...setting, input, first: { ...setting.first, [last]: refused } });
	expect(tries.map((sent) => sent.join(', '))).toEqual([first, second].map((sent) => (sent && `${sent}, `) + last));
	const isNew = operation === 'import' ? 'imported' : 'created';
	if (word === 'unknown')
		expect(errorText(done)).toMatch(new RegExp(`^1 ${isNew}, 1 unknown: .*May have been done: row 1\\.`));
	else expect(wordsOf(done)).toEqual([`sam ${word.split(' ')[0]}`, `max ${isNew}`]);
});

// prettier-ignore
const single: Array<[operation: string, first: string, fault: Deliver, second: string]> = [
	['create', 'create sam, create max', refused, 'create max'],
	['toggleSubscription', 'get sam, toggle sam, get sam, get max, toggle max', refused, 'get max, toggle max, get max'],
	['delete', 'delete sam, delete max', refused, 'delete max'],
	['email.send', 'send sam, send max', refused, 'send max'],
	['update', 'update sam', refused, 'update sam, update max'],
	['update', 'update sam', lost, 'update sam, update max'],
	['delete', 'delete sam', lost, 'delete sam, delete max'],
	['create', 'create sam', lost, ''],
	['toggleSubscription', 'get sam, toggle sam', lost, ''],
	['email.send', 'send sam', lost, ''],
];

it.each(single)(
	'%s: the last of "%s" fails (%p), and the second try sends "%s"',
	async (operation, sent, fault, second) => {
		const isByRow = ['create', 'email.send'].includes(operation);
		const [people, input] = isByRow ? [[], both] : [both, uuids];
		const done = await run(operation, { people, input, first: { [sent.split(', ').at(-1) ?? '']: fault } });
		expect(tries.map((requests) => requests.join(', '))).toEqual([sent, second]);
		if (second === '') expect(errorText(done)).toMatch(/Of 2 items: row 1 may have been \w+, 1 not sent\.$/);
		else expect(done.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	},
);

// prettier-ignore
const removals: Array<[string, string, string, string[], string[]]> = ['at once', 'late'].flatMap((when) => [
	['delete', when, 'deleted', ['delete gone'], ['delete sam']],
	['unsubscribe', when, 'unsubscribed', ['get gone', 'toggle gone', 'get gone'], ['get sam', 'toggle sam']],
]);

it.each(removals)(
	'removals of Sync List are not done again, and come out: %s, shown %s',
	async (removal, when, ...more) => {
		const [word, ofGone, ofSam] = more;
		const setting = {
			people: [{ email: 'gone@example.com' }, ...both],
			input: [{ email: max }],
			lags: when === 'late',
		};
		const parameters = { removal, options: { maxRemovalPercent: 100 } };
		const done = await run('sync', { ...setting, parameters, first: { [ofSam.at(-1) ?? '']: refused } });
		// The state is read after a toggle.
		const after = removal === 'unsubscribe' ? ['get sam'] : [];
		expect(tries).toEqual([
			[...ofGone, ...ofSam],
			[...ofSam, ...after],
		]);
		expect(wordsOf(done)).toEqual(['max unchanged', `gone ${word}`, `sam ${word}`]);
		expect(done.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, [], []]);
	},
);

describe('two lists in one run', () => {
	const input = both.map((row, list) => ({ list: 'AB'[list], ...row }));
	const contactList = byId('={{ $json.list }}');
	const kinds = { upsert: 'create', sync: 'create', import: 'import' };
	const cases = Object.entries(kinds).flatMap(([name, kind]) =>
		['sam', 'max'].map((row) => [name, kind, row] as const),
	);

	it.each(cases)('%s does only the list of the failed request again: %s %s', async (operation, kind, failed) => {
		const first = { [`${kind} ${failed}`]: refused };
		const done = await run(operation, { input, parameters: { contactList }, first });
		expect(tries).toEqual([[`${kind} sam`, `${kind} max`], [`${kind} ${failed}`]]);
		const word = operation === 'import' ? 'imported' : 'created';
		expect(wordsOf(done)).toEqual([`sam ${word}`, `max ${word}`]);
		expect([a, b].map(({ subscribers }) => subscribers.map(({ email }) => email))).toEqual([[sam], [max]]);
	});

	it('are both in the summaries and notes of an Import, one of them done in the first try', async () => {
		const parameters = { contactList, options: { output: 'summary' } };
		const done = await run('import', { input, parameters, first: { 'import max': refused } });
		expect(jsonOf(done)).toMatchObject(['A', 'B'].map((uuid) => ({ contact_list: uuid, rows: 1, imported: 1, uuid })));
		expect(hintsOf(done).filter((hint) => hint.startsWith('Import: '))).toEqual([
			expect.stringMatching(/^Import: 2 imported\./),
		]);
	});

	// n8n 1 keeps the output of the first try where items go to the error output.
	itSinceOldest('of a dry run are judged anew, and nothing is written in any try', async () => {
		// n8n tries again where the first item has failed.
		const failsFirst = { input: input.toReversed(), node: errorOutput, first: { 'read B': refused } };
		const parameters = { contactList, dryRun: true };
		const done = await run('sync', { ...failsFirst, parameters, between: () => void a.add({ email: sam }) });
		expect(tries).toEqual([[], []]);
		expect(jsonOf(done)).toMatchObject(['would create', 'unchanged'].map((action) => ({ action })));
	});
});

// prettier-ignore
const calls: Array<[string, Deliver | undefined, string[], IDataObject]> = [
	['was done', undefined, ['create sam'], { email: sam }],
	['failed', refused, ['create sam', 'create sam'], { canRetry: false }],
	['may have been done', lost, ['create sam'], { canRetry: false, outcomeUnknown: true }],
];

it.each(calls)("a tool's call that %s throws nothing, also when n8n repeats it", async (_, how, sent, facts) => {
	prepare({ first: how && { 'create sam': how } });
	tries.push([]);
	const parameters = { resource: 'subscriber', operation: 'create', email: "={{ $fromAI('email') }}", ...oneByOne };
	const call = agentWith({ credential: credential(), parameters });
	const args = { email: sam };
	const [first, second] = [await call(args), await call(args)];
	const failure = { error: expect.any(String), details: expect.any(String), ...facts };
	expect(first).toEqual([
		{ json: how === undefined ? expect.objectContaining(facts) : failure, pairedItem: { item: 0 } },
	]);
	expect(second).toEqual(first);
	expect(tries).toEqual([sent]);
});

// prettier-ignore
const cancelled = [['create', 'create'], ['upsert', 'create'], ['sync', 'create'], ['import', 'import'], ['email.send', 'send']];

it.each(cancelled)(
	'%s that is cancelled between two tries sends nothing more, and what is known comes out',
	async (...one) => {
		const [operation = '', kind = ''] = one;
		const sent = [`${kind} sam`, `${kind} max`];
		const cancels = {
			input: both,
			first: { [`${kind} sam`]: refused },
			onEnd: (cancel: () => void) => void setImmediate(cancel),
		};
		const stopped = await run(operation, { ...cancels, node: { waitBetweenTries: 200 } });
		expect(tries.flat()).toEqual(['create', 'email.send'].includes(operation) ? sent.slice(0, 1) : sent);
		expect(errorText(stopped)).toMatch(
			/not allowed.*(Of 2 items: row 1 failed, 1 not sent|Result: 1 failed, 1 \w+)\.( The service says: .*)?$/,
		);
		expect(stopped.run.status).not.toBe('success');
		const going = await run(operation, { ...cancels, node: { waitBetweenTries: 200, ...errorOutput } });
		expect(tries.flat()).toEqual(sent);
		expect([going.errorItems, going.items]).toMatchObject([[{ json: { email: sam } }], [{ json: {} }]]);
		expect(going.run.status).toBe('canceled');
	},
);
