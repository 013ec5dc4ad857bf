import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import type { EndpointKey } from '../nodes/EmailMarketing/api/endpoints';

export interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly allOf?: readonly Schema[];
	readonly items?: Schema;
	readonly 'x-documented'?: boolean;
}

interface Content {
	readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

interface Operation {
	readonly operationId?: string;
	readonly requestBody?: Content;
	readonly responses?: { readonly '200'?: Content };
}

const contract = parse(readFileSync(join(__dirname, '../contract/openapi.yaml'), 'utf8')) as {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const operations = Object.values(contract.paths).flatMap((item) => Object.values(item));

/** The schema of what an operation returns. @throws Error if the contract has no such operation */
export function responseSchema(key: EndpointKey): Schema {
	const response = operationOf(key)?.responses?.['200'];
	if (response === undefined) throw new Error(`The contract has no response for ${key}.`);
	return resolved(response.content['application/json'].schema);
}

/** The fields that an operation sends, and those that it must send. */
export function bodyFields(key: EndpointKey): { fields: string[]; required: readonly string[] } {
	const { schema = {} } = operationOf(key)?.requestBody?.content['application/json'] ?? {};
	const schemas = [schema, ...(schema.allOf ?? [])];
	return {
		fields: schemas.flatMap((part) => Object.keys(propertiesOf(part))),
		required: schemas.flatMap((part) => resolved(part).required ?? []),
	};
}

function operationOf(key: EndpointKey): Operation | undefined {
	return operations.find(({ operationId }) => operationId === key);
}

/** The schema that a reference leads to; a schema that is not a reference is returned as it is. */
export function resolved(schema: Schema): Schema {
	if (schema.$ref === undefined) return schema;
	const found = contract.components.schemas[schema.$ref.replace('#/components/schemas/', '')];
	if (found === undefined) throw new Error(`The contract has no ${schema.$ref}.`);
	return resolved(found);
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
