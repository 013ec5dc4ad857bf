/** The list of the tests in a process of its own, so that its work is not measured. It counts, and takes its time. */
import { LaravelList } from '../../test/laravel/LaravelList';
import { deliver, serveList } from '../../test/laravel/serveList';
import { throttle } from '../../test/laravel/throttle';
import { peopleOf } from '../people';
import type { Counts, Setting } from '.';

const list = new LaravelList({ pageSize: 100 });
let setting: Setting = {};
let counts = nothing();
let inFlight = 0;
let delayOf = delays(setting);
let limit = limitOf(setting);

function nothing(): Counts {
	return { requests: 0, byKind: {}, created: 0, mostInFlight: 0, refused: 0, firstAt: 0, lastAt: 0 };
}

/** How long each request takes, in ms. With workers it waits for the first one that is free. */
function delays({ ms = 0, workers }: Setting): () => number {
	if (workers === undefined) return () => ms;
	const freeAt = new Array<number>(workers).fill(0);
	return () => {
		const first = freeAt.indexOf(Math.min(...freeAt));
		const done = Math.max(Date.now(), freeAt[first] ?? 0) + ms;
		freeAt[first] = done;
		return done - Date.now();
	};
}

function limitOf({ perWindow, windowS = 60 }: Setting) {
	return perWindow === undefined ? undefined : throttle(() => (counts.refused += 1), perWindow, windowS * 1000);
}

async function start(): Promise<void> {
	const served = await serveList(list);
	served.onRequest = (request) => {
		const { kind } = request;
		// Nothing reads it, and it would keep every body.
		served.arrived.length = 0;
		inFlight += 1;
		counts.firstAt ||= Date.now();
		counts.requests += 1;
		counts.mostInFlight = Math.max(counts.mostInFlight, inFlight);
		counts.byKind[kind] = (counts.byKind[kind] ?? 0) + 1;
		const refusal = limit?.(request);
		const ms = refusal === undefined ? delayOf() : 0;
		return (response, work) => {
			response.on('close', () => {
				inFlight -= 1;
				counts.lastAt = Date.now();
			});
			const respond = (): void => (refusal ?? deliver)(response, work);
			if (ms === 0) respond();
			else setTimeout(respond, ms);
		};
	};
	process.send?.(served.url);
}

/** `'counts'` asks what was seen, and `'recount'` forgets it; a setting begins anew. */
process.on('message', (question: Setting | 'counts' | 'recount') => {
	const created = list.subscribers.length - (setting.subscribers ?? 0);
	if (question === 'counts') return void process.send?.({ ...counts, created });
	if (question !== 'recount') {
		setting = question;
		delayOf = delays(setting);
		limit = limitOf(setting);
		list.hold(peopleOf(setting.subscribers ?? 0, setting.days));
	}
	counts = nothing();
	process.send?.('set');
});
process.on('disconnect', () => process.exit());
void start();
