import type { INodeProperties } from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../api/endpoints';

interface MenuRow {
	readonly name: string;
	readonly value: string;
	readonly action: string;
	readonly description: string;
	/** Where an operation is made of several requests: the first of them. */
	readonly endpoint?: EndpointKey;
	/** What an agent has no use for: operations that take all rows at once, and the setup of an account. */
	readonly isHiddenFromAgents?: true;
}

/** 'Operation' of a resource, each row with its request in n8n's declarative vocabulary, from the catalogue: a `{placeholder}` is the parameter of that name. */
export function operationMenu(resource: string, byDefault: string, rows: readonly MenuRow[]): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: rows.map(({ endpoint, isHiddenFromAgents, ...row }) => {
			const { method, path, status } = endpoints[endpoint ?? (`${resource}.${row.value}` as EndpointKey)];
			const url = path.includes('{') ? `=${path.replace(/\{(\w+)\}/g, '{{ $parameter["$1"] }}')}` : path;
			return {
				...row,
				...(endpoint === undefined && status === 'inferred' && { description: `${row.description} (inferred)` }),
				...(isHiddenFromAgents && { displayOptions: { hide: { '@tool': [true] } } }),
				routing: { request: { method, url } },
			};
		}),
		default: byDefault,
	};
}
