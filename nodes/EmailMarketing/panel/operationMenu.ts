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

/** The 'Operation' menu. Each row declares its request, with parameters for the path's placeholders. */
function operationMenu(resource: string, byDefault: string, rows: readonly MenuRow[]): INodeProperties {
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
type OperationsOf<Resource extends string, Row extends MenuRow> = {
	[R in Row as `${Resource}.${R['value']}`]: R['operation'] & { readonly done: string };
};

/** A resource with its menu and its operations. */
export function resourceOf<const Resource extends string, const Row extends MenuRow>(
	name: string,
	value: Resource,
	byDefault: string,
	rows: readonly Row[],
) {
	const entries = rows.map((row) => [`${value}.${row.value}`, { ...row.operation, done: row.done }]);
	const operations = Object.fromEntries(entries) as OperationsOf<Resource, Row>;
	return { name, value, menu: operationMenu(value, byDefault, rows), operations };
}
