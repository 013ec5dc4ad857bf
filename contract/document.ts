import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { textOf } from '../nodes/EmailMarketing/shared/text';
import { isRecord } from '../nodes/EmailMarketing/shared/values';

export interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly description?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	readonly allOf?: readonly Schema[];
	/** Missing in the service's own document, where everything is documented. */
	readonly 'x-documented'?: boolean;
}

/** The body of a request, or a response. */
export interface Message {
	readonly $ref?: string;
	readonly description?: string;
	readonly content?: { readonly 'application/json'?: { readonly schema?: Schema } };
}

export interface Parameter {
	readonly $ref?: string;
	readonly name?: string;
	readonly in?: string;
}

export interface Operation {
	readonly operationId?: string;
	readonly description?: string;
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: Message;
	readonly responses?: Readonly<Record<string, Message>>;
	readonly 'x-documented'?: boolean;
}

export interface Contract {
	readonly openapi: string;
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: {
		readonly parameters?: Readonly<Record<string, Parameter>>;
		readonly schemas: Readonly<Record<string, Schema>>;
	};
}

export const contractFile = join(__dirname, 'openapi.yaml');

/** @throws Error in one sentence if the text is not YAML, or not an OpenAPI 3.1 document */
export function readContract(text = readFileSync(contractFile, 'utf8')): Contract {
	const document = parsed(text);
	const version = textOf(document?.openapi ?? 'not OpenAPI');
	if (!version.startsWith('3.1.') || !isRecord(document?.paths))
		throw new Error(`contract/openapi.yaml is ${version}: it needs \`openapi: 3.1.0\` and \`paths\`.`);
	return document as Contract;
}

function parsed(text: string): Partial<Contract> | null {
	try {
		return parse(text) as Partial<Contract> | null;
	} catch (thrown) {
		const [reason = ''] = (thrown as Error).message.split('\n');
		throw new Error(`contract/openapi.yaml is not YAML: ${reason.replace(/:$/, '.')}`);
	}
}

export interface Listed {
	readonly key: string;
	readonly method: string;
	readonly path: string;
	readonly operation: Operation;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Every operation, under its operationId or, without one, its method and path. */
export function operationsIn({ paths }: Contract): Listed[] {
	const listed: Listed[] = [];
	for (const [path, item] of Object.entries(paths)) {
		for (const name of methods) {
			const operation = item[name];
			if (operation === undefined) continue;
			const method = name.toUpperCase();
			listed.push({ key: operation.operationId ?? `${method} ${path}`, method, path, operation });
		}
	}
	return listed;
}

/** The response of success: the first status from 200 to 299. */
export function successOf({ responses }: Operation): Message {
	const [, success = {}] = Object.entries(responses ?? {}).find(([status]) => status.startsWith('2')) ?? [];
	return success;
}

/** The target of a reference; anything else is returned as it is. */
export function resolvedIn<Node extends { readonly $ref?: string }>(document: Contract, node: Node): Node {
	if (node.$ref === undefined) return node;
	const steps = node.$ref.split('/').slice(1);
	const found = steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], document);
	if (found === undefined) throw new Error(`The contract has no ${node.$ref}.`);
	return resolvedIn(document, found as Node);
}

/** The JSON schema of a body or response; an empty one for none. */
export function schemaIn(document: Contract, message: Message): Schema {
	return resolvedIn(document, resolvedIn(document, message).content?.['application/json']?.schema ?? {});
}

/** The fields that a body must have. */
export function requiredIn(document: Contract, message: Message): string[] {
	const schema = schemaIn(document, message);
	return [schema, ...(schema.allOf ?? [])].flatMap((part) => resolvedIn(document, part).required ?? []);
}
