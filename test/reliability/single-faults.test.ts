import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { runNode, type NodeRun } from '../engine/runNode';
import { byEmail, byId, jsonOf, warningsOf } from '../engine/support';
import { faults } from '../laravel/faults';
import { LaravelList, type Subscriber } from '../laravel/LaravelList';
import { serveList, type Arrived, type ServedList } from '../laravel/serveList';
import { scaled } from '../scaled';
import { seed } from '../seed';

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

/**
 * One fault at a time, in requests of a run that are chosen anew each time. After each:
 * the run does not report success where something is missing; no subscriber is doubled, deleted or subscribed again;
 * and the same run without the fault ends as if there had been none.
 * `MODEL_SEED=1 npx jest single-faults` repeats a choice.
 */

const size = 4;
const pages = 30;
const isSubscribed = (place: number): boolean => place % 10 !== 7;

function personAt(place: number): Partial<Subscriber> & { email: string } {
	return {
		email: `person${place}@example.com`,
		first_name: 'Ada',
		last_name: `No. ${place}`,
		tags: place % 2 === 0 ? ['customer'] : [],
		is_subscribed: isSubscribed(place),
	};
}

const people = Array.from({ length: pages * size }, (_, place) => personAt(place));

/** The row of a subscriber who is in the list. */
function rowAt(place: number, changes: IDataObject = {}): IDataObject {
	const { email, first_name, last_name, tags } = personAt(place);
	return { email, first_name, last_name, tags, ...changes };
}

function newRow(number: number): IDataObject {
	return { email: `new${number}@example.com`, first_name: 'Grace', last_name: `New ${number}`, tags: ['lead'] };
}

const renamed = { first_name: 'Grace' };
const removed = [0, 30, 61, 90, 119];
const changed = [1, 60, 77, 118];

interface Job {
	readonly parameters: INodeParameters;
	readonly input: IDataObject[];
}

const jobs: Record<string, Job> = {
	'Get Many': { parameters: { operation: 'getAll', returnAll: true }, input: [{}] },
	'Sync List': {
		parameters: { operation: 'sync', removal: 'unsubscribe' },
		input: [
			...people.flatMap((_, place) =>
				removed.includes(place) ? [] : [rowAt(place, changed.includes(place) ? renamed : {})],
			),
			...[1, 2, 3].map(newRow),
		],
	},
	'Create or Update': {
		parameters: { operation: 'upsert', dataMode: 'autoMapInputData' },
		input: [0, 45, 77, 119].flatMap((place) => [rowAt(place, renamed), newRow(place)]),
	},
	Import: {
		parameters: { operation: 'import', options: { skipUnsubscribed: true } },
		input: [
			...[0, 45, 77, 119].map((place) => rowAt(place, renamed)),
			...Array.from({ length: 600 }, (_, number) => newRow(number)),
		],
	},
	'Unsubscribe by email': {
		parameters: {
			operation: 'toggleSubscription',
			changeTo: 'unsubscribed',
			subscriber: byEmail('={{ $json.email }}'),
		},
		input: [5, 119].map((place) => rowAt(place)),
	},
	Create: {
		parameters: { operation: 'create', dataMode: 'autoMapInputData' },
		input: [1, 2, 3].map(newRow),
	},
};

const modes = ['stopWorkflow', 'continueRegularOutput'] as const;
type Mode = (typeof modes)[number];

/** Where a fault happens: the nth request of this name. */
interface Place {
	readonly request: string;
	readonly nth: number;
	readonly kind: Arrived['kind'];
	/** Whether it happens to every later request of that name, too. */
	readonly stays: boolean;
}

/** What can be seen of a run. */
interface Seen {
	readonly run: NodeRun;
	readonly requests: readonly Arrived[];
	readonly state: string;
	readonly harm: readonly string[];
}

const list = new LaravelList({ pageSize: size - 1, mostPerPage: size });
let served: ServedList;
beforeAll(async () => (served = await serveList(list)));
afterAll(async () => await served.close());

async function run({ parameters, input }: Job, onError: Mode): Promise<Seen> {
	served.arrived.splice(0);
	const ran = await runNode({
		parameters: { resource: 'subscriber', contactList: byId('l'), ...parameters },
		credential: { baseUrl: served.url, accessToken: 'token', endpointPaths: '{}' },
		input,
		node: { onError },
	});
	// A node that stops may leave requests on their way.
	for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
	const requests = [...served.arrived];
	return { run: ran, requests, state: stateOf(list), harm: [...harmTo(list), ...doneTwice(requests)] };
}

