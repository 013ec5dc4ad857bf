import type { INodeParameters } from 'n8n-workflow';

import { expectInPanel } from './panel';

/** A node as n8n saves it, without what only the canvas needs. */
export interface Node {
	name: string;
	type: string;
	typeVersion: number;
	parameters: object;
	credentials?: object;
	onError?: 'continueErrorOutput' | 'continueRegularOutput';
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
	webhookId?: string;
}

type Connections = Record<string, Record<string, Array<Array<{ node: string; type: string; index: number }>>>>;

export interface Workflow {
	name: string;
	nodes: Array<Node & { id: string; position: [number, number] }>;
	connections: Connections;
	settings?: object;
}

/** From one node to another, from its first output to the first input where nothing else is said. */
export interface Connection {
	from: string;
	to: string;
	output?: number;
	/** 'main', or what an agent takes: 'ai_tool', 'ai_languageModel'. */
	type?: string;
}

const ourType = 'n8n-nodes-email-marketing.emailMarketing';

/** A workflow of these nodes. Without connections, each leads to the next. */
export function workflowOf(
	name: string,
	nodes: Node[],
	connections: Connection[] = chain(nodes),
	settings: object = {},
): Workflow {
	const placed = nodes.map((node, index) => ({
		...node,
		id: String(index),
		position: [index * 220, 0] as [number, number],
	}));
	// What the editor gives a new workflow; without it n8n runs one as it did years ago, and an agent would not wait for its tools.
	return {
		name,
		nodes: placed,
		connections: connectionsOf(connections),
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** Connects each node with the one that follows. */
export function chain(nodes: Node[]): Connection[] {
	return nodes.slice(1).map((node, index) => ({ from: nodes[index]?.name ?? '', to: node.name }));
}

function connectionsOf(connections: Connection[]): Connections {
	const all: Connections = {};
	for (const { from, to, output = 0, type = 'main' } of connections) {
		const outputs = ((all[from] ??= {})[type] ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ node: to, type, index: 0 });
	}
	return all;
}

interface Example {
	name: string;
	nodes: Array<{ name: string; type: string; parameters: object }>;
	connections: object;
	settings: object;
}

/** An example with its nodes set anew: these parameters by the name of the node, and the credential for those of this package. */
export function adapted(
	{ name, nodes, connections, settings }: Example,
	credentials: object,
	parameters: Record<string, object>,
): Workflow {
	const set = nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...parameters[node.name] },
		...(node.type.startsWith(ourType) && { credentials }),
	}));
	return { name, nodes: set, connections, settings } as unknown as Workflow;
}

export const manualTrigger: Node = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

/** Start, and one item for each of these rows. */
export function startWith(rows: object[]): Node[] {
	return [
		manualTrigger,
		{
			name: 'Data',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
		},
		{
			name: 'Rows',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'rows', options: {} },
		},
	];
}

/** A node of this package, or its tool, set as its panel can be; `settings` are those of n8n. */
export function ourNode(name: string, credentials: object, given: object, settings: Partial<Node> = {}): Node {
	const parameters = withConsent(given as INodeParameters);
	expectInPanel(parameters);
	return { name, type: ourType, typeVersion: 1, parameters, credentials, ...settings };
}

/** Everyone agreed, unless a test says who did. */
export function withConsent(parameters: INodeParameters): INodeParameters {
	const { resource = 'subscriber', operation } = parameters;
	const isAsked = ['create', 'upsert', 'import', 'sync'].includes(operation as string);
	return isAsked && resource === 'subscriber' ? { consent: 'everyone', ...parameters } : parameters;
}

/** The same for an agent. */
export function ourTool(name: string, credentials: object, parameters: object): Node {
	return ourNode(name, credentials, parameters, { type: `${ourType}Tool` });
}

/** A resource locator that holds an ID. */
export function byId(value: string): object {
	return { __rl: true, mode: 'id', value };
}

/** A resource locator that holds a name, or an expression for one. */
export function byName(value: string): object {
	return { __rl: true, mode: 'name', value };
}

/** What choosing from a dropdown leaves in a node. */
export function fromList({ uuid, name }: { uuid: string; name: string }): object {
	return { __rl: true, mode: 'list', value: uuid, cachedResultName: name };
}
