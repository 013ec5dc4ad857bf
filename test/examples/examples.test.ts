import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INode, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { EmailMarketingTrigger } from '../../nodes/EmailMarketingTrigger/EmailMarketingTrigger.node.ts';
import { defined, useEngine } from '../engine/support';

interface ExampleNode {
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: INodeParameters & { content?: string; width?: number; height?: number };
	credentials?: object;
}

interface Example {
	id: string;
	name: string;
	active?: boolean;
	pinData?: object;
	nodes: ExampleNode[];
	connections: Record<string, { main: Array<Array<{ node: string }>> }>;
}

const folder = join(__dirname, '../../examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const examples = files.map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example] as const);
const page = readFileSync(join(folder, 'README.md'), 'utf8');

const descriptions: Record<string, INodeTypeDescription> = {
	'n8n-nodes-email-marketing.emailMarketing': new EmailMarketing().description,
	'n8n-nodes-email-marketing.emailMarketingTrigger': new EmailMarketingTrigger().description,
};

const isNote = ({ type }: ExampleNode): boolean => type === 'n8n-nodes-base.stickyNote';

type Area = Record<'left' | 'top' | 'right' | 'bottom', number>;

/** What a box takes on the canvas with its name below it, as n8n draws it. In pixels. */
const box = { left: -30, right: 130, bottom: 150 };

describe.each(examples)('examples/%s', (file, example) => {
	const notes = example.nodes.filter(isNote);
	const boxes = example.nodes.filter((node) => !isNote(node));
	const ours = boxes.flatMap((node) => {
		const description = descriptions[node.type];
		return description === undefined ? [] : [{ node, description }];
	});

	it('begins with a note that says what it does, how to see that, and what to choose for the own use', () => {
		const { content = '' } = defined(notes[0]).parameters;
		expect(content.match(/^## (.+)$/m)?.[1]).toBe(example.name.replace(/^Example: /, ''));
		expect(content).toMatch(/Execute workflow|Publish the workflow/);
		expect(content).toMatch(/your credential/);
	});

	it('says in a note where to choose who agreed, if it may subscribe somebody', () => {
		const subscribing = ours.filter(({ node: { parameters } }) =>
			['create', 'upsert', 'import', 'sync'].includes(parameters.operation as string),
		);
		for (const { node } of subscribing) expect(node.parameters.consent).toMatch(/^(everyone|columns)$/);
		const texts = notes.filter(({ parameters: { content = '' } }) => content.includes('**Consent**'));
		expect(texts).toHaveLength(subscribing.length > 0 ? 1 : 0);
	});

	it('has its line in examples/README.md', () => {
		expect(page.split('\n').filter((line) => line.startsWith(`| [${file}](${file}) | `))).toEqual([
			expect.stringMatching(/.{60,}\|$/),
		]);
	});

	it('is not published when it is imported, and has no credential and no pinned data', () => {
		expect(example).toMatchObject({ id: expect.stringMatching(/^ex\w+$/), name: expect.stringMatching(/^Example: /) });
		expect([example.active ?? false, example.pinData]).toEqual([false, undefined]);
		expect(example.nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
	});

	it('sets only parameters that the node has, and all that it needs', () => {
		expect(ours.length).toBeGreaterThan(0);
		for (const { node, description } of ours) {
			const { properties } = description;
			const asNode = { ...node, id: node.name } as unknown as INode;
			const known = NodeHelpers.getNodeParameters(properties, node.parameters, true, false, asNode, description);
			// What n8n itself adds to a node that polls.
			const names = [...Object.keys(known ?? {}), ...(description.polling === true ? ['pollTimes'] : [])];
			expect(names).toEqual(expect.arrayContaining(Object.keys(node.parameters)));
			for (const property of properties.filter(({ type, name }) => type === 'collection' && name in node.parameters)) {
				if (!NodeHelpers.displayParameter(node.parameters, property, asNode, description)) continue;
				const offered = property.options?.map(({ name }) => name);
				expect(offered).toEqual(expect.arrayContaining(Object.keys(node.parameters[property.name] as object)));
			}
			expect(NodeHelpers.getNodeParametersIssues(properties, asNode, description)).toBeNull();
		}
	});

	it('connects every box with a trigger before it, and only boxes that there are', () => {
		const names = boxes.map(({ name }) => name);
		const targets = Object.values(example.connections).flatMap(({ main }) => main.flat().map(({ node }) => node));
		expect(names).toEqual(expect.arrayContaining([...targets, ...Object.keys(example.connections)]));
		const first = boxes.filter(({ name }) => !targets.includes(name));
		expect(first.filter(({ type }) => !/trigger$|webhook$/i.test(type))).toEqual([]);
		expect(Object.keys(example.connections)).toEqual(expect.arrayContaining(first.map(({ name }) => name)));
		expect(new Set(names).size).toBe(names.length);
	});

	it('has notes that cover no box and no other note', () => {
		const areas = notes.map(({ position: [left, top], parameters: { width = 0, height = 0 } }) => ({
			left,
			top,
			right: left + width,
			bottom: top + height,
		}));
		const places = boxes.map(({ position: [left, top] }) => ({
			left: left + box.left,
			top,
			right: left + box.right,
			bottom: top + box.bottom,
		}));
		const meets = (one: Area, other: Area): boolean =>
			one !== other &&
			one.left < other.right &&
			other.left < one.right &&
			one.top < other.bottom &&
			other.top < one.bottom;
		for (const area of areas) expect([...areas, ...places].filter((other) => meets(area, other))).toEqual([]);
	});
});

describe('what the examples choose', () => {
	const engine = useEngine();

	it.each(examples)('is in the sandbox, under the name that %s shows', (_, { nodes }) => {
		const { contactLists, campaigns, templates } = engine.sandbox.state;
		const known = { contactList: contactLists, campaign: campaigns, template: templates };
		for (const { parameters } of nodes.filter((node) => node.type in descriptions))
			for (const [name, things] of Object.entries(known)) {
				const chosen = parameters[name] as { value: string; cachedResultName: string } | undefined;
				expect(things.find(({ uuid }) => uuid === chosen?.value)?.name).toBe(chosen?.cachedResultName);
			}
	});

	it('sync-sheet.json has four rows of subscribers of its contact list', () => {
		const sheet = readFileSync(join(folder, 'sync-sheet.json'), 'utf8');
		const guests = engine.sandbox.state.contactLists.find(({ name }) => name === 'Webinar Guests')?.subscribers ?? [];
		const shown = guests.filter(({ email, unsubscribedAt }) => sheet.includes(`'${email}'`) && unsubscribedAt === null);
		expect(shown.map(({ firstName }) => firstName)).toEqual(['Aarav', 'Amara', 'Kofi', 'Priya']);
	});
});
