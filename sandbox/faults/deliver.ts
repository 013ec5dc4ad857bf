import type { FastifyReply } from 'fastify';
import type { Ending, Reply } from './faults';

const json = { 'content-type': 'application/json; charset=utf-8' };

/** Ends a call on the wire. */
export function deliver(reply: FastifyReply, ending: Ending): FastifyReply {
	if (ending === 'stall') return reply.hijack();
	if (ending === 'reset') {
		reply.hijack();
		reply.request.raw.socket.resetAndDestroy();
		return reply;
	}
	if (ending.announcedBytes !== undefined) return breakOff(reply, ending, ending.announcedBytes);
	return reply.code(ending.status).headers({ ...json, ...ending.headers }).send(ending.text);
}

function breakOff(reply: FastifyReply, { status, text, headers }: Reply, announcedBytes: number): FastifyReply {
	const { raw } = reply.hijack();
	raw.writeHead(status, { ...json, ...headers, 'content-length': announcedBytes });
	// Only when the text is on its way: a torn-down connection would take it along.
	raw.write(text, () => raw.destroy());
	return reply;
}
