import type { Call } from '../../../execution/Operation';

export type Batch = readonly [Call, ...Call[]];

/** The items that go to one contact list, with the same values beside the rows. */
export function batchesOf(calls: readonly Call[]): Batch[] {
	const batches = new Map<string, [Call, ...Call[]]>();
	for (const call of calls) {
		const name = JSON.stringify([call.request.pathValues, call.request.body]);
		const batch = batches.get(name);
		if (batch) batch.push(call);
		else batches.set(name, [call]);
	}
	return [...batches.values()];
}
