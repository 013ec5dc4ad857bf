import type { FaultName } from '../../sandbox/faults/faults';
import type { Bench, Response } from './support';

/** One call at a time, with a fault to it: whether a list is there afterwards tells whether the work was done. */
export function breakCalls(bench: Bench) {
	return {
		breakNext: (fault: FaultName, retryAfterSeconds?: number): void => {
			bench.sandbox.faults({ script: [{ fault }], ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
		},
		/** Asks for a new contact list, and takes the answer as text. */
		create: (): Promise<Response<string>> =>
			bench.client.post(
				'/v1/contact-lists',
				{ name: 'New' },
				{ maxRedirects: 0, transformResponse: (text: string) => text, timeout: 1_000 },
			),
		wasCreated: (): boolean => bench.sandbox.state.contactLists.some(({ name }) => name === 'New'),
	};
}
