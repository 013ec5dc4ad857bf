import type { INodePropertyRouting, PostReceiveAction } from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../api/endpoints';
import type { operationRunner } from '../transport/operationRunner';

interface RouteOptions {
	/** What runs the operation, where it is not one request with one answer. */
	readonly run?: ReturnType<typeof operationRunner>;
	/** What makes items of the answer, in order. */
	readonly receive?: PostReceiveAction[];
}

/** The routing of a menu row, from the catalogue. */
export function route(key: EndpointKey, { run, receive = [] }: RouteOptions = {}): INodePropertyRouting {
	const { method, path } = endpoints[key];
	return {
		request: { method, url: path },
		...(run ? { operations: { pagination: run } } : {}),
		output: { postReceive: receive },
	};
}
