import { parse, YAMLParseError } from 'yaml';

import { isRecord, type JsonRecord } from '../nodes/EmailMarketing/shared/isRecord';

/** A reason to stop, in words for whoever gave the file. */
export class DoctorError extends Error {}

/** An operation as an OpenAPI document has it. */
export interface FoundOperation {
	/** In capitals. */
	readonly method: string;
	/** From the host on, with the path of the server; its placeholders are the document's own. */
	readonly path: string;
	/** What stands in front of its path in the document, without a slash at the end. */
	readonly serverPath: string;
	/** Scheme and host, where the document names them. */
	readonly origin?: string;
	readonly operationId?: string;
	/** What people call it. */
	readonly summary?: string;
	/** Of its body, as the document describes it: media type → schema. */
	readonly body: Readonly<Record<string, unknown>>;
	readonly isBodyRequired: boolean;
	/** Of its first answer of status 200 to 299; `undefined` where it names none. */
	readonly answer?: Readonly<Record<string, unknown>>;
}

export interface OpenApiDocument {
	/** The document as it was parsed, for references. */
	readonly root: JsonRecord;
	readonly version: string;
	readonly title: string;
	readonly operations: readonly FoundOperation[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Reads an OpenAPI document of version 3, YAML or JSON (which is YAML).
 * @throws DoctorError that says what the text is instead, and what to do
 */
export function readDocument(text: string): OpenApiDocument {
	const root = parsed(text);
	if ('swagger' in root) {
		throw new DoctorError(
			`This is a Swagger ${String(root.swagger)} document. Convert it to OpenAPI 3 first, e.g. in the Swagger Editor with Edit → Convert to OpenAPI 3.0.`,
		);
	}
	// Without quotes, YAML takes 3.0 for a number.
	const version = typeof root.openapi === 'number' ? root.openapi.toFixed(1) : (writtenIn(root.openapi) ?? '');
	if (version === '') throw new DoctorError(`This is no OpenAPI document: it has no field "openapi".${fieldsOf(root)}`);
	if (!version.startsWith('3.'))
		throw new DoctorError(
			`This is an OpenAPI document of version ${version}: only 3.0, 3.1 and later ones that begin with 3 can be read.`,
		);
	if (!isRecord(root.paths) || Object.keys(root.paths).length === 0)
		throw new DoctorError('This OpenAPI document has no "paths", so there is nothing to compare.');
	const elsewhere = otherFilesIn(root);
	if (elsewhere.length > 0)
		throw new DoctorError(
			`This document is split over several files: it refers to ${elsewhere.slice(0, 3).join(', ')}${elsewhere.length > 3 ? ', …' : ''}. Put it into one first, e.g. with npx @redocly/cli bundle <file> --output one-file.yaml`,
		);
	const operations = Object.entries(root.paths).flatMap(([path, item]) => operationsAt(path, item, root));
	if (operations.length === 0)
		throw new DoctorError('The "paths" of this OpenAPI document have no operations, so there is nothing to compare.');
	const info = isRecord(root.info) ? root.info : {};
	return { root, version, title: writtenIn(info.title) ?? 'without a title', operations };
}

/** What a reference leads to inside the document; a value that is none is itself. One that leads around in circles gives nothing. */
export function resolved(value: unknown, root: JsonRecord, depth = 0): JsonRecord {
	if (!isRecord(value) || depth > 20) return {};
	if (typeof value.$ref !== 'string') return value;
	if (!value.$ref.startsWith('#/')) return {};
	const names = value.$ref
		.slice(2)
		.split('/')
		.map((name) => decoded(name).replaceAll('~1', '/').replaceAll('~0', '~'));
	return resolved(
		names.reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), root),
		root,
		depth + 1,
	);
}

