import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultName } from '../../sandbox/faults/faults';
import { runNode, type NodeRun, type NodeRunOptions } from '../engine/runNode';
import { json } from '../engine/serve';
import { byId } from '../engine/support';
import { withFault } from './faults';
import { LaravelList, type Kind } from './LaravelList';
import { serveList, type Arrived, type Deliver, type ServedList } from './serveList';

/** Another response than that of the list: a fault, or a status and a body. A status of success also does the work. */
export type Reply = FaultName | readonly [status: number, body: unknown];

/** A list for the tests of one file, empty before each of them. Most tests use the sandbox instead: `useEngine`. */
export function useList(settings?: ConstructorParameters<typeof LaravelList>[0]) {
	const list = new LaravelList(settings);
	const served: ServedList = { url: '', arrived: [], onRequest: undefined, close: () => Promise.resolve() };
	beforeAll(async () => await serveList(list, served));
	afterAll(async () => await served.close());
	beforeEach(() => {
		list.hold([]);
		served.arrived.length = 0;
		served.onRequest = undefined;
	});
	const kinds = (): Array<Arrived['kind']> => served.arrived.map(({ kind }) => kind);
	/** Each request so far, e.g. `toggle u1`. */
	const requests = (): string[] => served.arrived.map(({ name }) => name);
	/** The bodies so far. */
	const bodies = (): IDataObject[] =>
		served.arrived.flatMap(({ body }) => (body === '' ? [] : [JSON.parse(body) as IDataObject]));
	/**
	 * Responds to requests of this kind or name in place of the list; the first reply for a request counts.
	 * @param reply or a function that returns it, or nothing where the list is to respond; it may change the list
	 * @param times to so many of them; to all by default
	 */
	const reply = (
		to: Kind | `${Kind} ${string}`,
		reply: Reply | ((request: Arrived) => Reply | undefined),
		times = Infinity,
	): void => {
		const { onRequest } = served;
		served.onRequest = (request) => {
			const earlier = onRequest?.(request);
			if (earlier !== undefined || times <= 0 || ![request.kind, request.name].includes(to)) return earlier;
			const chosen = typeof reply === 'function' ? reply(request) : reply;
			if (chosen === undefined) return undefined;
			times -= 1;
			return deliveryOf(chosen);
		};
	};
	/** Runs an operation on the list. @param endpointPaths of the credential */
	const run = async (
		operation: string,
		parameters: INodeParameters,
		{ endpointPaths = {}, ...more }: Partial<NodeRunOptions> & { endpointPaths?: object } = {},
	): Promise<NodeRun> =>
		await runNode({
			parameters: { resource: 'subscriber', operation, contactList: byId('L'), ...parameters },
			credential: {
				baseUrl: served.url,
				accessToken: 'token-of-the-test',
				endpointPaths: JSON.stringify(endpointPaths),
			},
			...more,
		});
	return { list, served, kinds, requests, bodies, reply, run };
}

function deliveryOf(reply: Reply): Deliver {
	if (typeof reply === 'string') return withFault(reply);
	const [status, body] = reply;
	return (response, work) => {
		if (status < 300) work();
		json(response, body, status);
	};
}
