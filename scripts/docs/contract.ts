import { operationsIn, readContract, resolvedIn, schemaIn, successOf, type Schema } from '../../contract/document';
import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';

export type { Schema };

const contract = readContract();
const operations = operationsIn(contract);

/** The schema of what an operation returns. @throws Error if the contract has no such operation */
export function responseSchema(key: EndpointKey): Schema {
	const found = operations.find((one) => one.key === key);
	if (found === undefined) throw new Error(`The contract has no response for ${key}.`);
	return schemaIn(contract, successOf(found.operation));
}

/** The schema that a reference leads to; a schema that is not a reference is returned as it is. */
export function resolved(schema: Schema): Schema {
	return resolvedIn(contract, schema);
}

export function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
	return resolved(schema).properties ?? {};
}

/** The resource inside a response: the items of its list, or the one object beside its message. */
export function itemIn(response: Schema): Schema {
	const properties = propertiesOf(response);
	const inner =
		properties.data ?? Object.values(properties).find((property) => Object.keys(propertiesOf(property)).length > 0);
	return inner === undefined ? response : (resolved(inner).items ?? inner);
}

/** A value that fits a schema, with every field in it. */
export function sampleOf(schema: Schema): unknown {
	const { properties, items, type } = resolved(schema);
	if (properties !== undefined)
		return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, sampleOf(property)]));
	if (items !== undefined) return [sampleOf(items)];
	const [first] = [type].flat();
	return { boolean: true, integer: 1, number: 1 }[first ?? ''] ?? 'text';
}