/** All subscribers, as far as a run may change them. */
function stateOf({ subscribers }: LaravelList): string {
	return subscribers
		.map(({ email, first_name, last_name, tags, is_subscribed }) =>
			JSON.stringify([email, first_name, last_name, tags.toSorted(), is_subscribed]),
		)
		.sort()
		.join('\n');
}

function harmTo({ subscribers }: LaravelList): string[] {
	const emails = subscribers.map(({ email }) => email.toLowerCase());
	const present = new Map(subscribers.map((subscriber) => [subscriber.email, subscriber]));
	return [
		...emails.filter((email, index) => emails.indexOf(email) !== index).map((email) => `${email} is there twice`),
		...people.flatMap(({ email, is_subscribed: wasSubscribed }) => {
			const subscriber = present.get(email);
			if (subscriber === undefined) return [`${email} is deleted`];
			return !wasSubscribed && subscriber.is_subscribed ? [`${email} is subscribed again`] : [];
		}),
	];
}

/** Creates, imports and toggles that were sent again after the service had done them. */
function doneTwice(requests: readonly Arrived[]): string[] {
	const done = new Set<string>();
	return requests.flatMap(({ kind, url, body, isDone }) => {
		const names = kind === 'toggle' ? [url] : kind === 'create' || kind === 'import' ? emailsIn(body) : [];
		const again = names.filter((name) => done.has(name)).map((name) => `${kind} of ${name} is sent again`);
		if (isDone) names.forEach((name) => done.add(name));
		return again;
	});
}

function emailsIn(body: string): string[] {
	const sent = JSON.parse(body) as Partial<Subscriber> & { subscribers?: Array<Partial<Subscriber>> };
	return (sent.subscribers ?? [sent]).map(({ email }) => email ?? '');
}

/** Names a request of a run, independent of the order of requests and of the page size. */
function nameOf({ kind, method, url, body }: Arrived): string {
	const { pathname, searchParams } = new URL(url, served.url);
	const path = pathname.split('/').slice(4).join('/');
	const who = kind === 'create' || kind === 'import' ? ` ${emailsIn(body)[0]}` : '';
	return `${method} ${path}${kind === 'read' ? `?page=${searchParams.get('page') ?? 1}` : ''}${who}`;
}

interface Faultless extends Seen {
	readonly places: readonly Place[];
	/** The same run once more. */
	readonly again: Seen;
}

const faultless = new Map<string, Promise<Faultless>>();

/** The run without a fault, once for each job and mode. */
function withoutFault(name: string, mode: Mode): Promise<Faultless> {
	const key = `${name} ${mode}`;
	const known = faultless.get(key) ?? observe(name, mode);
	faultless.set(key, known);
	return known;
}

async function observe(name: string, mode: Mode): Promise<Faultless> {
	list.hold(people);
	const seen = await repeat(name, mode);
	const again = await repeat(name, mode);
	const counts = new Map<string, number>();
	const places = seen.requests.flatMap((request): Place[] => {
		const named = nameOf(request);
		const nth = (counts.get(named) ?? 0) + 1;
		counts.set(named, nth);
		const place = { request: named, nth, kind: request.kind };
		const isRead = place.kind === 'read' || place.kind === 'get';
		return [{ ...place, stays: false }, ...(isRead ? [{ ...place, stays: true }] : [])];
	});
	return { ...seen, again, places };
}

/** Some of them, of some kinds of request. @param turn another choice for each */
function someOf(places: readonly Place[], turn: number): Place[] {
	const choose = <T>(all: T[], count: number): T[] => {
		const maxLength = Math.min(count, all.length);
		const choice = fc.shuffledSubarray(all, { minLength: maxLength, maxLength });
		return fc.sample(choice, { numRuns: 1, seed: seed + turn }).flat();
	};
	const kinds = [...new Set(places.map(({ kind }) => kind))];
	const ofKind = (kind: string): Place[] => places.filter((place) => place.kind === kind);
	return choose(kinds, scaled(kinds.length)).flatMap((kind) => choose(ofKind(kind), scaled(10)));
}

/** Runs without a fault, by the state in which they began: the result depends on nothing else. */
const repeated = new Map<string, Promise<Seen>>();

