import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { UserFacingError } from '../shared/UserFacingError';
import type { ApiRequest } from '../transport/ApiRequest';

/** What is known of one execution of the node across its tries: n8n's 'Retry On Fail' runs all items again, and neither what is done nor what may have happened is sent once more. */
export class RetryCache {
	/** By the number of an item: values such as the present time differ from try to try. By a name for other work. */
	private readonly results = new Map<number | string, IDataObject[] | UserFacingError>();

	/** Items with a delete that was not answered, and its request: sent again, it finds nothing if it had done its work. */
	readonly unknownDeletes = new Map<number, ApiRequest>();

	/** The output of the previous try. */
	lastOutput?: () => INodeExecutionData[][];

	/** @returns the output of what is done @throws UserFacingError what was remembered, where the outcome is unknown */
	recall(key: number | string): IDataObject[] | undefined {
		const result = this.results.get(key);
		if (result instanceof UserFacingError) throw result;
		return result;
	}

	/** Keeps the output of what is done. */
	keep(key: number | string, output: IDataObject[]): void {
		this.results.set(key, output);
	}

	/** Remembers a failure after which it must not be sent again. */
	remember(key: number | string, thrown: unknown): void {
		if (thrown instanceof UserFacingError && thrown.mustNotRepeat) this.results.set(key, thrown);
	}
}

const caches = new WeakMap<object, RetryCache>();

/** n8n hands every try the same execute data; as an agent's tool the node is handed the agent's, and each call, all its tries included, has arguments of its own. */
export function retryCacheOf(context: IExecuteFunctions): RetryCache {
	const executeData = context.getExecuteData();
	const isToolCall = executeData.node.name !== context.getNode().name;
	const execution = isToolCall ? (context.getInputData()[0]?.json ?? executeData) : executeData;
	const cache = caches.get(execution) ?? new RetryCache();
	caches.set(execution, cache);
	return cache;
}
