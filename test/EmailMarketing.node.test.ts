import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { operationsIn, readContract, requiredIn } from '../contract/document';
import type { Key } from '../scripts/docs/texts';
import { EmailMarketing } from '../nodes/EmailMarketing/EmailMarketing.node.ts';
import {
	endpoints,
	isEndpointKey,
	isReading,
	placeholdersOf,
	type EndpointKey,
} from '../nodes/EmailMarketing/api/endpoints';
import { definitionOf } from '../nodes/EmailMarketing/execution/definition';
import { operations } from '../nodes/EmailMarketing/resources/operations';
import { textOf } from '../nodes/EmailMarketing/shared/text';
import { defined } from './defined';

const node = new EmailMarketing();
const { description } = node;
const { properties } = description;

/** Every property of the panel, those inside collections and resource locators included, with the path to it. */
function every(list: INodeProperties[], path = ''): Array<{ path: string; property: INodeProperties }> {
	return list.flatMap((property) => {
		const own = `${path}${property.name}`;
		const inner = property.type === 'collection' ? (property.options as INodeProperties[]) : [];
		return [{ path: own, property }, ...every(inner, `${own}.`)];
	});
}

/** The values that can be chosen for a parameter. */
function valuesOf({ type, options = [] }: INodeProperties): unknown[] {
	if (type === 'boolean') return [true, false];
	return options.map((option) => ('value' in option ? option.value : undefined));
}

const all = every(properties);
const menus = properties.filter(({ name }) => name === 'operation');
const menuRows = menus.flatMap((menu) =>
	(menu.options as INodePropertyOptions[]).map((row) => ({
		resource: textOf(menu.displayOptions?.show?.resource?.[0]),
		row,
	})),
);
const choices = all.flatMap(({ property }) =>
	property.type === 'options' ? (property.options as INodePropertyOptions[]) : [],
);
const isNotice = ({ property }: { property: INodeProperties }): boolean => property.type === 'notice';
const texts = [
	...all.filter(isNotice).map(({ property }) => property.displayName),
	...all.flatMap(({ property }) => [property.description, property.hint].filter((text) => text !== undefined)),
	...choices.flatMap(({ description: text }) => (text === undefined ? [] : [text])),
];

const keys = Object.keys(operations) as Key[];
const contract = readContract();

/** The parameters of an operation, from top to bottom, whatever the values of others. */
function parametersOf(key: Key): INodeProperties[] {
	return properties.filter(({ displayOptions }) => {
		const { resource = [], operation = [] } = displayOptions?.show ?? {};
		return `${textOf(resource[0])}.${textOf(operation[0])}` === key;
	});
}

/** The endpoint whose request the parameters of an operation describe. */
function endpointOf(key: Key): EndpointKey {
	return operations[key].endpoint ?? (key as EndpointKey);
}

describe('the parameters', () => {
	// Its first request is that of a list, which it finds by itself.
	it.each(keys)('of %s begin with those of its path, which are required', (key) => {
		const placeholders = placeholdersOf(endpoints[endpointOf(key)].path);
		const first = parametersOf(key).slice(0, placeholders.length);
		expect(first.map(({ name, required }) => [name, required])).toEqual(placeholders.map((name) => [name, true]));
	});

	it.each(keys)('of %s are shown for values that other parameters can have', (key) => {
		for (const { path, property } of every(parametersOf(key))) {
			const { show = {}, hide = {} } = property.displayOptions ?? {};
			const conditions = [
				...Object.entries(show).map(([name, values]) => ({ name, values, others: every(parametersOf(key)) })),
				// Operations without a data mode always show what one of its modes hides.
				...Object.entries(hide).map(([name, values]) => ({ name, values, others: all })),
			];
			for (const { name, values = [], others } of conditions) {
				if (name === 'resource' || name === 'operation') continue;
				// At run time n8n drops what is shown for the value of an option.
				expect([path, name]).toEqual([path, expect.not.stringContaining('.')]);
				// A name without a slash is that of a field beside it.
				const beside = path.slice(0, path.lastIndexOf('.') + 1);
				const wanted = name.startsWith('/') ? name.slice(1) : `${beside}${name}`;
				const named = others.filter((other) => other.path === wanted);
				const possible = named.flatMap((other) => valuesOf(other.property));
				expect([path, name, possible]).toEqual([path, name, expect.arrayContaining(values as unknown[])]);
			}
		}
	});

	// Rows have the fields of Create, and a composed operation sends what others send.
	const described = keys.filter((key) => isEndpointKey(key) && !('executeRows' in operations[key]));
	it.each(described)('of %s require what the contract requires', (key) => {
		const { fields } = definitionOf(endpointOf(key), operations[key].description);
		const sent = fields.filter(({ parameter }) => parameter !== 'extraFields');
		const { operation } = defined(operationsIn(contract).find((one) => one.key === endpointOf(key)));
		const required = sent.filter((field) => field.required && field.shownFor === undefined);
		expect(required.map(({ property }) => property)).toEqual(requiredIn(contract, operation.requestBody ?? {}));
	});
});

