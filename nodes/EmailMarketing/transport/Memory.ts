import type { INodeExecutionData } from 'n8n-workflow';

import type { Explained } from '../shared/Explained';

/**
 * What must not be done again when 'Retry On Fail' runs the node once more: what is done,
 * and failures after which something may have happened that must not happen twice.
 */
type Settled = { readonly items: INodeExecutionData[] } | { readonly thrown: Explained };

/** What is known of one execution of the node across its tries. */
export class Memory {
	/** By item, or by whatever is sent at once. */
	private readonly settled = new Map<string, Settled>();

	/** Items that have reached the service. */
	readonly sentItems = new Set<number>();

	/** Items with a delete that was not answered: when it is sent again and finds nothing, it had done its work. */
	readonly unanswered = new Set<number>();

	/** Does something unless it is settled already, and keeps how it ended. */
	async settle(name: string, work: () => Promise<INodeExecutionData[]>): Promise<INodeExecutionData[]> {
		this.throwDoubt(name);
		const before = this.settled.get(name);
		if (before !== undefined && 'items' in before) return before.items;
		const items = await work();
		this.settled.set(name, { items });
		return items;
	}

	/** Throws the failure that was kept under this name, if there is one. */
	throwDoubt(name: string): void {
		const before = this.settled.get(name);
		if (before !== undefined && 'thrown' in before) throw before.thrown;
	}

	/** Keeps a failure that must not be followed by another sending. */
	keep(name: string, thrown: Explained): void {
		if (thrown.uncertain) this.settled.set(name, { thrown });
	}
}

const memories = new WeakMap<object, Memory>();

/** The memory of an execution. n8n hands every try of a node the same execute data. */
export function memoryOf(execution: object): Memory {
	const memory = memories.get(execution) ?? new Memory();
	memories.set(execution, memory);
	return memory;
}
