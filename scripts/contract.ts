import {
	contractFile,
	operationsIn,
	readContract,
	resolvedIn,
	schemaIn,
	successOf,
	type Contract,
	type Listed,
	type Schema,
} from '../contract/document';
import { endpointOf, endpoints, isEndpointKey, type EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { definitionOf } from '../nodes/EmailMarketing/execution/definition';
import { extraFieldsProperty } from '../nodes/EmailMarketing/panel/fields';
import { operations } from '../nodes/EmailMarketing/resources/operations';

/** Fields of resources in responses; with a dot, those of an object inside. */
// prettier-ignore
const fields: Readonly<Record<string, string>> = {
	account: 'id name email created_at',
	campaign: 'uuid name from_name from_email reply_to_email reply_to_name is_sending is_sent opens clicks unsubs bounces hard_bounces soft_bounces sent created_at template template.uuid template.name template.slug contact_list contact_list.uuid contact_list.name domain domain.uuid domain.name',
	contactList: 'uuid name subscribers_count created_at',
	contact_list: 'uuid name created_at',
	domain: 'uuid name is_verified dns_records dns_records.type dns_records.name dns_records.value created_at',
	links: 'first last prev next',
	mails: 'data data.uuid data.subject data.status data.sent_at data.opened_at data.clicked_at data.created_at links links.first links.last links.prev links.next meta meta.current_page meta.per_page meta.last_page meta.total',
	meta: 'current_page per_page last_page total',
	subscriber: 'uuid first_name last_name email is_subscribed unsubscribed_at recieved_count opened_count open_rate click_rate last_opened last_clicked account_id customerable_type customerable_id tags created_at updated_at',
	template: 'uuid name slug is_published created_at updated_at',
};

/** What the code is written for: the statuses of each operation, and its response; `data` has resources of the operation. */
// prettier-ignore
const expected: Readonly<Record<EndpointKey, readonly [statuses: string, response: string]>> = {
	'account.get':                   ['200 401', 'account'],
	'campaign.create':               ['200 401 422', 'message campaign'],
	'campaign.delete':               ['200 401 404', 'message'],
	'campaign.getAll':               ['200 401', 'data'],
	'campaign.update':               ['200 401 422', 'message campaign'],
	'contactList.create':            ['200 401 422', 'message contact_list'],
	'contactList.getAll':            ['200 401 422', 'data links meta'],
	'domain.create':                 ['200 401 422', 'message domain'],
	'domain.delete':                 ['200 401 404', 'message'],
	'domain.getAll':                 ['200 401', 'data'],
	'email.send':                    ['200 401 422', 'message'],
	'subscriber.create':             ['200 401 404 422', 'message subscriber'],
	'subscriber.delete':             ['200 401 404', 'message'],
	'subscriber.get':                ['200 401 404 422', 'subscriber mails'],
	'subscriber.getAll':             ['200 401 404 422', 'data links meta'],
	'subscriber.import':             ['200 401 404 422', 'message'],
	'subscriber.toggleSubscription': ['200 401 404', 'message'],
	'subscriber.update':             ['200 401 404 422', 'message subscriber'],
	'template.getAll':               ['200 401 422', 'data links meta'],
	'template.togglePublish':        ['200 401 404', 'message'],
};

const [endpointsFile, thisFile] = ['nodes/EmailMarketing/api/endpoints.ts', 'scripts/contract.ts'];
const panel = 'nodes/EmailMarketing/resources/ or panel/fields.ts';

/** One part of an operation: what the contract has, and what a file of the code has. */
type Part = readonly [name: string, contract: readonly string[], file: string, code: readonly string[]];

function partsOf(document: Contract, key: EndpointKey, { method, path, operation }: Listed): Part[] {
	const endpoint = endpointOf(key);
	const [statuses, response] = expected[key];
	// Placeholders are compared by position: saved workflows hold the names in the code.
	const samePath = unnamed(path) === unnamed(endpoint.path);
	const success = schemaIn(document, successOf(operation));
	const resources = Object.entries(propertiesIn(document, success)).flatMap(([name, schema]): Part[] => {
		const resource = name === 'data' ? key.replace(/\..*/, '') : name;
		const known = fields[resource];
		return known === undefined
			? []
			: [[`fields of ${resource}`, namesIn(document, schema), thisFile, known.split(' ')]];
	});
	const refusals = Object.entries(operation.responses).filter(([status]) => !status.startsWith('2'));
	return [
		['method', [method], endpointsFile, [endpoint.method]],
		['path', [path], endpointsFile, [samePath ? path : endpoint.path]],
		['status column', [sourceOf(operation)], endpointsFile, [endpoint.status]],
		['statuses', Object.keys(operation.responses).filter(isNumber), thisFile, statuses.split(' ')],
		['body', namesIn(document, schemaIn(document, operation.requestBody ?? {})), panel, bodyOf(key)],
		['response', Object.keys(propertiesIn(document, success)), thisFile, response.split(' ')],
		...resources,
		...refusals.map(([, refusal]): Part => [
			'refusal',
			namesIn(document, schemaIn(document, refusal)),
			'nodes/EmailMarketing/api/serviceErrors.ts',
			['message', 'errors'],
		]),
	];
}

/** Each difference between the contract and the code in one line of words, whatever the number of its operations. */
export function differencesFrom(document: Contract): string[] {
	const listed = operationsIn(document);
	const found = new Map<string, Set<string>>();
	for (const one of listed.filter(({ key }) => isEndpointKey(key)))
		for (const [name, contract, file, code] of partsOf(document, one.key as EndpointKey, one)) {
			const [more, less] = [without(contract, code), without(code, contract)];
			if (more.length + less.length === 0) continue;
			const text = `${name} of {operations}: the contract has ${textOf(more)}, ${file} has ${textOf(less)}`;
			found.set(text, (found.get(text) ?? new Set()).add(one.key));
		}
	const known = listed.map(({ key }) => key);
	return [
		...listed.flatMap((one) => (isEndpointKey(one.key) ? [] : newOperation(one, known))),
		...without(Object.keys(endpoints), known).map((key) => `${key} is not in the contract, but in ${endpointsFile}`),
		...[...found].map(([text, keys]) => text.replace('{operations}', namesOf([...keys]))),
	];
}

/** Its operationId may be that of the service: an operation with the same method and path is suggested. */
function newOperation({ key, method, path }: Listed, known: readonly string[]): string {
	const same = without(Object.keys(endpoints), known).find((other) => {
		const endpoint = endpointOf(other as EndpointKey);
		return endpoint.method === method && unnamed(endpoint.path) === unnamed(path);
	});
	const advice = same === undefined ? 'add it, or delete it from the contract' : `its operationId should be ${same}`;
	return `${key} (${method} ${path}) is not in ${endpointsFile}: ${advice}`;
}

function sourceOf(operation: Listed['operation']): 'inferred' | 'documented' {
	return operation['x-documented'] === false ? 'inferred' : 'documented';
}

/** The fields that the node sends: those of the panel or, in an import, of each row. */
function bodyOf(key: EndpointKey): string[] {
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

function isNumber(status: string): boolean {
	return /^\d/.test(status);
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
	const differences = differencesFrom(document);
	if (differences.length > 0) console.log(['The contract differs from the code:', ...differences].join('\n- '));
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
