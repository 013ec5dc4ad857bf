import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultName } from '../../sandbox/faults/faults';
import { runNode, type NodeRun, type NodeRunOptions } from '../engine/runNode';
import { json } from '../engine/serve';
import { byId } from '../engine/support';
import { withFault } from './faults';
import { LaravelList, type Subscriber } from './LaravelList';
import { serveList } from './serveList';

type Person = IDataObject;

type Refusal = readonly [status: number, body: unknown] | FaultName;

/** The subscribers of a contact list, and how its service differs from Laravel's defaults. */
export interface Service {
	/** What is not given is not shown. */
	readonly people?: readonly Person[];
	/** Whether an update empties the fields that it omits. */
	readonly replaces?: boolean;
	/** A subscriber as the list shows it. */
	readonly listed?: (person: Person) => unknown;
	/** A subscriber as shown when read by ID. */
	readonly shown?: (person: Person) => unknown;
	/** The response to a successful write. */
	readonly answer?: (person: Person) => unknown;
	/** Status and body of another response, or a fault; `undefined` leaves the request to the list. */
	readonly refuse?: (request: string, body: IDataObject, person: Person) => Refusal | undefined;
}

interface Ran {
	readonly run: NodeRun;
	/** Without the path of the contact list: `GET`, `PUT u1`, `PUT u1/toggle`. */
	readonly requests: string[];
	/** The bodies of writes. */
	readonly bodies: IDataObject[];
	readonly people: readonly Person[];
}

const fields = Object.keys(new LaravelList().add({ email: '' }));
const unknown = Object.fromEntries(fields.map((field) => [field, undefined]));
const asItIs = (person: Person): unknown => person;
const noTimes = { created_at: undefined, updated_at: undefined, unsubscribed_at: undefined };
const withoutTimes = (person: Person): Person => ({ ...person, ...noTimes });

/** Runs an operation on the subscribers of a list that shows no times. */
export async function runOnList(
	{
		people = [],
		replaces = false,
		listed = asItIs,
		shown = asItIs,
		answer = (person) => ({ subscriber: person }),
		refuse,
	}: Service,
	operation: string,
	parameters: INodeParameters,
	more: Partial<NodeRunOptions> = {},
): Promise<Ran> {
	const list = new LaravelList({ replaces });
	list.hold(people.map((person) => ({ ...unknown, ...person }) as unknown as Subscriber));
	const served = await serveList(list);
	const requests: string[] = [];
	const bodies: IDataObject[] = [];
	served.onRequest = ({ method, url, body: text, kind }) => {
		const [id, toggle] = (url.split('?')[0] ?? '').split('/').slice(5);
		const request = [method, [id, toggle].filter(Boolean).join('/')].join(' ').trim();
		const body = JSON.parse(text || '{}') as IDataObject & { email?: string };
		requests.push(request);
		if (method !== 'GET') bodies.push(body);
		const find = (): Person => ((id === undefined ? list.withEmail(body.email) : list.withUuid(id)) ?? {}) as Person;
		const refused = refuse?.(request, body, find());
		if (typeof refused === 'string') return withFault(refused);
		if (refused !== undefined) return (response) => json(response, refused[1], refused[0]);
		return (response, work) => {
			const { status, body: done } = work() as { status: number; body: { data?: Person[] } };
			const person = withoutTimes(find());
			const all = done.data?.map((entry) => listed(withoutTimes(entry)));
			if (status !== 200 || kind === 'delete' || kind === 'import') json(response, done, status);
			else if (kind === 'read') json(response, { ...done, data: all });
			else json(response, kind === 'get' ? { subscriber: shown(person) } : answer(person));
		};
	};
	const run = await runNode({
		parameters: { resource: 'subscriber', operation, contactList: byId('L'), ...parameters },
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		...more,
	});
	await served.close();
	return { run, requests, bodies, people: (list.subscribers as unknown as Person[]).map(withoutTimes) };
}