describe('the panel', () => {
	it('offers menus and collections in alphabetical order, but for four that begin with the usual choice', () => {
		const sorted = all.filter(
			({ path, property: { type, displayOptions } }) =>
				['options', 'multiOptions', 'collection'].includes(type) &&
				!['changeTo', 'dataMode', 'publishState'].includes(path) &&
				// 'Check Endpoint Paths' comes after 'Get'.
				!displayOptions?.show?.resource?.includes('account'),
		);
		for (const { path, property } of sorted) {
			const names = (property.options ?? []).map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			expect([path, names]).toEqual([path, [...names].sort((a, b) => a.localeCompare(b))]);
		}
	});
});

describe('the words in the panel', () => {
	it('name actions in sentence case, without articles', () => {
		for (const { row } of menuRows) {
			expect(row.action).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
			expect(row.action).not.toMatch(/\b(a|an|the)\b/i);
		}
	});

	it('are in Title Case for names and labels', () => {
		const small = new Set(['a', 'by', 'in', 'of', 'the', 'to', 'and', 'or', 'with']);
		const labelled = all.filter((placed) => !isNotice(placed));
		const names = [...labelled.map(({ property }) => property.displayName), ...choices.map(({ name }) => name)];
		for (const name of names) {
			const miscased = name
				.replace(/[()%]/g, '')
				.trim()
				.split(' ')
				.filter((word, index) => !/^[A-Z]/.test(word) && !(index > 0 && small.has(word)));
			expect([name, miscased]).toEqual([name, []]);
		}
	});

	it('describe in sentences, of which only several end with a full stop', () => {
		for (const text of texts) {
			const sentences = text.split(/\. (?=[A-Z])/).length;
			expect([text, /^[A-Z]/.test(text), text.endsWith('.')]).toEqual([text, true, sentences > 1]);
		}
	});

	const hints = all.flatMap(({ property }) => [
		...(property.type === 'collection' ? [] : [property.placeholder]),
		...(property.modes ?? []).filter(({ type }) => type === 'string').map(({ placeholder }) => placeholder),
	]);
	it.each([
		[
			'begin with "Whether" for what is on or off',
			all.map(({ property }) => (property.type === 'boolean' ? property.description : undefined)),
			/^Whether /,
		],
		['begin with "e.g." for what a field may have', hints, /^e\.g\. /],
		['speak of no error, problem, failure or mistake', texts, /^(?!.*(error|problem|failure|mistake))/i],
	])('%s', (_name, some, pattern) => {
		const present = some.filter((text) => text !== undefined);
		expect(present.length).toBeGreaterThan(5);
		expect(present.filter((text) => !pattern.test(text))).toEqual([]);
	});

	it('are short: 70 characters under a choice of a menu, 100 elsewhere', () => {
		// n8n's own linter wants these words.
		const upsert = 'Create a new record, or update the current one if it already exists (upsert)';
		const inMenus = choices.flatMap(({ description: text }) => (text === undefined || text === upsert ? [] : [text]));
		for (const text of inMenus) expect([text, text.length <= 70]).toEqual([text, true]);
		for (const text of texts) expect([text, text.length <= 100]).toEqual([text, true]);
	});
});

describe("n8n's workflow builder", () => {
	it('is told of operations and parameters that there are', () => {
		const names = [
			...menuRows.map(({ row }) => row.name),
			...all.flatMap(({ path, property }) => [path, property.displayName]),
		];
		const hints = [
			description.builderHint?.searchHint,
			...all.map(({ property }) => property.builderHint?.propertyHint),
		];
		const quoted = hints.flatMap((hint) => [...(hint ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => name));
		expect(quoted.length).toBeGreaterThan(3);
		expect(names).toEqual(expect.arrayContaining(quoted));
	});
});

describe('an agent', () => {
	it('is offered the node as a tool', () => {
		expect(description.usableAsTool).toBe(true);
	});

	it('is not offered operations that take all rows at once, or set up an account', () => {
		for (const { resource, row } of menuRows) {
			const key = `${resource}.${textOf(row.value)}` as Key;
			const isAboutAllRows = 'executeRows' in operations[key] && operations[key].rows !== 'fields';
			const isSetup = 'executeOnce' in operations[key] || (resource === 'domain' && !isReading(endpointOf(key)));
			const isHidden = row.displayOptions?.hide?.['@tool'] !== undefined;
			expect([key, isHidden]).toEqual([key, isAboutAllRows || isSetup]);
		}
	});
});

describe('the dropdowns', () => {
	it('search with functions that exist', () => {
		const methods = all.flatMap(({ property }) =>
			(property.modes ?? []).flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);
		expect([...new Set(methods)].sort()).toEqual(Object.keys(node.methods.listSearch).sort());
	});
});
