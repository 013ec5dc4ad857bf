import type { Call } from '../../../execution/Operation';
import { groupedBy } from '../../../shared/groupedBy';

export type Batch = readonly [Call, ...Call[]];

/** The items that go to one contact list: the same address in two of them is the same person, whatever else they send. */
export function batchesOf(calls: readonly Call[]): Batch[] {
	return groupedBy(calls, ({ request }) => JSON.stringify(request.pathValues));
}
