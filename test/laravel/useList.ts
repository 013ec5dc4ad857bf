import type { INodeParameters } from 'n8n-workflow';

import { runNode, type NodeRun, type NodeRunOptions } from '../engine/runNode';
import { byId } from '../engine/support';
import { LaravelList } from './LaravelList';
import { serveList, type Arrived, type ServedList } from './serveList';

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
	return { list, served, kinds, run };
}
