import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { readDocument, resolved } from '../doctor/readDocument';
import { jsonSchema, merged } from '../doctor/schemaFields';
import { EmailMarketing } from '../nodes/EmailMarketing/EmailMarketing.node.ts';
import { endpoints, type EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { operations } from '../nodes/EmailMarketing/resources/operations';
import { defaultOptions } from '../nodes/EmailMarketing/transport/options';

type Key = keyof typeof operations;

interface Composition {
	/** When each of its requests is sent. */
	readonly requests: Partial<Record<EndpointKey, string>>;
	readonly gives: string;
}

/** Operations that are made of the requests of others. */
const composed: Readonly<Record<Exclude<Key, EndpointKey>, Composition>> = {
	'account.checkPaths': {
		requests: {
			'account.get': 'once, and up to eight other spellings of its path where nothing is found',
			'campaign.getAll': 'likewise',
			'contactList.getAll': 'likewise',
			'domain.getAll': 'likewise',
			'template.getAll': 'likewise',
			'subscriber.getAll': 'likewise, with the first contact list that there is',
			'subscriber.get': 'likewise, with the first subscriber that there is',
		},
		gives:
			'Sends `GET` and nothing else. Gives an item for each operation of the service, with: `operation`, `result` (`ok`, `notFound` or `notTried`), `method`, `path`, `why` and, where several paths were tried, `tried`; and at the end one with `endpointPaths`, the JSON to paste into the credential, and `toDo`. [credentials.md](credentials.md#check-them) says how to read it.',
	},
	'subscriber.sync': {
		requests: {
			'subscriber.getAll': 'once, to compare the list with the rows',
			'subscriber.create': 'for each row whose email is not in the list',
			'subscriber.import': 'instead of that with *Use Import*, many rows in one request',
			'subscriber.update': 'for each row that differs, with what differs',
			'subscriber.toggleSubscription':
				'for everybody whom *Removal* unsubscribes or *Resubscribe* subscribes, after `subscriber.get` has shown the present state',
			'subscriber.delete': 'for everybody whom *Removal* deletes',
		},
		gives:
			'Gives an item for each row, and at the end one for everybody who was removed, with: `action` (`created`, `updated`, `unchanged`, `resubscribed`, `skipped` or `failed`; `unsubscribed` or `deleted` for those who were removed), `uuid`, `email`, `first_name`, `last_name`, `tags`, `is_subscribed`, `changes` (field → `from` and `to`) and, where there is something to say, `reason`. With *Dry Run* they also have `dryRun`.',
	},
	'subscriber.upsert': {
		requests: {
			'subscriber.create': 'for each item, until the list has been read and shows somebody with its email',
			'subscriber.getAll': 'once, when the service first says that an email is there',
			'subscriber.update': 'for those who are there and differ, with what differs',
		},
		gives:
			'Gives the subscriber as Create and Update do, with `action` before it: `created`, `updated`, `unchanged` or, with a `reason`, `skipped`.',
	},
};

const { description } = new EmailMarketing();
const contract = readDocument(readFileSync(join(__dirname, '../contract/openapi.yaml'), 'utf8'));

/** The page docs/operations.md: every operation, from the node's description and the contract. */
export function operationsPage(): string {
	const keys = Object.keys(operations) as Key[];
	const resources = [...new Set(keys.map((key) => key.split('.')[0] ?? ''))];
	return [
		'# Operations',
		'',
		'This page is generated from the node and from `contract/openapi.yaml` by `npm run docs`.',
		'',
		'*Documented*: the service describes path, body and answer. *Inferred*: the service names the operation and its method only; path, body and answer follow from the documented ones. An inferred path that differs for an account is put right with **Endpoint Paths** in the credential, under the key given here. *Composed*: made of the requests of other operations, whose paths it uses.',
		'',
		`Every operation has two settings under **Options**: *Max Parallel Requests* (\`options.maxParallelRequests\`, ${defaultOptions.maxParallelRequests} unless changed) and *Max Retries* (\`options.maxRetries\`, ${defaultOptions.maxRetries} unless changed), and three under **Request Options** in the node's settings: *Timeout* (\`requestOptions.timeout\`, in ms), *Proxy* (\`requestOptions.proxy\`) and *Ignore SSL Issues* (\`requestOptions.allowUnauthorizedCerts\`). [Reliability](reliability.md) says what they do.`,
		'',
		'| operation | key | request | known by |',
		'|---|---|---|---|',
		...keys.map(
			(key) =>
				`| [${titleOf(key)}](#${anchorOf(key)}) | ${isEndpoint(key) ? `\`${key}\` | \`${endpoints[key].method} ${endpoints[key].path}\` | ${endpoints[key].status}` : ' | those of others | composed'} |`,
		),
		...resources.flatMap((resource) => [
			'',
			`## ${resourceName(resource)}`,
			...keys.filter((key) => key.startsWith(`${resource}.`)).flatMap((key) => section(key)),
		]),
		'',
	].join('\n');
}

function isEndpoint(key: Key): key is EndpointKey {
	return key in endpoints;
}

function section(key: Key): string[] {
	return [
		'',
		`### ${titleOf(key)}`,
		'',
		`${rowOf(key).description}.`,
		'',
		...requestsOf(key),
		'',
		...table(parametersOf(key)),
		...(isEndpoint(key) ? outputOf(key) : [composed[key].gives]),
	];
}

