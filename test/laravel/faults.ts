import { deliver } from '../../sandbox/faults/deliver';
import { faults, type FaultName } from '../../sandbox/faults/faults';
import { json } from '../engine/serve';
import type { Arrived, Deliver } from './serveList';

/** Faults of the sandbox that differ for the node in one request, and two rejections of a request. */
export const oneOfEach = [
	...(['403', '429-seconds', '500', '500-after', '502', 'html', 'cut-off', 'reset-before'] as const),
	...(['404', '422'] as const),
];

/** How the list responds to a request with one of them. */
export function deliveryOf(name: (typeof oneOfEach)[number], { kind }: Arrived): Deliver {
	const message = 'The selected value is invalid.';
	if (name === '404') return (response) => json(response, { message: 'Not Found' }, 404);
	if (name !== '422') return withFault(name);
	return (response) => json(response, { message, errors: { [fieldOf[kind] ?? 'email']: [message] } }, 422);
}

/** The field that a 422 names; the email by default. */
const fieldOf: Partial<Record<Arrived['kind'], string>> = {
	read: 'page',
	get: 'subscriber',
	toggle: 'subscriber',
	import: 'subscribers.0.email',
};

/** Ends a request with a fault of the sandbox, with or without the work. */
export function withFault(name: FaultName, retryAfterSeconds = 0): Deliver {
	const { workDone, outcome } = faults[name];
	return (response, work) => {
		const at = { url: '', now: Date.now(), retryAfterSeconds };
		deliver(response, outcome(at, workDone ? work() : { status: 0, body: null }));
	};
}
