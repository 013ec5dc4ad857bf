import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { EmailMarketing } from '../nodes/EmailMarketing/EmailMarketing.node.ts';
import { endpoints, isEndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { operations } from '../nodes/EmailMarketing/resources/operations';
import { requestOptionsField } from '../nodes/EmailMarketing/shared/requestOptionsField';
import { textOf as written } from '../nodes/EmailMarketing/shared/text';
import { defaultOptions } from '../nodes/EmailMarketing/transport/requestOptions';
import { outputText } from './outputs';
import { requestsOf, type Key } from './requests';

const { description } = new EmailMarketing();

/** The page docs/operations.md: every operation, from the node's description and the contract. */
export function operationsPage(): string {
	const keys = Object.keys(operations) as Key[];
	const resources = [...new Set(keys.map((key) => key.split('.')[0] ?? ''))];
	return [
		'# Operations',
		'',
		'This page is generated from the node and from `contract/openapi.yaml` by `npm run docs`.',
		'',
		'*Documented*: the service describes path, body and answer. *Inferred*: the service names the operation and its method only; path, body and answer follow mostly from the documented ones, else from names and from common practice; `contract/openapi.yaml` says of each from what. An inferred path that differs for an account is put right with **Endpoint Paths** in the credential, under the key given here. *Composed*: made of the requests of other operations, whose paths it uses.',
		'',
		`Every operation has five settings under **Request Options**, in the node's *Settings* tab: *Max Parallel Requests* (\`requestOptions.maxParallelRequests\`, ${defaultOptions.maxParallelRequests} unless changed), *Max Retries* (\`requestOptions.maxRetries\`, ${defaultOptions.maxRetries} unless changed), *${requestOption('timeout')}* (\`requestOptions.timeout\`, in ms), *${requestOption('proxy')}* (\`requestOptions.proxy\`) and *${requestOption('allowUnauthorizedCerts')}* (\`requestOptions.allowUnauthorizedCerts\`). [Reliability](reliability.md) says what they do.`,
		'',
		'Under each operation is every kind of request that it may send. A list is read page by page, once. A dropdown reads the list that it shows.',
		'',
		'| operation | key | request | known by |',
		'|---|---|---|---|',
		...keys.map(
			(key) =>
				`| [${titleOf(key)}](#${anchorOf(key)}) | ${isEndpointKey(key) ? `\`${key}\` | \`${endpoints[key].method} ${endpoints[key].path}\` | ${endpoints[key].status}` : ' | those of others | composed'} |`,
		),
		...resources.flatMap((resource) => [
			'',
			`## ${resourceName(resource)}`,
			...keys.filter((key) => key.startsWith(`${resource}.`)).flatMap((key) => section(key)),
		]),
		'',
	].join('\n');
}

function section(key: Key): string[] {
	return [
		'',
		`### ${titleOf(key)}`,
		'',
		`${rowOf(key).description}.`,
		'',
		...requestsIn(key),
		'',
		...table(parametersOf(key)),
		...outputText(key),
	];
}

function requestsIn(key: Key): string[] {
	const requests = Object.entries(requestsOf(key));
	if (!isEndpointKey(key)) return requests.map(([part, when]) => `- Request: \`${part}\`, ${when}`);
	const { method, path, status } = endpoints[key];
	return [
		`- Request: \`${method} ${path}\` (${status})`,
		`- Key in Endpoint Paths: \`${key}\``,
		...requests.map(([part, when]) => `- Besides: \`${part}\`, ${when}`),
	];
}

function requestOption(name: string): string {
	const options = requestOptionsField.options as INodeProperties[];
	return options.find((option) => option.name === name)?.displayName ?? name;
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
	return choices.map(([name, values]) => `**Required** where \`${name}\` is \`${written(values)}\``).join(', ');
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
