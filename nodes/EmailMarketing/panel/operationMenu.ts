import type { INodeProperties } from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../api/endpoints';

interface MenuRow {
	readonly name: string;
	readonly value: string;
	readonly action: string;
	readonly description: string;
	/** The first request of an operation that sends several. */
	readonly endpoint?: EndpointKey;
	/** Of no use to an agent: operations on all rows at once, and the setup of an account. */
	readonly isHiddenFromAgents?: true;
}

/** The 'Operation' menu of a resource. Each row has its request from the catalogue, in n8n's declarative vocabulary. */
export function operationMenu(resource: string, byDefault: string, rows: readonly MenuRow[]): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: rows.map(({ endpoint, isHiddenFromAgents, ...row }) => {
			const { method, path, status } = endpoints[endpoint ?? (`${resource}.${row.value}` as EndpointKey)];
			return {
				...row,
				...(endpoint === undefined && status === 'inferred' && { description: `${row.description} (inferred)` }),
				...(isHiddenFromAgents && { displayOptions: { hide: { '@tool': [true] } } }),
				routing: { request: { method, url: urlOf(path) } },
			};
		}),
		default: byDefault,
	};
}

/** A path as n8n's expression: each `{placeholder}` is the parameter of that name. */
function urlOf(path: string): string {
	if (!path.includes('{')) return path;
	return `=${path.replace(/\{(\w+)\}/g, '{{ $parameter["$1"] }}')}`;
}