/** Runs a job on the list as it is now. Where the same was done before, the list stays as it is. */
function repeat(name: string, mode: Mode): Promise<Seen> {
	const key = `${name} ${mode} ${stateOf(list)}`;
	const known = repeated.get(key) ?? run(jobs[name] as Job, mode);
	repeated.set(key, known);
	return known;
}

/** What is wrong after a fault; empty where all is well. */
async function faultsOf(name: string, mode: Mode, fault: string, { request, nth, stays }: Place): Promise<string[]> {
	const expected = await withoutFault(name, mode);
	list.hold(people);
	let met = 0;
	served.onRequest = (arrived) => {
		if (nameOf(arrived) !== request) return undefined;
		met += 1;
		return met === nth || (stays && met > nth) ? faults[fault]?.(arrived) : undefined;
	};
	const seen = await run(jobs[name] as Job, mode);
	served.onRequest = undefined;
	const wrong = [...seen.harm];
	if (met < nth) wrong.push('the request was not sent this time');
	if (isGreen(seen, expected)) {
		if (seen.state !== expected.state) wrong.push(`the run reports success, but ${difference(seen, expected)}`);
		if (name === 'Get Many' && JSON.stringify(jsonOf(seen.run)) !== JSON.stringify(jsonOf(expected.run)))
			wrong.push(`it reports success with other items: ${seen.run.items.length} of ${expected.run.items.length}`);
	}
	wrong.push(...untrue(seen, expected));
	const again = await repeat(name, mode);
	wrong.push(...again.harm.map((harm) => `run again, ${harm}`));
	if (again.state !== expected.state) wrong.push(`run again, ${difference(again, expected)}`);
	return wrong.map((text) => `${request}, time ${nth}${stays ? ' and later' : ''}: ${text}`);
}

/** Whether neither the run nor an item nor a warning says that something is missing. */
function isGreen({ run: ran }: Seen, { run: expected }: Seen): boolean {
	const usual = new Set(warningsOf(expected).map(withoutNumbers));
	return (
		ran.error === undefined &&
		!jsonOf(ran).some(hasFailed) &&
		warningsOf(ran).every((text) => usual.has(withoutNumbers(text)))
	);
}

function hasFailed({ error, action }: IDataObject): boolean {
	return error !== undefined || ['failed', 'rejected', 'unknown'].includes(textOf(action ?? ''));
}

/** Items that report something as done which is not. */
function untrue({ run: ran, state }: Seen, expected: Seen): string[] {
	const [is, wanted] = [state, expected.state].map((text) => text.split('\n'));
	return jsonOf(ran).flatMap((item) => {
		const start = `["${textOf(item.email ?? '')}",`;
		const lineIn = (lines?: readonly string[]): string | undefined => lines?.find((line) => line.startsWith(start));
		return hasFailed(item) || item.action === 'skipped' || lineIn(is) === lineIn(wanted)
			? []
			: [`${textOf(item.email ?? '')} is reported as done, but is ${lineIn(is) ?? 'absent'}`];
	});
}

function withoutNumbers(text: string): string {
	return text.replaceAll(/\d+/g, '#');
}

function difference({ state }: Seen, expected: Seen): string {
	const [is, wanted] = [state, expected.state].map((text) => new Set(text.split('\n')));
	const [lacking] = [...(wanted ?? [])].filter((line) => !is?.has(line));
	return lacking === undefined ? 'there are other subscribers' : `${lacking} is missing`;
}

describe.each(Object.keys(jobs).flatMap((name) => modes.map((mode) => [name, mode] as const)))(
	'%s with On Error %s',
	(name, mode) => {
		it('succeeds without a fault, and a second run changes nothing', async () => {
			const seen = await withoutFault(name, mode);
			expect(seen.run.error).toBeUndefined();
			expect(isGreen(seen, seen)).toBe(true);
			expect(seen.harm).toEqual([]);
			expect(seen.again.state).toBe(seen.state);
		});

		it.each(Object.keys(faults).map((fault, turn) => [fault, turn] as const))(
			`withstands a %s in each of some requests (MODEL_SEED=${seed})`,
			async (fault, turn) => {
				const { places } = await withoutFault(name, mode);
				const wrong: string[] = [];
				for (const place of someOf(places, turn)) wrong.push(...(await faultsOf(name, mode, fault, place)));
				expect(wrong).toEqual([]);
			},
			120_000,
		);
	},
);