function requestsOf(key: Key): string[] {
	if (!isEndpoint(key))
		return Object.entries(composed[key].requests).map(([part, when]) => `- Request: \`${part}\`, ${when}`);
	const { method, path, status } = endpoints[key];
	return [`- Request: \`${method} ${path}\` (${status})`, `- Key in Endpoint Paths: \`${key}\``];
}

function table(parameters: Parameter[]): string[] {
	if (parameters.length === 0) return [];
	return [
		'| parameter | name in workflows | what it is |',
		'|---|---|---|',
		...parameters.map(({ label, name, text }) => `| ${label} | \`${name}\` | ${text} |`),
		'',
	];
}

interface Parameter {
	readonly label: string;
	readonly name: string;
	readonly text: string;
}

/** Collections are named by what they hold; what every operation has is told once. */
function parametersOf(key: Key): Parameter[] {
	return operations[key].description.flatMap((property) => {
		if (property.type !== 'collection')
			return [{ label: property.displayName, name: property.name, text: textOf(property) }];
		return (property.options as INodeProperties[])
			.filter((option) => property.name !== 'options' || !(option.name in defaultOptions))
			.map((option) => ({
				label: `${property.displayName} → ${option.displayName}`,
				name: `${property.name}.${option.name}`,
				text: textOf(option),
			}));
	});
}

function textOf(property: INodeProperties): string {
	const parts = [
		property.description?.replace(/\.$/, '') ?? '',
		['options', 'multiOptions'].includes(property.type)
			? `${property.type === 'options' ? 'One' : 'Any'} of ${(property.options as INodePropertyOptions[]).map(({ name, value }) => `${name} (\`${String(value)}\`)`).join(', ')}`
			: '',
		typeof property.default === 'object' || property.default === ''
			? ''
			: `\`${String(property.default)}\` unless changed`,
		property.required === true ? '**Required**' : '',
		requiredFor(property),
	];
	return parts.filter((part) => part !== '').join('. ');
}

/** What is shown for a choice is what it needs. */
function requiredFor({ routing, displayOptions }: INodeProperties): string {
	const choices = Object.entries(routing === undefined ? {} : (displayOptions?.show ?? {})).filter(
		([name]) => name !== 'resource' && name !== 'operation',
	);
	return choices.map(([name, values]) => `**Required** where \`${name}\` is \`${String(values)}\``).join(', ');
}

function outputOf(key: EndpointKey): string[] {
	if (key === 'subscriber.import')
		return [
			'Gives an item for each row, with: `status` (`imported`, `rejected`, `duplicate`, `skipped`, `unknown` or `failed`), what was sent of it and, where it was not imported, the row with `reason` (or `error` and `details`). With *Output* set to summary, one item for each contact list, with the number of rows by status.',
		];
	if (key === 'email.send') return ["Gives an item with: `to_email`, `subject` and the service's `message`."];
	if (key === 'subscriber.toggleSubscription')
		return ['Gives the subscriber as it is afterwards, with `changed` (`true` or `false`), whatever was done.'];
	if (key.endsWith('.delete')) return ['Gives `{"deleted": true, "uuid": "…"}`.'];
	const operation = contract.operations.find(({ operationId }) => operationId === key);
	const item = itemIn(jsonSchema(operation?.answer));
	const fields = Object.keys(merged(item, contract.root).properties);
	if (fields.length === 0) return [];
	const isDocumented = resolved(item, contract.root)['x-documented'] === true;
	const raw = operations[key].description.some(({ name }) => name === 'simplify') ? ' when *Simplify* is off' : '';
	return [
		`Gives ${key.endsWith('.getAll') ? 'items' : 'an item'} with: ${fields.map((field) => `\`${field}\``).join(', ')} (fields ${isDocumented ? 'documented' : 'inferred'})${raw}.`,
	];
}

/** The thing inside an answer: the items of its list, or the one object beside its message. */
function itemIn(answer: unknown): unknown {
	const { properties } = merged(answer, contract.root);
	const inner =
		properties.data ??
		Object.values(properties).find((property) => Object.keys(merged(property, contract.root).properties).length > 0);
	return inner === undefined ? answer : (merged(inner, contract.root).items ?? inner);
}

function menuOf(resource: string): INodePropertyOptions[] {
	const menu = description.properties.find(
		({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	return (menu?.options ?? []) as INodePropertyOptions[];
}

function rowOf(key: Key): INodePropertyOptions {
	const [resource = '', operation = ''] = key.split('.');
	const row = menuOf(resource).find(({ value }) => value === operation);
	if (row === undefined) throw new Error(`The menu has no row for ${key}`);
	return row;
}

function resourceName(resource: string): string {
	const options = description.properties.find(({ name }) => name === 'resource')?.options as INodePropertyOptions[];
	return options.find(({ value }) => value === resource)?.name ?? resource;
}

function titleOf(key: Key): string {
	return `${resourceName(key.split('.')[0] ?? '')}: ${rowOf(key).name}`;
}

function anchorOf(key: Key): string {
	return titleOf(key)
		.toLowerCase()
		.replace(/[^a-z0-9 -]/g, '')
		.replaceAll(' ', '-');
}

// `npm run docs`
if (require.main === module) writeFileSync(join(__dirname, 'operations.md'), operationsPage());
