import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultName } from '../../sandbox/faults/faults';
import { runNode, type NodeRun, type NodeRunOptions } from '../engine/runNode';
import { json } from '../engine/serve';
import { byId } from '../engine/support';
import { withFault } from './faults';
import { LaravelList, type Answer, type Asked, type Kind, type Subscriber } from './LaravelList';
import { serveList } from './serveList';

type Person = IDataObject;

type Refusal = readonly [status: number, body: unknown] | FaultName;

/** The subscribers of a contact list, and how its service differs from Laravel's defaults. */
export interface Service {
	/** Fields that are not given are absent from responses. */
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

/** Refuses one request, and leaves the others to the list. */
export function refusing(refused: string, refusal: Refusal): NonNullable<Service['refuse']> {
	return (request) => (request === refused ? refusal : undefined);
}

/** Runs an operation on the subscribers of a list that shows no times. */
export async function runOnList(
	service: Service,
	operation: string,
	parameters: INodeParameters,
	more: Partial<NodeRunOptions> = {},
): Promise<Ran> {
	const { people = [], replaces = false, refuse } = service;
	const list = new LaravelList({ replaces });
	list.hold(people.map((person) => ({ ...unknown, ...person }) as unknown as Subscriber));
	const served = await serveList(list);
	const requests: string[] = [];
	const bodies: IDataObject[] = [];
	served.onRequest = (arrived) => {
		const request = nameOf(arrived);
		const body = JSON.parse(arrived.body || '{}') as IDataObject & { email?: string };
		requests.push(request);
		if (arrived.method !== 'GET') bodies.push(body);
		const [, id] = request.split(/[ /]/);
		const find = (): Person => ((id === undefined ? list.withEmail(body.email) : list.withUuid(id)) ?? {}) as Person;
		const refused = refuse?.(request, body, find());
		if (typeof refused === 'string') return withFault(refused);
		if (refused !== undefined) return (response) => json(response, refused[1], refused[0]);
		return (response, work) => {
			const done = work();
			json(response, responseTo(arrived.kind, done, withoutTimes(find()), service), done.status);
		};
	};
	const run = await runNode({
		parameters: { resource: 'subscriber', operation, contactList: byId('L'), ...parameters },
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		...more,
	});
	await served.close();
	return { run, requests, bodies, people: list.subscribers.map((subscriber) => withoutTimes({ ...subscriber })) };
}

/** The name of a request, e.g. `PUT u1/toggle`. */
function nameOf({ method, url }: Asked): string {
	const [path = ''] = url.split('?');
	return `${method} ${path.split('/').slice(5).join('/')}`.trim();
}

/** The response of the list, as this service shows it. */
function responseTo(kind: Kind, { status, body }: Answer, person: Person, service: Service): unknown {
	const { listed = asItIs, shown = asItIs, answer = (written) => ({ subscriber: written }) } = service;
	if (status !== 200 || kind === 'delete' || kind === 'import') return body;
	if (kind === 'get') return { subscriber: shown(person) };
	if (kind !== 'read') return answer(person);
	const { data } = body as { data: Person[] };
	return { ...body, data: data.map((entry) => listed(withoutTimes(entry))) };
}
