import 'reflect-metadata';

import {
	DirectoryLoader,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	SupplyDataContext,
	WorkflowExecute,
} from 'n8n-core';
import {
	Workflow,
	type IConnection,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type IDataObject,
	type IExecuteData,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
	type NodeApiError,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { EmailMarketingApi } from '../../credentials/EmailMarketingApi.credentials';
import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';

/** Runs this package's node on the real n8n-core: its expressions, its HTTP client, its error output. */

const nodeName = 'Email Marketing';

export interface NodeRun {
	/** The items of the main output. */
	readonly items: INodeExecutionData[];
	/** The items of the error output. */
	readonly errorItems: INodeExecutionData[];
	readonly error?: NodeApiError;
	readonly run: IRun;
}

export interface NodeRunOptions {
	readonly parameters: INodeParameters;
	readonly credential: ICredentialDataDecryptedObject;
	/** The input items' json; one empty item by default. */
	readonly input?: IDataObject[];
	/** Settings of the node, such as `onError` or `retryOnFail`. */
	readonly node?: Partial<INode>;
	/** Whether the workflow starts with it, as when a step is executed alone. */
	readonly isFirst?: boolean;
	/** Called with a function that cancels the execution. */
	readonly onStart?: (cancel: () => void) => void;
	/** Runs in place of this package's node. */
	readonly nodeType?: INodeType;
	/** Hands over the items in batches of this size, as a 'Loop Over Items' node around the node does. */
	readonly batchSize?: number;
	/** How the execution was started: in the editor, unless it is another. */
	readonly mode?: WorkflowExecuteMode;
}

export async function runNode({
	parameters,
	credential,
	input = [{}],
	node = {},
	isFirst = false,
	onStart,
	nodeType,
	batchSize,
	mode = 'manual',
}: NodeRunOptions): Promise<NodeRun> {
	const workflow = workflowOf(withConsent(parameters), node, nodeType, batchSize);
	const items = input.map((json): INodeExecutionData => ({ json }));
	const first = isFirst ? (workflow.getNode(nodeName) as INode) : start;
	const runData = runDataWith({ node: first, data: { main: [items] }, source: null });
	const execution = new WorkflowExecute(additionalData(credential), mode, runData);
	const running = execution.processRunExecutionData(workflow);
	onStart?.(() => running.cancel());
	const run = await running;
	const tasks = run.data.resultData.runData[nodeName] ?? [];
	const itemsOf = (output: number) => tasks.flatMap(({ data }) => data?.main?.[output] ?? []);
	return { items: itemsOf(0), errorItems: itemsOf(1), error: tasks.at(-1)?.error as NodeApiError | undefined, run };
}

/** Everyone agreed, unless a test says who did. */
function withConsent(parameters: INodeParameters): INodeParameters {
	const isAsked = ['create', 'upsert', 'import', 'sync'].some((operation) => operation === parameters.operation);
	return isAsked && parameters.resource === 'subscriber' ? { consent: 'everyone', ...parameters } : parameters;
}

/** An execution before its first node. n8n has a function for it only since 1.121. */
function runDataWith(...nodeExecutionStack: IExecuteData[]): IRunExecutionData {
	return {
		version: 1,
		startData: {},
		resultData: { runData: {} },
		executionData: {
			contextData: {},
			nodeExecutionStack,
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	} as unknown as IRunExecutionData;
}

/** Calls the search of a dropdown as the editor does, with the parameters of the panel. */
export async function searchList(
	method: keyof EmailMarketing['methods']['listSearch'],
	{ parameters, credential }: Pick<NodeRunOptions, 'parameters' | 'credential'>,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const workflow = workflowOf(parameters, {});
	const node = workflow.getNode(nodeName) as INode;
	const data = { ...additionalData(credential), currentNodeParameters: parameters };
	const context = new LoadOptionsContext(workflow, node, data, '');
	return await new EmailMarketing().methods.listSearch[method].call(context, filter, paginationToken);
}

/**
 * An agent that uses the node as its tool: n8n passes the agent's execute data to every call. The context is n8n's;
 * the call is imitated, because the oldest n8n has no function for it. e2e/tools.test.ts uses real agents.
 */
export function agentWith({
	parameters,
	credential,
}: Pick<NodeRunOptions, 'parameters' | 'credential'>): (args: IDataObject) => Promise<INodeExecutionData[]> {
	// n8n registers a node that can be a tool a second time, under this name.
	const workflow = workflowOf(withConsent(parameters), { type: 'emailMarketingTool' });
	const agent: INode = { ...start, id: '3', name: 'Agent' };
	const executeData: IExecuteData = { node: agent, data: { main: [[{ json: { chat: 'Hello' } }]] }, source: null };
	const data = additionalData(credential);
	const runData = runDataWith();
	let runIndex = -1;
	return async (args) => {
		runIndex += 1;
		const node = workflow.getNode(nodeName) as INode;
		const context = new SupplyDataContext(
			workflow,
			node,
			data,
			'manual',
			runData,
			runIndex,
			[{ json: { chat: 'Hello' } }],
			{},
			'ai_tool',
			executeData,
			[],
			undefined,
			agent,
		);
		context.addInputData('ai_tool', [[{ json: args }]]);
		const output = await emailMarketing.execute?.call(context as unknown as IExecuteFunctions);
		return Array.isArray(output) ? (output[0] ?? []) : [];
	};
}

const start: INode = { id: '1', name: 'Start', type: 'start', typeVersion: 1, position: [0, 0], parameters: {} };

const loopName = 'Loop Over Items';

function workflowOf(
	parameters: INodeParameters,
	node: Partial<INode>,
	nodeType: INodeType = emailMarketing,
	batchSize = 0,
): Workflow {
	const tested: INode = {
		id: '2',
		name: nodeName,
		type: 'emailMarketing',
		typeVersion: 1,
		position: [200, 0],
		parameters,
		credentials: { emailMarketingApi: { id: '1', name: 'Sandbox' } },
		...node,
	};
	const loop: INode = { ...start, id: '4', name: loopName, type: 'n8n-nodes-base.splitInBatches' };
	const to = (name: string): IConnection[] => [{ node: name, type: 'main', index: 0 }];
	const inLoop = { Start: { main: [to(loopName)] }, [nodeName]: { main: [to(loopName)] } };
	return new Workflow({
		id: '1',
		nodes: batchSize > 0 ? [start, loop, tested] : [start, tested],
		connections:
			batchSize > 0 ? { ...inLoop, [loopName]: { main: [[], to(nodeName)] } } : { Start: { main: [to(nodeName)] } },
		active: false,
		nodeTypes: nodeTypesWith(nodeType, batchSize),
		settings: { executionOrder: 'v1' },
	});
}

/** Passes its input on, as a Manual Trigger with pinned items does. */
const startNode: INodeType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	execute() {
		return Promise.resolve([this.getInputData()]);
	},
};

/** Passes on a batch at a time by its second output, and at the end nothing by its first. */
function loopNode(batchSize: number): INodeType {
	return {
		description: { ...startNode.description, name: 'splitInBatches', inputs: ['main'], outputs: ['main', 'main'] },
		execute() {
			// A loop may wait for minutes: n8n then loads the execution from its database.
			const { executionData } = (this as unknown as { runExecutionData: IRunExecutionData }).runExecutionData;
			if (executionData) executionData.contextData = structuredClone(executionData.contextData);
			const state = this.getContext('node');
			state.left ??= this.getInputData();
			const batch = (state.left as INodeExecutionData[]).splice(0, batchSize);
			return Promise.resolve([[], batch]);
		},
	};
}

const emailMarketing: INodeType = new EmailMarketing();
// As n8n does with every node that it loads.
DirectoryLoader.applyDeclarativeNodeOptionParameters(emailMarketing);

function nodeTypesWith(nodeType: INodeType, batchSize: number): INodeTypes {
	const others: Readonly<Record<string, INodeType>> = {
		start: startNode,
		'n8n-nodes-base.splitInBatches': loopNode(batchSize),
	};
	const byName = (type: string): INodeType => others[type] ?? nodeType;
	return { getByName: byName, getByNameAndVersion: byName, getKnownTypes: () => ({}) };
}

export function additionalData(credential: ICredentialDataDecryptedObject): IWorkflowExecuteAdditionalData {
	const none = 'http://x/';
	const data: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: credentialsHelper(credential),
		currentNodeExecutionIndex: 0,
		executionId: '1',
		variables: {},
		restApiUrl: none,
		instanceBaseUrl: none,
		formBaseUrl: none,
		formWaitingBaseUrl: none,
		formTestBaseUrl: none,
		webhookBaseUrl: none,
		webhookWaitingBaseUrl: none,
		webhookTestBaseUrl: none,
		mcpBaseUrl: none,
		mcpTestBaseUrl: none,
		hooks: new ExecutionLifecycleHooks('manual', '1', {
			id: '1',
			name: 'Test',
			nodes: [],
			connections: {},
			active: false,
			activeVersionId: null,
			isArchived: false,
			createdAt: new Date(),
			updatedAt: new Date(),
		}),
	};
	return data as IWorkflowExecuteAdditionalData;
}

/** Imitates the part of n8n's command-line package between a node and the database. */
function credentialsHelper(credential: ICredentialDataDecryptedObject): ICredentialsHelper {
	const { authenticate } = new EmailMarketingApi();
	const helper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getDecrypted: () => Promise.resolve({ ...credential }),
		preAuthentication: () => Promise.resolve(undefined),
		authenticate: async (credentials, _type, requestOptions) => {
			if (typeof authenticate !== 'function') throw new Error('The credential authenticates by a function');
			return await authenticate(credentials, requestOptions as IHttpRequestOptions);
		},
	};
	return helper as ICredentialsHelper;
}
