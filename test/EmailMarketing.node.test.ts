import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { EmailMarketing } from '../nodes/EmailMarketing/EmailMarketing.node.ts';
import { operations } from '../nodes/EmailMarketing/resources/operations';
import { textOf } from '../nodes/EmailMarketing/shared/text';
import { defined } from './defined';
import { defaultOptions } from '../nodes/EmailMarketing/transport/requestOptions';

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

/** What the panel shows for an operation, from top to bottom. */
function shownProperties(resource: string, operation: string, values: INodeParameters = {}): INodeProperties[] {
	const parameters: INodeParameters = { resource, operation, ...values };
	const asNode = { type: 'emailMarketing', typeVersion: 1, parameters } as INode;
	return properties.filter((property) => NodeHelpers.displayParameter(parameters, property, asNode, description));
}

function shown(resource: string, operation: string, values: INodeParameters = {}): string[] {
	return shownProperties(resource, operation, values).map(({ name }) => name);
}

describe('the names that saved workflows depend on', () => {
	it('are those of the operations', () => {
		expect(menuRows.map(({ resource, row }) => `${resource}.${String(row.value)}`).sort()).toEqual(
			Object.keys(operations).sort(),
		);
	});

	// The operation, what is chosen, and the names from top to bottom.
	const panels: Array<[string, INodeParameters, string]> = [
		['account.checkPaths', {}, ''],
		['account.get', {}, ''],
		['campaign.create', {}, 'name contactList template fromEmail fromName additionalFields simplify'],
		['campaign.delete', {}, 'campaign'],
		['campaign.getAll', { returnAll: false }, 'returnAll limit simplify'],
		['campaign.getAll', { returnAll: true }, 'returnAll simplify'],
		['campaign.update', {}, 'campaign updateFields simplify'],
		['contactList.create', {}, 'name additionalFields'],
		['contactList.getAll', { returnAll: false }, 'returnAll limit'],
		['domain.create', {}, 'name additionalFields'],
		['domain.delete', {}, 'domain'],
		['domain.getAll', { returnAll: false }, 'returnAll limit'],
		['email.send', { content: 'html' }, 'toEmail subject content html additionalFields'],
		['email.send', { content: 'text' }, 'toEmail subject content text additionalFields'],
		['email.send', { content: 'template' }, 'toEmail subject content template additionalFields'],
		['subscriber.create', { dataMode: 'defineBelow' }, 'contactList dataMode email additionalFields simplify'],
		['subscriber.create', { dataMode: 'autoMapInputData' }, 'contactList dataMode columnsNotice columns simplify'],
		['subscriber.delete', {}, 'contactList subscriber'],
		['subscriber.get', {}, 'contactList subscriber simplify'],
		['subscriber.getAll', { returnAll: false }, 'contactList returnAll limit filters simplify'],
		['subscriber.import', {}, 'contactList columnsNotice columns additionalFields options'],
		['subscriber.sync', {}, 'contactList columnsNotice columns removal dryRun options'],
		['subscriber.tag', {}, 'contactList subscriber addTags removeTags'],
		['subscriber.toggleSubscription', {}, 'contactList subscriber changeTo simplify'],
		['subscriber.update', { dataMode: 'defineBelow' }, 'contactList subscriber dataMode updateFields simplify'],
		[
			'subscriber.update',
			{ dataMode: 'autoMapInputData' },
			'contactList subscriber dataMode columnsNotice columns simplify',
		],
		['subscriber.upsert', { dataMode: 'defineBelow' }, 'contactList dataMode email additionalFields options'],
		['subscriber.upsert', { dataMode: 'autoMapInputData' }, 'contactList dataMode columnsNotice columns options'],
		['template.getAll', { returnAll: false }, 'returnAll limit'],
		['template.togglePublish', {}, 'template publishState'],
	];

	it('have a row in this table for every operation', () => {
		expect([...new Set(panels.map(([key]) => key))].sort()).toEqual(Object.keys(operations).sort());
	});

	it.each(panels)('are, for %s with %j, in the order of the panel: %s', (key, values, expected) => {
		const [resource = '', operation = ''] = key.split('.');
		const names = ['resource', 'operation', ...expected.split(' '), 'requestOptions'].filter(Boolean);
		expect(shown(resource, operation, values)).toEqual(names);
	});

	const updated = 'clearFields contactList fromEmail fromName name replyToEmail replyToName template';
	it.each([
		['campaign.create', 'additionalFields', 'extraFields replyToEmail replyToName'],
		['campaign.update', 'updateFields', updated],
		['contactList.create', 'additionalFields', 'extraFields'],
		['domain.create', 'additionalFields', 'extraFields'],
		['email.send', 'additionalFields', 'extraFields fromEmail fromName replyToEmail replyToName toName'],
		['subscriber.create', 'additionalFields', 'extraFields firstName lastName tags'],
		['subscriber.getAll', 'filters', 'inactiveSince status tags'],
		['subscriber.import', 'additionalFields', 'extraFields'],
		['subscriber.import', 'options', 'includeInput output skipUnsubscribed'],
		['subscriber.sync', 'columns', 'email firstName fullName lastName optIn optOut tags'],
		[
			'subscriber.sync',
			'options',
			'includeInput maxRemovalPercent onlyTag optOuts output removeDespiteRejected resubscribe useImport',
		],
		['subscriber.update', 'updateFields', 'clearFields email extraFields firstName lastName tags'],
		['subscriber.upsert', 'additionalFields', 'extraFields firstName lastName tags'],
		['subscriber.upsert', 'options', 'includeInput output resubscribe'],
		['account.get', 'requestOptions', 'allowUnauthorizedCerts maxParallelRequests maxRetries proxy timeout'],
	])('are, for %s in %s: %s', (key, collection, expected) => {
		const [resource = '', operation = ''] = key.split('.');
		const offered = shownProperties(resource, operation).find(({ name }) => name === collection);
		const names = (offered?.options as INodeProperties[]).map(({ name }) => name).sort();
		expect(names).toEqual(expected.split(' '));
	});
});

