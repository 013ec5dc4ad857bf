import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { endpoints, isEndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { operations, resources } from '../../nodes/EmailMarketing/resources/operations';
import { requestOptionsField } from '../../nodes/EmailMarketing/panel/fields';
import { textOf as written } from '../../nodes/EmailMarketing/shared/text';
import { defaultOptions } from '../../nodes/EmailMarketing/transport/requestOptions';
import { behaviourOf, fieldLines, menuRowOf, outputLine, partsOf, requestsOf } from './outputs';
import { rowsText, type Key } from './texts';

/** The page docs/operations.md: every operation, from the node's description and the contract. */
export function operationsPage(): string {
	const keys = Object.keys(operations) as Key[];
	return [
		'# Operations',
		'',
		'This page is generated from the node and from `contract/openapi.yaml` by `npm run docs`.',
		'',
		'*Documented*: the service describes path, body and response. *Inferred*: the service names only the operation and its method; `contract/openapi.yaml` explains how the rest was inferred. If a path differs for your account, enter yours under **Endpoint Paths** in the credential, with the key shown here. *Composed*: uses the requests of other operations.',
		'',
		`Every operation has these settings under **Request Options**, in the node's *Settings* tab: *Max Parallel Requests* (\`requestOptions.maxParallelRequests\`, ${defaultOptions.maxParallelRequests} unless changed), *Max Retries* (\`requestOptions.maxRetries\`, ${defaultOptions.maxRetries} unless changed), *${requestOption('timeout')}* (\`requestOptions.timeout\`, in ms), *${requestOption('proxy')}* (\`requestOptions.proxy\`) and *${requestOption('allowUnauthorizedCerts')}* (\`requestOptions.allowUnauthorizedCerts\`). [Reliability](reliability.md) explains them.`,
		'',
		'Each operation lists every kind of request that it may send. A list is read page by page. Where a contact list or template is chosen *By Name*, the list of these is read first, once per run.',
		'',
		rowsText,
		'',
		'| operation | key | request | known by |',
		'|---|---|---|---|',
		...keys.map(
			(key) =>
				`| [${titleOf(key)}](#${anchorOf(key)}) | ${isEndpointKey(key) ? `\`${key}\` | \`${endpoints[key].method} ${endpoints[key].path}\` | ${endpoints[key].status}` : ' | those of others | composed'} |`,
		),
		'',
		'## Fields',
		'',
		...fieldLines(),
		'',
		'With *Simplify*, as in the rows, `tags` are text such as `vip, lead`, which *Tags* takes again; with *Simplify* off, an array.',
		'',
		'## Shared parameters',
		'',
		...table(sharedParameters()),
		...resources.flatMap(({ name, value }) => [
			'',
			`## ${name}`,
			...keys.filter((key) => partsOf(key)[0] === value).flatMap(section),
		]),
		'',
	].join('\n');
}

function section(key: Key): string[] {
	const parameters = parametersOf(key);
	const shared = parameters.filter(isShared).map(({ label }) => `*${label}*`);
	const lines = [
		...requestsIn(key),
		...[outputLine(key) ?? []].flat(),
		...(shared.length === 0 ? [] : [`- [Shared parameters](#shared-parameters): ${shared.join(', ')}`]),
	];
	return [
		'',
		`### ${titleOf(key)}`,
		'',
		behaviourOf(key),
		'',
		...lines,
		...(lines.length === 0 ? [] : ['']),
		...table(parameters.filter((parameter) => !isShared(parameter))),
	];
}

/** Whether three operations or more have a parameter with the same name and text. */
function isShared({ name, text }: Parameter): boolean {
	return (Object.keys(operations) as Key[]).filter((key) => hasParameter(key, name, text)).length >= 3;
}

function hasParameter(key: Key, name: string, text: string): boolean {
	return parametersOf(key).some((parameter) => parameter.name === name && parameter.text === text);
}

function sharedParameters(): Parameter[] {
	const shared = (Object.keys(operations) as Key[]).flatMap(parametersOf).filter(isShared);
	return [...new Map(shared.map((parameter) => [parameter.name + parameter.text, parameter])).values()];
}

/** The operation's own request is in the table at the top. */
function requestsIn(key: Key): string[] {
	const label = isEndpointKey(key) ? 'Also sends' : 'Sends';
	return Object.entries(requestsOf(key)).map(([part, when]) => `- ${label} \`${part}\` ${when}`);
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
		if (property.type === 'notice') return [];
		if (property.type !== 'collection')
			return [{ label: property.displayName, name: property.name, text: textOf(property) }];
		if (property.name === 'columns')
			return [{ label: property.displayName, name: property.name, text: columnsText(property) }];
		return (property.options as INodeProperties[])
			.filter((option) => property.name !== 'options' || !(option.name in defaultOptions))
			.map((option) => ({
				label: `${property.displayName} → ${option.displayName}`,
				name: `${property.name}.${option.name}`,
				text: textOf(option),
			}));
	});
}

function columnsText({ options = [] }: INodeProperties): string {
	const names = (options as INodeProperties[]).map(({ displayName, name }) => `${displayName} (\`${name}\`)`);
	return `The columns to use if their headers are not recognized, or if two could be one field: ${names.join(', ')}. See [Contact lists](lists.md#which-columns-are-used)`;
}

function textOf(property: INodeProperties): string {
	const parts = [
		property.description?.replace(/\.$/, '') ?? '',
		choicesOf(property),
		typeof property.default === 'object' || property.default === ''
			? ''
			: `\`${String(property.default)}\` unless changed`,
		property.required === true ? '**Required**' : '',
		requiredFor(property),
	];
	return parts.filter((part) => part !== '').join('. ');
}

function choicesOf({ type, options = [] }: INodeProperties): string {
	if (type !== 'options' && type !== 'multiOptions') return '';
	// An empty one only asks for a choice.
	const choices = (options as INodePropertyOptions[]).filter(({ value }) => value !== '');
	const names = choices.map(({ name, value }) => `${name} (\`${String(value)}\`)`);
	return `${type === 'options' ? 'One' : 'Any'} of ${names.join(', ')}`;
}

/** What is shown for a choice is what it needs. */
function requiredFor({ routing, displayOptions }: INodeProperties): string {
	const choices = Object.entries(routing === undefined ? {} : (displayOptions?.show ?? {})).filter(
		([name]) => name !== 'resource' && name !== 'operation',
	);
	return choices.map(([name, values]) => `**Required** where \`${name}\` is \`${written(values)}\``).join(', ');
}

function resourceName(resource: string): string {
	return resources.find(({ value }) => value === resource)?.name ?? resource;
}

function titleOf(key: Key): string {
	return `${resourceName(partsOf(key)[0])}: ${menuRowOf(key).name}`;
}

function anchorOf(key: Key): string {
	return titleOf(key)
		.toLowerCase()
		.replace(/[^a-z0-9 -]/g, '')
		.replaceAll(' ', '-');
}

// `npm run docs`
if (require.main === module) writeFileSync(join(__dirname, '../../docs/operations.md'), operationsPage());
