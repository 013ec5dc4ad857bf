/** A bare HTTP server in a process of its own: checks nothing, answers as it was set to, and counts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { behaviours, type Setting } from './behaviours';
import { sampleMs, type Counts } from './client';
import { kindOf, listOf, type Fields } from './lists';

/** What was under way when a refusal was answered cannot have known of it. */
const underWayMs = 100;

const initial: Setting = { behaviour: 'latency' };
let judge = behaviours[initial.behaviour](initial);
let counts = nothing();
let inFlight = 0;
let list = listOf(initial);
/** Until when a refused subscriber, and everybody, was told to wait. */
let toldEach = new Map<unknown, number>();
let toldAll = { since: 0, until: 0 };

function nothing(): Counts {
	return {
		requests: 0,
		byKind: {},
		distinctEmails: 0,
		mostInFlight: 0,
		refused: 0,
		early: 0,
		firstAt: 0,
		lastAt: 0,
		inFlight: [],
	};
}

const server = createServer((request, response) => {
	inFlight += 1;
	counts.firstAt ||= Date.now();
	counts.requests += 1;
	counts.mostInFlight = Math.max(counts.mostInFlight, inFlight);
	let text = '';
	request.on('data', (part: Buffer) => (text += part.toString()));
	request.on('end', () => answer(request, response, text));
	response.on('close', () => {
		inFlight -= 1;
		counts.lastAt = Date.now();
	});
});

function answer({ method, url = '' }: IncomingMessage, response: ServerResponse, text: string): void {
	const now = Date.now();
	const kind = kindOf(method, url);
	const body = text === '' ? undefined : (JSON.parse(text) as Fields);
	counts.byKind[kind] = (counts.byKind[kind] ?? 0) + 1;
	if (isEarly(body?.email, now)) counts.early += 1;
	const verdict = judge(inFlight, now);
	if ('refusedForS' in verdict) {
		refuse(body?.email, now, verdict.refusedForS * 1000);
		reply(response, 429, { message: 'Too Many Attempts.' }, verdict.headers);
		return;
	}
	const send = (): void => {
		const answer = list.answer({ kind, url, body });
		reply(response, answer.status, answer.body, verdict.headers);
	};
	if (verdict.ms === 0) send();
	else setTimeout(send, verdict.ms);
}

function isEarly(email: unknown, now: number): boolean {
	return now < (toldEach.get(email) ?? 0) || (now < toldAll.until && now > toldAll.since + underWayMs);
}

function refuse(email: unknown, now: number, ms: number): void {
	counts.refused += 1;
	toldEach.set(email, now + ms);
	toldAll =
		now < toldAll.until ? { ...toldAll, until: Math.min(toldAll.until, now + ms) } : { since: now, until: now + ms };
}

function reply(response: ServerResponse, status: number, body: object, headers: Record<string, number> = {}): void {
	const text = JSON.stringify(body);
	response
		.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers })
		.end(text);
}

/** `'counts'` asks what was seen, and `'recount'` forgets it; a setting begins anew. */
process.on('message', (question: Setting | 'counts' | 'recount') => {
	if (question === 'counts') {
		process.send?.({ ...counts, distinctEmails: list.distinctEmails() });
		return;
	}
	if (question !== 'recount') {
		judge = behaviours[question.behaviour](question);
		list = listOf(question);
	}
	counts = nothing();
	toldEach = new Map();
	toldAll = { since: 0, until: 0 };
	process.send?.('set');
});
process.on('disconnect', () => process.exit());

setInterval(() => {
	const now = Date.now();
	while (counts.firstAt > 0 && counts.firstAt + counts.inFlight.length * sampleMs < now) counts.inFlight.push(inFlight);
}, sampleMs);
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
