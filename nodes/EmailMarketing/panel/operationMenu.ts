import type { INodeProperties } from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../api/endpoints';

interface MenuRow {
	readonly name: string;
	readonly value: string;
	readonly action: string;
	readonly description: string;
	/** The word for an item whose operation is done: `created`. */
	readonly done: string;
	/** The export of the operation's file. */
	readonly operation: { readonly description: INodeProperties[]; readonly endpoint?: EndpointKey };
	/** For operations that an agent cannot use: those on all rows at once, and the setup of an account. */
	readonly isHiddenFromAgents?: true;
}

/** The 'Operation' menu of a resource. Each row declares its request, with parameters for the path's placeholders. */
export function operationMenu(resource: string, byDefault: string, rows: readonly MenuRow[]): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: rows.map(({ name, value, action, description, operation: { endpoint }, isHiddenFromAgents }) => {
			const key = endpoint ?? (`${resource}.${value}` as EndpointKey);
			const { method, path } = endpoints[key];
			const url = path.includes('{') ? `=${path.replace(/\{(\w+)\}/g, '{{ $parameter["$1"] }}')}` : path;
			return {
				name,
				value,
				action,
				description,
				...(isHiddenFromAgents && { displayOptions: { hide: { '@tool': [true] } } }),
				routing: { request: { method, url } },
			};
		}),
		default: byDefault,
	};
}

/** The operations of a menu's rows by `resource.operation`, each with the word of its row. */
export function operationsOf<const Resource extends string, const Row extends MenuRow>(
	resource: Resource,
	rows: readonly Row[],
): { [R in Row as `${Resource}.${R['value']}`]: R['operation'] & { readonly done: string } } {
	const entries = rows.map(({ value, operation, done }) => [`${resource}.${value}`, { ...operation, done }]);
	return Object.fromEntries(entries) as ReturnType<typeof operationsOf<Resource, Row>>;
}
