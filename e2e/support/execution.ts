/** How an execution went. */
export interface Execution {
	/** 'success', 'error' or 'canceled', among others. */
	status: string;
	/** What ended it, where it was not a success. */
	error?: Failure;
	/** The runs of a node by the node's name, in their order. */
	runs: (node: string) => NodeRun[];
	/** Everything that a node gave at one of its outputs, over all its runs. */
	items: (node: string, output?: number) => Item[];
	/** What stands above the output of a node, over all its runs. */
	hints: (node: string) => string[];
	/** n8n's own record of it, in its compact form: texts in it can be looked for. */
	record: string;
}

interface NodeRun {
	/** The main output, the error output if there is one, and so on. */
	outputs: Item[][];
	/** What stands above its output. */
	hints: string[];
}

interface Item {
	json: Record<string, unknown>;
	pairedItem?: unknown;
}

interface Failure {
	message: string;
	description?: string | null;
}

/** All that a failure says, and all that an item says that failed. */
export function errorText(failed: Failure | Record<string, unknown> | undefined): string {
	const { message, description, error, details } = (failed ?? {}) as Record<string, unknown>;
	return [message, description, error, details].filter((text) => typeof text === 'string').join(' ');
}

/** Expects that an execution was a success; where it was not, the record of it says why. */
export function succeeded(execution: Execution): Execution {
	const { status, record } = execution;
	expect({ status, record }).toMatchObject({ status: 'success' });
	return execution;
}

interface StoredRun {
	hints?: Array<{ message: string }>;
	data?: { main?: Array<Item[] | null> };
}

interface Stored {
	resultData: { runData: Record<string, StoredRun[]>; error?: Failure };
}

/** @param record the `data` of an execution as n8n's REST interface gives it */
export function readExecution(status: string, record: string): Execution {
	const { resultData } = unflatten(record) as Stored;
	const runs = (node: string): NodeRun[] =>
		(resultData.runData[node] ?? []).map((run) => ({
			outputs: (run.data?.main ?? []).map((items) => items ?? []),
			hints: (run.hints ?? []).map(({ message }) => message),
		}));
	return {
		status,
		error: resultData.error,
		runs,
		items: (node, output = 0) => runs(node).flatMap((run) => run.outputs[output] ?? []),
		hints: (node) => runs(node).flatMap((run) => run.hints),
		record,
	};
}

/** n8n stores a flat list in which a text inside an object or a list is the place of the value that belongs there. */
function unflatten(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	const made = new Map<number, unknown>();
	const child = (value: unknown): unknown => (typeof value === 'string' ? at(Number(value)) : value);
	const at = (place: number): unknown => {
		const value = values[place];
		if (typeof value !== 'object' || value === null) return value;
		if (made.has(place)) return made.get(place);
		const copy: object = Array.isArray(value) ? [] : {};
		made.set(place, copy);
		return Object.assign(
			copy,
			Array.isArray(value)
				? value.map(child)
				: Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, child(entry)])),
		);
	};
	return at(0);
}