describe('the panel', () => {
	it("has the transport's own defaults under 'Request Options'", () => {
		const options = all
			.filter(({ path, property }) => path === `requestOptions.${property.name}` && property.name in defaultOptions)
			.map(({ property }) => [property.name, property.default]);
		expect(Object.fromEntries(options)).toEqual(defaultOptions);
	});

	it('offers menus and collections in alphabetical order, except for three that begin with the usual choice', () => {
		const sorted = all.filter(
			({ path, property: { type } }) =>
				['options', 'multiOptions', 'collection'].includes(type) &&
				!['changeTo', 'dataMode', 'publishState'].includes(path),
		);
		for (const { path, property } of sorted) {
			const names = (property.options ?? []).map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			expect([path, names]).toEqual([path, [...names].sort((a, b) => a.localeCompare(b))]);
		}
	});

	it.each([
		['changeTo', ['unsubscribed', 'subscribed', 'toggle']],
		['publishState', ['published', 'unpublished', 'toggle']],
	])("offers as 'Change To' the safest first, and the toggle last: %s", (name, values) => {
		const { property } = defined(all.find(({ path }) => path === name));
		expect(property.default).toBe(values[0]);
		expect((property.options as INodePropertyOptions[]).map(({ value }) => value)).toEqual(values);
	});
});

describe('the words in the panel', () => {
	it("name operations as n8n does, and without the resource's name", () => {
		const names =
			'Add or Remove Tags, Check Endpoint Paths, Create, Create or Update, Delete, Get, Get Many, Import, ' +
			'Publish or Unpublish, Send, Sync List, Unsubscribe or Resubscribe, Update';
		expect([...new Set(menuRows.map(({ row }) => row.name))].sort().join(', ')).toBe(names);
	});

	it('leave what is inferred to the docs and to the message of a 404', () => {
		expect(menuRows.filter(({ row }) => /inferred/i.test(row.description ?? ''))).toEqual([]);
	});

	it('name actions in sentence case, without articles', () => {
		for (const { row } of menuRows) {
			expect(row.action).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
			expect(row.action).not.toMatch(/\b(a|an|the)\b/i);
		}
	});

	it('are in Title Case for names and labels', () => {
		const small = new Set(['by', 'in', 'of', 'the', 'to', 'and', 'or', 'with']);
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
	it('is told to sync with a dry run rather than to loop over creates, and what to mind in a sync', () => {
		expect(description.builderHint?.searchHint).toMatch(/'Sync List' with 'Dry Run'/);
		const hinted = all.filter(({ property }) => property.builderHint !== undefined).map(({ path }) => path);
		expect(hinted).toEqual(['removal', 'dryRun']);
	});

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
		const hidden = menuRows.filter(({ row }) => row.displayOptions?.hide?.['@tool'] !== undefined);
		const keys = hidden.map(({ resource, row }) => `${resource}.${String(row.value)}`).sort();
		expect(keys.join(' ')).toBe('account.checkPaths domain.create domain.delete subscriber.import subscriber.sync');
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
