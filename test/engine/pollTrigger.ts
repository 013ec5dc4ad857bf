import 'reflect-metadata';

import { DirectoryLoader, PollContext } from 'n8n-core';
// Where n8n 1 has it as well: its index does not export it.
import { TriggersAndPollers } from 'n8n-core/dist/execution-engine/triggers-and-pollers';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type NodeApiError,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import { EmailMarketingTrigger } from '../../nodes/EmailMarketingTrigger/EmailMarketingTrigger.node.ts';
import { additionalData } from './runNode';

/**
 * The trigger as n8n polls it. n8n-core's own are the poll (TriggersAndPollers), its context (PollContext), the workflow and its static data.
 * Imitated is what is not in n8n-core but in n8n's command line package, which needs a database: when the static data is saved (`ActiveWorkflowManager`),
 * and when a workflow is registered anew. A poll begins when a test says so, and not by n8n's timer. e2e/ has the same in a real n8n, up to kill -9.
 */

/** A workflow with the trigger in n8n's hands: polled, restarted, its parameters changed. */
export interface PolledTrigger {
	/** What a poll gives; `null` starts no workflow. */
	poll: () => Promise<IDataObject[] | null>;
	/** A test in the editor. */
	test: () => Promise<IDataObject[]>;
	/** n8n is killed and started again: what it had written to its database is what is left. */
	restart: () => void;
	/** Another n8n takes over. */
	takeOver: () => void;
	/** The workflow is published again, with other parameters or another credential. */
	change: (parameters: INodeParameters, credential?: ICredentialDataDecryptedObject) => void;
	/** What n8n keeps for the node: in its memory as long as a workflow is registered, and in its database. */
	readonly staticData: IDataObject;
	readonly database: IDataObject;
	/** Lines in n8n's log. */
	readonly log: string[];
}

const trigger: INodeType = new EmailMarketingTrigger();
// As n8n does with every node that it loads.
DirectoryLoader.applyDeclarativeNodeOptionParameters(trigger);

interface Engine {
	/** As n8n's durable scheduler does it: each poll but that of the activation has a workflow and a context of its own, with what the database has. */
	readonly hasContextPerPoll?: boolean;
}

export function triggerWith(
	parameters: INodeParameters,
	credential: ICredentialDataDecryptedObject,
	{ hasContextPerPoll = false }: Engine = {},
): PolledTrigger {
	const id = `w${(workflows += 1)}`;
	const lines: string[] = [];
	let database = '{}';
	let isBeginning = true;
	let current = workflowOf(id, parameters, database);
	let context = contextOf(current, credential, 'activate', lines);
	const polled = async (): Promise<IDataObject[] | null> => {
		const isActivation = isBeginning;
		if (hasContextPerPoll && !isActivation) register('update');
		const workflow = current;
		const output = await runPoll(workflow, context);
		// n8n writes what a workflow keeps, if it has changed, when items start it, and when it was activated, which n8n does with each start.
		if ((output !== null || isActivation) && workflow.staticData.__dataChanged === true) {
			database = JSON.stringify(workflow.staticData);
			workflow.staticData.__dataChanged = false;
		}
		if (isActivation && workflow === current) isBeginning = false;
		return output?.[0]?.map(({ json }) => json) ?? null;
	};
	const register = (mode: WorkflowActivateMode): void => {
		current = workflowOf(id, parameters, database);
		context = contextOf(current, credential, mode, lines);
	};
	const begin = (mode: WorkflowActivateMode): void => {
		register(mode);
		isBeginning = true;
	};
	return {
		poll: polled,
		async test() {
			const workflow = workflowOf(id, parameters, database);
			const output = await runPoll(workflow, contextOf(workflow, credential, 'manual', lines));
			return output?.[0]?.map(({ json }) => json) ?? [];
		},
		restart: () => begin('init'),
		takeOver: () => begin('leadershipChange'),
		change(changed, other = credential) {
			parameters = { ...parameters, ...changed };
			credential = other;
			begin('update');
		},
		get staticData() {
			return current.staticData;
		},
		get database() {
			return JSON.parse(database) as IDataObject;
		},
		log: lines,
	};
}

type RunPoll = TriggersAndPollers['runPollFunction'];
const pollers = new TriggersAndPollers() as unknown as Record<'runPollFunction' | 'runPoll', RunPoll | undefined>;

/** By n8n's own function, which n8n 1 called `runPoll`. */
async function runPoll(workflow: Workflow, context: PollContext): ReturnType<RunPoll> {
	const run = (pollers.runPollFunction ?? pollers.runPoll) as RunPoll;
	return await run.call(pollers, workflow, context.getNode(), context);
}

/** What a person reads of a poll that failed. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
	const error = await work.then(
		() => undefined,
		(thrown: unknown) => thrown as NodeApiError,
	);
	return error === undefined ? 'It did not fail' : `${error.message} | ${error.description ?? ''}`;
}

function workflowOf(id: string, parameters: INodeParameters, database: string): Workflow {
	const node: INode = {
		id: 'trigger-1',
		name: 'Email Marketing Trigger',
		type: 'emailMarketingTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { emailMarketingApi: { id: '1', name: 'Sandbox' } },
	};
	const byName = (): INodeType => trigger;
	return new Workflow({
		id,
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes: { getByName: byName, getByNameAndVersion: byName, getKnownTypes: () => ({}) },
		staticData: JSON.parse(database) as IDataObject,
		settings: {},
	});
}

let workflows = 0;

function contextOf(
	workflow: Workflow,
	credential: ICredentialDataDecryptedObject,
	activation: WorkflowActivateMode,
	lines: string[],
): PollContext {
	const node = workflow.getNode('Email Marketing Trigger') as INode;
	const context = new PollContext(
		workflow,
		node,
		additionalData(credential),
		activation === 'manual' ? 'manual' : 'trigger',
		activation,
	);
	const note = (message: string): void => void lines.push(message);
	Object.defineProperty(context, 'logger', { value: { debug: () => undefined, info: note, warn: note, error: note } });
	return context;
}
