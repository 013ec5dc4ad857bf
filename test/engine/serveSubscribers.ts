import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { forgetRuns } from '../forgetRuns';
import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { runNode, type NodeRun, type NodeRunOptions } from './runNode';
import { json, serve } from './serve';
import { byId } from './support';

type Person = IDataObject;

/** A contact list, and how its service updates and responds. */
interface Service {
	readonly people: readonly Person[];
	/** Whether an update empties the fields that it omits. */
	readonly replaces?: boolean;
	/** A subscriber as the list shows it. */
	readonly listed?: (person: Person) => unknown;
	/** A subscriber as shown when read by ID. */
	readonly shown?: (person: Person) => unknown;
	/** The response to a successful write. */
	readonly answer?: (person: Person) => unknown;
	/** Status and body of a rejection; `undefined` accepts the request. */
	readonly refuse?: (request: string, body: IDataObject, person: Person) => readonly [number, unknown] | undefined;
}

interface Ran {
	readonly run: NodeRun;
	/** Without the path of the contact list: `GET`, `PUT u1`, `PUT u1/toggle`. */
	readonly requests: string[];
	/** The bodies of writes. */
	readonly bodies: IDataObject[];
	readonly people: readonly Person[];
}

const nobody = { email: null, first_name: null, last_name: null, tags: [] };

/** Runs an operation on the subscribers of a list. */
export async function runWithSubscribers(
	{ people: before, replaces = false, listed, shown, answer, refuse }: Service,
	operation: string,
	parameters: INodeParameters,
	more: Partial<NodeRunOptions> = {},
): Promise<Ran> {
	forgetRuns();
	const people = before.map((person) => ({ ...person }));
	const requests: string[] = [];
	const bodies: IDataObject[] = [];
	const same = (one: unknown, other: unknown): boolean => textOf(one).toLowerCase() === textOf(other).toLowerCase();
	const served = await serve(({ method = '', url = '' }, response, text) => {
		const [id, toggle] = (url.split('?')[0] ?? '').split('/').slice(5);
		const body = JSON.parse(text || '{}') as IDataObject;
		const request = [method, [id, toggle].filter(Boolean).join('/')].join(' ').trim();
		requests.push(request);
		if (method !== 'GET') bodies.push(body);
		const found = people.find(({ uuid, email }) => (id === undefined ? same(email, body.email) : same(uuid, id)));
		const refused = refuse?.(request, body, found ?? {});
		if (refused !== undefined) return json(response, refused[1], refused[0]);
		if (request === 'GET') return json(response, { data: people.map((person) => listed?.(person) ?? person) });
		if (method === 'POST' && found !== undefined) return json(response, { errors: { email: ['is taken'] } }, 422);
		const person = found ?? { uuid: `u${people.length + 1}`, ...nobody, is_subscribed: true };
		if (method === 'GET') return json(response, { subscriber: shown?.(person) ?? person });
		if (toggle !== undefined) person.is_subscribed = person.is_subscribed !== true;
		else Object.assign(person, replaces ? nobody : {}, body);
		if (found === undefined) people.push(person);
		json(response, answer?.(person) ?? { subscriber: person });
	});
	const run = await runNode({
		parameters: { resource: 'subscriber', operation, contactList: byId('L'), ...parameters },
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		...more,
	});
	await served.close();
	return { run, requests, bodies, people };
}
