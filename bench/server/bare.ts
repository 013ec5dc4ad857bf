/** A bare HTTP server in a process of its own: checks nothing, answers as it was set to, and counts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Counts, Setting } from './client';
import { kindOf, List, type Fields } from './list';

let judge = judgeOf({});
let counts = nothing();
let inFlight = 0;
let list = new List({});

function nothing(): Counts {
	return { requests: 0, byKind: {}, written: 0, mostInFlight: 0, refused: 0, firstAt: 0, lastAt: 0 };
}

/** How long a request takes, in ms, or for how many seconds it is sent away. @returns for each request in turn */
function judgeOf({ ms = 0, workers, perWindow, windowS = 60 }: Setting) {
	const freeAt = new Array<number>(workers ?? 0).fill(0);
	let [ends, taken] = [0, 0];
	return (now: number): { ms: number; refusedForS?: number } => {
		// A request waits for the first worker that is free.
		if (workers !== undefined) {
			const first = freeAt.indexOf(Math.min(...freeAt));
			const done = Math.max(now, freeAt[first] ?? 0) + ms;
			freeAt[first] = done;
			return { ms: done - now };
		}
		if (perWindow === undefined) return { ms };
		// Laravel's limiter: a window begins with its first request, and ends on a whole second.
		const second = Math.floor(now / 1000);
		if (second >= ends) [ends, taken] = [second + windowS, 0];
		taken += 1;
		return taken > perWindow ? { ms, refusedForS: ends - second } : { ms };
	};
}

const server = createServer((request, response) => {
	const { method, url = '' } = request;
	inFlight += 1;
	counts.firstAt ||= Date.now();
	counts.requests += 1;
	counts.mostInFlight = Math.max(counts.mostInFlight, inFlight);
	response.on('close', () => {
		inFlight -= 1;
		counts.lastAt = Date.now();
	});
	const reply = (status: number, body: object, headers: Record<string, number> = {}): void => {
		const text = JSON.stringify(body);
		const length = { 'content-length': Buffer.byteLength(text) };
		response.writeHead(status, { 'content-type': 'application/json', ...length, ...headers }).end(text);
	};
	let text = '';
	request.on('data', (part: Buffer) => (text += part.toString()));
	request.on('end', () => {
		const now = Date.now();
		const kind = kindOf(method, url);
		const body = text === '' ? undefined : (JSON.parse(text) as Fields);
		counts.byKind[kind] = (counts.byKind[kind] ?? 0) + 1;
		const { ms, refusedForS } = judge(now);
		if (refusedForS !== undefined) {
			counts.refused += 1;
			return reply(429, { message: 'Too Many Attempts.' }, { 'retry-after': refusedForS });
		}
		const send = (): void => {
			const answer = list.answer(kind, url, body);
			reply(answer.status, answer.body);
		};
		if (ms === 0) send();
		else setTimeout(send, ms);
	});
});

/** `'counts'` asks what was seen, and `'recount'` forgets it; a setting begins anew. */
process.on('message', (question: Setting | 'counts' | 'recount') => {
	if (question === 'counts') return void process.send?.({ ...counts, written: list.written });
	if (question !== 'recount') [judge, list] = [judgeOf(question), new List(question)];
	counts = nothing();
	process.send?.('set');
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
