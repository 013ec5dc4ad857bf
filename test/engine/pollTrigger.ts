import 'reflect-metadata';

import { DirectoryLoader, PollContext } from 'n8n-core';
// The index does not export it; n8n 1 has it at this path as well.
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
 * Polls the trigger with n8n-core's own poll, context, workflow and static data. Imitated, because they are in n8n's
 * command-line package, which needs a database: when static data is saved, and when a workflow is registered again.
 * Tests start each poll, not n8n's timer. e2e/ tests the same in a real n8n, including kill -9.
 */

export interface PolledTrigger {
	/** Polls once. `null` starts no workflow. */
	poll: () => Promise<IDataObject[] | null>;
	/** Runs a test in the editor. */
	test: () => Promise<IDataObject[]>;
	/** n8n is killed and started again: only the state in its database remains. */
	restart: () => void;
	/** Another instance of n8n takes over as the leader. */
	takeOver: () => void;
	/** The workflow is published again, with other parameters or another credential. */
	change: (parameters: INodeParameters, credential?: ICredentialDataDecryptedObject) => void;
	/** The node's state in n8n: in memory while the workflow is registered, and in the database. */
	readonly staticData: IDataObject;
	readonly database: IDataObject;
	readonly log: string[];
}

const trigger: INodeType = new EmailMarketingTrigger();
// As n8n does with every node that it loads.
DirectoryLoader.applyDeclarativeNodeOptionParameters(trigger);

interface Engine {
	/** Whether each poll after the activation loads the workflow from the database, as n8n's durable scheduler does. */
	readonly hasContextPerPoll?: boolean;
}

export function triggerWith(
	parameters: INodeParameters,
	credential: ICredentialDataDecryptedObject,
	{ hasContextPerPoll = false }: Engine = {},
): PolledTrigger {
	workflows += 1;
	const id = `w${workflows}`;
	const lines: string[] = [];
	let database = '{}';
	let isBeginning = true;
	let current = workflowOf(id, parameters, database);
	let context = contextOf(current, credential, 'activate', lines);
	const poll = async (): Promise<IDataObject[] | null> => {
		const isActivation = isBeginning;
		if (hasContextPerPoll && !isActivation) register('update');
		const workflow = current;
		const output = await runPoll(workflow, context);
		// n8n saves changed static data when items start the workflow, and at each activation, as when n8n starts.
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
		poll,
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

/** n8n's own function, called `runPoll` in n8n 1. */
async function runPoll(workflow: Workflow, context: PollContext): ReturnType<RunPoll> {
	const run = (pollers.runPollFunction ?? pollers.runPoll) as RunPoll;
	return await run.call(pollers, workflow, context.getNode(), context);
}

/** The message and description of a failed poll. */
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
	const mode = activation === 'manual' ? 'manual' : 'trigger';
	const context = new PollContext(workflow, node, additionalData(credential), mode, activation);
	const note = (message: string): void => void lines.push(message);
	Object.defineProperty(context, 'logger', { value: { debug: () => undefined, info: note, warn: note, error: note } });
	return context;
}
