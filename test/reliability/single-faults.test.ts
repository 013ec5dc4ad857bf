import { deliveryOf, oneOfEach } from '../laravel/faults';
import type { Arrived } from '../laravel/serveList';
import { emailsIn, sample } from './faultedJobs';
import { faultedJobs } from './jobs';
import { scaled, seed } from './random';

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

/**
 * One fault at a time, in randomly chosen requests of a run. After each:
 * the run reports no success if something is missing; no subscriber is duplicated, deleted or resubscribed;
 * and the same run without the fault ends as if there had been none.
 * `MODEL_SEED=1 npx jest single-faults` repeats a choice.
 */

/** The request with the fault: the nth with this name. */
interface Place {
	readonly request: string;
	readonly nth: number;
	readonly kind: Arrived['kind'];
	/** Whether all later requests with that name have it, too. */
	readonly stays: boolean;
}

const faulted = faultedJobs();

/** Names a request of a run, independent of the order of requests and of the page size. */
function nameOf({ kind, method, url, body }: Arrived): string {
	const { pathname, searchParams } = new URL(url, 'http://x');
	const path = pathname.split('/').slice(4).join('/');
	const who = kind === 'create' || kind === 'import' ? ` ${emailsIn(body)[0]}` : '';
	return `${method} ${path}${kind === 'read' ? `?page=${searchParams.get('page') ?? 1}` : ''}${who}`;
}

/** The requests of a run without a fault. */
function placesIn(requests: readonly Arrived[]): Place[] {
	const counts = new Map<string, number>();
	return requests.flatMap((arrived): Place[] => {
		const request = nameOf(arrived);
		const nth = (counts.get(request) ?? 0) + 1;
		counts.set(request, nth);
		const place = { request, nth, kind: arrived.kind };
		const isRead = place.kind === 'read' || place.kind === 'get';
		return [{ ...place, stays: false }, ...(isRead ? [{ ...place, stays: true }] : [])];
	});
}

/** Some places of some kinds of request. */
function someOf(places: readonly Place[], turn: number): Place[] {
	const kinds = [...new Set(places.map(({ kind }) => kind))];
	const ofKind = (kind: string): Place[] => places.filter((place) => place.kind === kind);
	return sample(kinds, scaled(kinds.length), turn).flatMap((kind) => sample(ofKind(kind), scaled(10), turn));
}

faulted.describe((name, mode) => {
	it.each(oneOfEach.map((fault, turn) => [fault, turn] as const))(
		`withstands a %s in any request (MODEL_SEED=${seed})`,
		async (fault, turn) => {
			const wrong: string[] = [];
			for (const place of someOf(placesIn((await faulted.withoutFault(name, mode)).requests), turn)) {
				const { request, nth, stays } = place;
				let met = 0;
				const found = await faulted.faultsOf(name, mode, (arrived) => {
					if (nameOf(arrived) !== request) return undefined;
					met += 1;
					return met === nth || (stays && met > nth) ? deliveryOf(fault, arrived) : undefined;
				});
				if (met < nth) found.push('the request was not sent this time');
				wrong.push(...found.map((text) => `${request}, time ${nth}${stays ? ' and later' : ''}: ${text}`));
			}
			expect(wrong).toEqual([]);
		},
		120_000,
	);
});
