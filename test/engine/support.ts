import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeParameters,
	NodeExecutionHint,
} from 'n8n-workflow';

import { defined } from '../defined';
import { forgetRuns } from '../forgetRuns';
import { rowOf } from '../rowOf';
import type { ContactList } from '../../sandbox/store/contact-list';
import type { Sandbox, SandboxOptions } from '../../sandbox';
import { runNode, type NodeRun, type NodeRunOptions } from './runNode';

export { defined, rowOf };

export interface Engine {
	readonly sandbox: Sandbox;
	/** Resets the sandbox and the toggles that the node remembers. */
	reset: () => void;
	readonly credential: ICredentialDataDecryptedObject;
	/** A contact list of the sandbox, the first one unless another is named. */
	list: (index?: number) => ContactList;
	/** The operation of each request so far, such as `subscriber.create`. */
	operations: () => string[];
	/** Runs an operation such as `campaign.update` against the sandbox. */
	run: (key: string, parameters: INodeParameters, more?: Partial<NodeRunOptions>) => Promise<NodeRun>;
}

/** A sandbox for the tests of one file, reset before each of them. */
export function useEngine(options?: SandboxOptions): Engine {
	let sandbox: Sandbox;
	beforeAll(async () => {
		// Loaded only here: half of the test files import this file for its helpers alone.
		const { startSandbox } = await import('../../sandbox/index.ts');
		sandbox = await startSandbox(options);
	});
	afterAll(async () => await sandbox.close());
	const reset = (): void => {
		sandbox.reset();
		forgetRuns();
	};
	beforeEach(reset);
	return {
		reset,
		get sandbox() {
			return sandbox;
		},
		get credential() {
			return { baseUrl: sandbox.url, accessToken: sandbox.token, endpointPaths: '{}' };
		},
		list: (index = 0) => defined(sandbox.state.contactLists[index]),
		operations: () => sandbox.requests().map(({ operationId }) => String(operationId)),
		async run(key, parameters, more = {}) {
			const [resource = '', operation = ''] = key.split('.');
			return await runNode({
				parameters: { resource, operation, ...parameters },
				credential: this.credential,
				...more,
			});
		},
	};
}

/** Parameters: the fields are those of the columns with their names. */
export const mapped: INodeParameters = { dataMode: 'autoMapInputData' };

/** Settings of a node that puts failed items among the others, or on an output of their own. */
export const goOn: Partial<INode> = { onError: 'continueRegularOutput' };
export const errorOutput: Partial<INode> = { onError: 'continueErrorOutput' };

/** Settings of a node that n8n tries so many times, at once. */
export function tries(maxTries: number): Partial<INode> {
	return { retryOnFail: true, maxTries, waitBetweenTries: 1 };
}

/** The `action` of each row on the main output. */
export function actionsOf(run: NodeRun): unknown[] {
	return jsonOf(run).map(({ action }) => action);
}

/** A function that cancels the run with this `onStart`. */
export function canceller(): { cancel: () => void; onStart: (cancel: () => void) => void } {
	let cancelRun = (): void => undefined;
	const onStart = (cancel: () => void): void => {
		cancelRun = cancel;
	};
	return { cancel: () => cancelRun(), onStart };
}

export function byId(value: string): INodeParameters {
	return { __rl: true, mode: 'id', value };
}

export function byEmail(value: string): INodeParameters {
	return { __rl: true, mode: 'email', value };
}

/** The json of the items on the main output. */
export function jsonOf({ items }: NodeRun): IDataObject[] {
	return items.map(({ json }) => json);
}

/** The message and description of a failed run. */
export function errorText({ error }: NodeRun): string {
	return `${error?.message ?? ''} | ${error?.description ?? ''}`;
}

/** The hints that n8n shows above the output of the node. */
export function hintsOf(run: NodeRun): string[] {
	return allHintsOf(run).map(({ message }) => message);
}

/** The hints that are warnings. */
export function warningsOf(run: NodeRun): string[] {
	return allHintsOf(run).flatMap(({ message, type }) => (type === 'warning' ? [message] : []));
}

function allHintsOf({ run }: NodeRun): NodeExecutionHint[] {
	return Object.values(run.data.resultData.runData)
		.flat()
		.flatMap(({ hints }) => hints ?? []);
}
