import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';

/** What the panel shows for one operation, below its menu. */
export interface OperationDescription {
	readonly key: EndpointKey;
	readonly properties: readonly INodeProperties[];
}

/** From top to bottom in the panel. */
const order = [
	'campaign', 'domain', 'name', 'contactList', 'template', 'subscriber', 'changeTo', 'dataMode', 'email', 'toEmail', 'subject',
	'fromEmail', 'fromName', 'returnAll', 'limit', 'simplify', 'additionalFields', 'updateFields', 'options',
];

interface Merged {
	readonly property: INodeProperties;
	readonly keys: EndpointKey[];
}

/**
 * The properties of all operations, with those that are alike made into one that is shown for each of its operations.
 * n8n evaluates a parameter once for every property of its name, shown or not, so twenty properties named `options` would cost twenty times.
 */
export function mergeDescriptions(descriptions: readonly OperationDescription[]): INodeProperties[] {
	const everyKey = descriptions.map(({ key }) => key);
	const declared = descriptions.flatMap(({ key, properties }) => properties.map((property): Merged => ({ property, keys: [key] })));
	return merged(declared, everyKey, '')
		.map(({ property, keys }) => shownFor(property, keys, everyKey, ''))
		.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

/** @param root where `resource` and `operation` are found from a property: '' beside them, '/' inside a collection */
function merged(declared: readonly Merged[], everyKey: readonly EndpointKey[], root: '' | '/'): Merged[] {
	return grouped(declared, everyKey).map(([first, ...others]) => {
		const members = [first, ...others];
		const keys = members.flatMap((member) => member.keys);
		if (first.property.type !== 'collection' || root === '/') return { property: first.property, keys };
		const options = members.flatMap((member) => collectionOptions(member.property).map((option): Merged => ({ property: option, keys: member.keys })));
		return { property: { ...first.property, options: mergedOptions(options, keys, everyKey) }, keys };
	});
}

type Group = [Merged, ...Merged[]];

/** Puts together what is alike, as far as one condition can show it for exactly the operations that declared it. */
function grouped(declared: readonly Merged[], everyKey: readonly EndpointKey[]): Group[] {
	const fits = (members: readonly Merged[]): boolean => isExact(members.flatMap(({ keys }) => keys), everyKey);
	const groups: Group[] = [];
	for (const entry of declared) {
		const group = groups.find(([first]) => alike(first.property, entry.property));
		if (group) group.push(entry);
		else groups.push([entry]);
	}
	return groups.flatMap((group) => {
		if (fits(group)) return [group];
		const parts: Group[] = [];
		for (const entry of group) {
			const part = parts.find((members) => fits([...members, entry]));
			if (part) part.push(entry);
			else parts.push([entry]);
		}
		return parts;
	});
}

function mergedOptions(options: readonly Merged[], keys: readonly EndpointKey[], everyKey: readonly EndpointKey[]): INodeProperties[] {
	return merged(options, everyKey, '/')
		.map((option) => shownFor(option.property, option.keys, keys, '/'))
		.sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/** Alike: the same in everything but where they are shown and, for a collection, what it offers. */
function alike(a: INodeProperties, b: INodeProperties): boolean {
	const essence = ({ options, ...rest }: INodeProperties): string => JSON.stringify(rest.type === 'collection' ? rest : { ...rest, options });
	return essence(a) === essence(b);
}

/** Whether showing a property for these resources and these operations shows it for exactly these keys. n8n can only combine the two. */
function isExact(keys: readonly EndpointKey[], everyKey: readonly EndpointKey[]): boolean {
	const { resources, operations } = partsOf(keys);
	return everyKey.every((key) => {
		const [resource = '', operation = ''] = key.split('.');
		return keys.includes(key) || !(resources.includes(resource) && operations.includes(operation));
	});
}

/** @param within the keys for which the surroundings are shown; a property shown for all of them needs no condition */
function shownFor(property: INodeProperties, keys: readonly EndpointKey[], within: readonly EndpointKey[], root: '' | '/'): INodeProperties {
	if (within.every((key) => keys.includes(key))) return property;
	const { resources, operations } = partsOf(keys);
	const { show, hide } = property.displayOptions ?? {};
	return {
		...property,
		displayOptions: { ...(hide ? { hide } : {}), show: { [`${root}resource`]: resources, [`${root}operation`]: operations, ...show } },
	};
}

function partsOf(keys: readonly EndpointKey[]): { resources: string[]; operations: string[] } {
	const part = (index: number) => [...new Set(keys.map((key) => key.split('.')[index] ?? ''))];
	return { resources: part(0), operations: part(1) };
}

function collectionOptions({ options = [] }: INodeProperties): INodeProperties[] {
	const isProperty = (option: INodePropertyOptions | INodeProperties | INodePropertyCollection): option is INodeProperties => 'type' in option;
	return options.filter(isProperty);
}
