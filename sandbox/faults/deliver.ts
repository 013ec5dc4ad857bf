import type { FastifyReply } from 'fastify';
import type { FaultOutcome, Reply } from './faults';

const json = { 'content-type': 'application/json; charset=utf-8' };

/** Sends the outcome of a call. */
export function deliver(reply: FastifyReply, outcome: FaultOutcome): FastifyReply {
	if (outcome === 'stall') return reply.hijack();
	if (outcome === 'reset') {
		reply.hijack();
		reply.request.raw.socket.resetAndDestroy();
		return reply;
	}
	if (outcome.announcedBytes !== undefined) return breakOff(reply, outcome, outcome.announcedBytes);
	return reply
		.code(outcome.status)
		.headers({ ...json, ...outcome.headers })
		.send(outcome.text);
}

function breakOff(reply: FastifyReply, { status, text, headers }: Reply, announcedBytes: number): FastifyReply {
	const { raw } = reply.hijack();
	raw.writeHead(status, { ...json, ...headers, 'content-length': announcedBytes });
	// Only once the text is sent: closing the connection earlier would discard it.
	raw.write(text, () => raw.destroy());
	return reply;
}
