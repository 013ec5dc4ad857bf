import {
	contractFile,
	operationsIn,
	readContract,
	resolvedIn,
	schemaIn,
	successOf,
	type Contract,
	type Listed,
	type Operation,
	type Schema,
} from './document';
import { endpointOf, endpoints, isEndpointKey, type EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { definitionOf } from '../nodes/EmailMarketing/execution/definition';
import { extraFieldsProperty } from '../nodes/EmailMarketing/panel/fields';
import { operations } from '../nodes/EmailMarketing/resources/operations';

/** Fields in responses, as in sandbox/to-json.ts, by resource or by operation; with a dot, those of an object inside. */
// prettier-ignore
const fields: Readonly<Record<string, string>> = {
	account: 'id name email created_at',
	campaign: [
		'uuid name from_name from_email reply_to_email reply_to_name is_sending is_sent opens clicks unsubs bounces',
		'hard_bounces soft_bounces sent created_at template template.uuid template.name template.slug contact_list',
		'contact_list.uuid contact_list.name domain domain.uuid domain.name',
	].join(' '),
	contactList: 'uuid name subscribers_count created_at',
	contact_list: 'uuid name created_at',
	domain: 'uuid name is_verified dns_records dns_records.type dns_records.name dns_records.value created_at',
	links: 'first last prev next',
	mails: [
		'data data.uuid data.subject data.status data.sent_at data.opened_at data.clicked_at data.created_at links',
		'links.first links.last links.prev links.next meta meta.current_page meta.per_page meta.last_page meta.total',
	].join(' '),
	meta: 'current_page per_page last_page total',
	subscriber: [
		'uuid first_name last_name email is_subscribed unsubscribed_at recieved_count opened_count open_rate click_rate',
		'last_opened last_clicked account_id customerable_type customerable_id tags created_at updated_at',
	].join(' '),
	'a refusal': 'message errors',
	template: 'uuid name slug is_published created_at updated_at',
};

/** The status of a success, where it is not 200. */
const successes: Partial<Record<EndpointKey, string>> = {};
const refusals = ['401', '404', '422', 'default'];

/** The query of a list, as in api/pagination.ts, and what only searches may have. */
const query = ['page', 'per_page'];
const searches = ['filter', 'search', 'sort'];

// prettier-ignore
const files = {
	endpoints: 'nodes/EmailMarketing/api/endpoints.ts',
	pages: 'nodes/EmailMarketing/api/pagination.ts',
	panel: 'the panel (nodes/EmailMarketing/resources/, panel/fields.ts)',
	fields: 'sandbox/to-json.ts (with `fields` in contract/differences.ts)',
	statuses: 'contract/differences.ts (`successes`, `refusals`)',
};

/** One part of an operation: what the contract has, and what the code has in a file. */
type Part = readonly [name: string, contract: readonly string[], code: readonly string[], file: keyof typeof files];

function partsOf(document: Contract, key: EndpointKey, listed: Listed): Part[] {
	return [...requestParts(document, key, listed), ...responseParts(document, key, listed.operation)];
}

function requestParts(document: Contract, key: EndpointKey, { method, path, operation }: Listed): Part[] {
	const endpoint = endpointOf(key);
	// Placeholders are compared by position: saved workflows hold the names in the code.
	const isSamePath = unnamed(path) === unnamed(endpoint.path);
	const status = operation['x-documented'] === false ? 'inferred' : 'documented';
	const body = namesIn(document, schemaIn(document, operation.requestBody ?? {}));
	const pages = without(queryOf(document, operation), searches);
	const hasPages = key.endsWith('.getAll') && pages.length > 0;
	return [
		['method', [method], [endpoint.method], 'endpoints'],
		['path', [path], [isSamePath ? path : endpoint.path], 'endpoints'],
		['status column', [status], [endpoint.status], 'endpoints'],
		['body', body, bodyOf(key), 'panel'],
		['query', hasPages ? pages : [], hasPages ? query : [], 'pages'],
	];
}

function responseParts(document: Contract, key: EndpointKey, operation: Operation): Part[] {
	const { responses = {} } = operation;
	const statuses = without(Object.keys(responses), refusals);
	const parts: Part[] = [['statuses', statuses, [successes[key] ?? '200'], 'statuses']];
	const addFields = (name: string, schema: Schema): void => {
		parts.push([`fields of ${name}`, namesIn(document, schema), fields[name]?.split(' ') ?? [], 'fields']);
	};
	const success = propertiesIn(document, schemaIn(document, successOf(operation)));
	const envelope = without(Object.keys(success), ['message', 'links', 'meta', 'mails']);
	if (key.endsWith('.getAll')) parts.push(['response', envelope, ['data'], 'pages']);
	else if (envelope.length > 0) parts.push(['response', envelope, [endpointOf(key).responseKey ?? 'data'], 'endpoints']);
	const [resource = ''] = key.split('.');
	const own = key in fields ? key : resource;
	for (const [property, schema] of Object.entries(success)) {
		const name = property === 'data' ? own : property;
		if (name in fields) addFields(name, schema);
	}
	for (const [status, refusal] of Object.entries(responses))
		if (!status.startsWith('2')) addFields('a refusal', schemaIn(document, refusal));
	return parts;
}

/** Each difference between the contract and the code in one line of words, whatever the number of its operations. */
export function differencesFrom(document: Contract): string[] {
	const listed = operationsIn(document);
	const known = listed.map(({ key }) => key);
	const found = new Map<string, Set<string>>();
	for (const one of listed) {
		if (!isEndpointKey(one.key)) continue;
		for (const [name, contract, code, file] of partsOf(document, one.key, one)) {
			const more = without(contract, code);
			const less = without(code, contract);
			if (more.length + less.length === 0) continue;
			const text = `${name} of {operations}: the contract has ${textOf(more)}, ${files[file]} has ${textOf(less)}`;
			found.set(text, (found.get(text) ?? new Set()).add(one.key));
		}
	}
	const unknown = listed.filter(({ key }) => !isEndpointKey(key));
	const missing = Object.entries(endpoints)
		.filter(([key]) => !known.includes(key))
		.map(([key, endpoint]) => ({ key, ...endpoint }));
	const isSame = (one: Requested, other: Requested): boolean =>
		one.method === other.method && unnamed(one.path) === unnamed(other.path);
	const lines = unknown.map((one) => {
		const same = missing.find((endpoint) => isSame(one, endpoint));
		return `${request(one)} ${same === undefined ? 'is only in the contract' : `needs the operationId ${same.key}`}`;
	});
	return [
		...lines,
		...missing
			.filter((endpoint) => !unknown.some((one) => isSame(one, endpoint)))
			.map((endpoint) => `${request(endpoint)} is only in ${files.endpoints}`),
		...[...found].map(([text, keys]) => text.replace('{operations}', namesOf([...keys]))),
	];
}

/** The differences as lines to print, under a heading; none if there are none. */
export function reportOf(document: Contract): string[] {
	const lines = differencesFrom(document).map((line) => `- ${line}`);
	return lines.length === 0 ? [] : ['The contract differs from the code:', ...lines];
}

type Requested = Pick<Listed, 'key' | 'method' | 'path'>;

function request({ key, method, path }: Requested): string {
	const name = `${method} ${path}`;
	return key === name ? name : `${key} (${name})`;
}

function queryOf(document: Contract, { parameters = [] }: Operation): string[] {
	const resolved = parameters.map((parameter) => resolvedIn(document, parameter));
	return resolved.flatMap(({ name, in: place }) => (place === 'query' && name !== undefined ? [name] : []));
}

/** The fields that the node sends: those of the panel or, in an import, of each row. */
function bodyOf(key: EndpointKey): string[] {
	// While an operation is being added, its file may be missing.
	if (!Object.hasOwn(operations, key)) return [];
	const { rows, description } = operations[key];
	const definition = typeof rows === 'object' ? rows : definitionOf(key, description);
	const names = definition.fields.map(({ property }) => property).filter((name) => name !== extraFieldsProperty);
	return key === 'subscriber.import' ? ['subscribers', ...names.map((name) => `subscribers.${name}`)] : names;
}

function propertiesIn(document: Contract, schema: Schema): Readonly<Record<string, Schema>> {
	const { properties = {}, items, allOf = [] } = resolvedIn(document, schema);
	const parts = [...allOf, ...(items === undefined ? [] : [items])].map((part) => propertiesIn(document, part));
	return Object.assign({}, ...parts, properties) as Record<string, Schema>;
}

/** The names of fields, and of those inside them: `domain`, `domain.uuid`. */
function namesIn(document: Contract, schema: Schema): string[] {
	return Object.entries(propertiesIn(document, schema)).flatMap(([name, inner]) => [
		name,
		...Object.keys(propertiesIn(document, inner)).map((innerName) => `${name}.${innerName}`),
	]);
}

function unnamed(path: string): string {
	return path.replace(/\{\w+\}/g, '{}');
}

function without(names: readonly string[], others: readonly string[]): string[] {
	return names.filter((name) => !others.includes(name));
}

/** At most four names. */
function namesOf(keys: readonly string[]): string {
	const more = keys.length > 4 ? ` and ${keys.length - 3} more` : '';
	return keys.slice(0, more === '' ? 4 : 3).join(', ') + more;
}

function textOf(names: readonly string[]): string {
	return names.length === 0 ? 'nothing' : names.join(', ');
}

/** `npm run contract`, before the types are written. */
async function main(): Promise<void> {
	const document = readContract();
	const { Validator } = await import('@seriousme/openapi-schema-validator');
	const { valid, errors } = await new Validator().validate(contractFile);
	if (!valid) throw new Error(`contract/openapi.yaml is not valid OpenAPI: ${reasons(errors)}.`);
	for (const line of reportOf(document)) console.log(line);
}

function reasons(errors: unknown): string {
	const [first] = [errors].flat() as Array<{ instancePath?: string; message?: string } | string>;
	return typeof first === 'object' ? `${first.instancePath || '/'} ${first.message}` : String(first);
}

if (require.main === module)
	main().catch(({ message }: Error) => {
		console.error(message);
		process.exitCode = 1;
	});