/** The other files that references lead to, each once. */
function otherFilesIn(root: JsonRecord): string[] {
	const files = new Set<string>();
	const seen = new Set<unknown>();
	const look = (value: unknown): void => {
		if (typeof value !== 'object' || value === null || seen.has(value)) return;
		seen.add(value);
		const { $ref } = value as JsonRecord;
		if (typeof $ref === 'string' && !$ref.startsWith('#')) files.add($ref.replace(/#.*/, ''));
		Object.values(value).forEach(look);
	};
	look(root);
	return [...files];
}

function decoded(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

function parsed(text: string): JsonRecord {
	if (text.trim() === '') throw new DoctorError('The file is empty.');
	if (/^\s*(<!--[^]*?-->\s*)*<(!doctype|html)/i.test(text))
		throw new DoctorError(
			'This is a web page, not the document itself. Look there for a link to a YAML or JSON file, and download that.',
		);
	if (/[\0\uFFFD]/.test(text.slice(0, 1_000)))
		throw new DoctorError(
			'This file is no text, or not in UTF-8. Unpack it, or save it as UTF-8, and name the YAML or JSON file.',
		);
	let root: unknown;
	try {
		root = parse(text, { logLevel: 'error' });
	} catch (thrown) {
		if (thrown instanceof YAMLParseError && thrown.code === 'MULTIPLE_DOCS')
			throw new DoctorError(
				'The file holds several YAML documents, with lines of --- between them. Keep the OpenAPI document alone.',
			);
		const [line = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n');
		throw new DoctorError(`The file is neither YAML nor JSON: ${line.replace(/:$/, '')}`);
	}
	if (!isRecord(root)) throw new DoctorError('This is no OpenAPI document: it holds no fields at all.');
	return root;
}

function fieldsOf(root: JsonRecord): string {
	const names = Object.keys(root).slice(0, 5);
	return names.length === 0 ? '' : ` It has: ${names.join(', ')}.`;
}

function operationsAt(path: string, given: unknown, root: JsonRecord): FoundOperation[] {
	const item = resolved(given, root);
	return methods
		.filter((method) => isRecord(item[method]))
		.map((method) => {
			const operation = item[method] as JsonRecord;
			const server = serverOf(
				[operation.servers, item.servers, root.servers].find((servers) => Array.isArray(servers) && servers.length > 0),
			);
			const { content, required } = resolved(operation.requestBody, root);
			return {
				...server,
				method: method.toUpperCase(),
				path: `${server.serverPath}${path.startsWith('/') ? '' : '/'}${path}`.replace(/(?<=.)\/$/, ''),
				operationId: textOf(operation.operationId),
				summary: textOf(operation.summary) ?? textOf(operation.description),
				body: schemasIn(content),
				isBodyRequired: required === true,
				answer: answerOf(operation.responses, root),
			};
		});
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A value as text; lists and objects are none. */
function writtenIn(value: unknown): string | undefined {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? String(value)
		: undefined;
}

/** The first server; its variables have their defaults. */
function serverOf(servers: unknown): Pick<FoundOperation, 'serverPath' | 'origin'> {
	const [server] = Array.isArray(servers) ? (servers as unknown[]) : [];
	if (!isRecord(server) || typeof server.url !== 'string') return { serverPath: '' };
	const variables = isRecord(server.variables) ? server.variables : {};
	const url = server.url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
		const variable = variables[name];
		return isRecord(variable) ? (writtenIn(variable.default) ?? whole) : whole;
	});
	const nowhere = 'http://nowhere.invalid';
	if (!URL.canParse(url, nowhere)) return { serverPath: '' };
	const { origin, pathname } = new URL(url, nowhere);
	return { serverPath: decoded(pathname).replace(/\/+$/, ''), ...(origin === nowhere ? {} : { origin }) };
}

function schemasIn(content: unknown): Record<string, unknown> {
	if (!isRecord(content)) return {};
	return Object.fromEntries(
		Object.entries(content).map(([type, media]) => [type, isRecord(media) ? media.schema : undefined]),
	);
}

function answerOf(responses: unknown, root: JsonRecord): FoundOperation['answer'] {
	if (!isRecord(responses)) return undefined;
	const answers = Object.entries(responses)
		.filter(([status]) => /^2(\d\d|XX)$/i.test(status))
		.map(([, response]) => schemasIn(resolved(response, root).content));
	return answers.find((schemas) => Object.keys(schemas).length > 0) ?? answers[0];
}
