import { textOf } from '../../nodes/EmailMarketing/shared/text';

/** What n8n has noted of one node of an execution. */
export interface TaskRun {
	/** When n8n began with it, in ms since 1970. */
	readonly startedAt: number;
	readonly ms: number;
	/** How many items came out. */
	readonly items: number;
	/** How the node failed, where it did. */
	readonly failure?: string;
}

/** n8n's compact form of an execution: a list of values, in which texts inside of objects are the numbers of other values. */
type Heap = ReadonlyArray<string | Readonly<Record<string, unknown>>>;

/** Reads the first run of a node out of n8n's record, without unfolding the items. */
export function readTask(record: string, node: string): TaskRun {
	const heap = JSON.parse(record) as Heap;
	const task = follow(heap, ['resultData', 'runData', node, 0]);
	if (task === undefined) {
		const failure = follow(heap, ['resultData', 'error', 'message']);
		throw new Error(`n8n has not run '${node}': ${String(failure)}`);
	}
	const { startTime, executionTime } = task as Record<string, number>;
	const items = follow(heap, ['resultData', 'runData', node, 0, 'data', 'main', 0]);
	const failure = follow(heap, ['resultData', 'runData', node, 0, 'error', 'message']);
	return {
		startedAt: startTime ?? NaN,
		ms: executionTime ?? NaN,
		items: Array.isArray(items) ? items.length : 0,
		...(failure === undefined ? {} : { failure: textOf(failure) }),
	};
}

function follow(heap: Heap, path: ReadonlyArray<number | string>): unknown {
	return path.reduce<unknown>((value, key) => {
		const number = (value as Record<string, unknown> | undefined)?.[key];
		return number === undefined || number === null ? undefined : heap[Number(number)];
	}, heap[0]);
}
