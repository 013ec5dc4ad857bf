import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error';

/** What this machine alone is called by: no name server gives these to anybody else. */
const loopback = ['127.0.0.1', 'localhost', '::1'];

/**
 * What is wrong with a call to another name, a 421; undefined where nothing is. A web page can have its own name
 * resolved to 127.0.0.1, and would then read and change everything here; the Host header, which the browser sets,
 * gives it away. A call without that header, or with a garbled one, is refused too.
 *
 * @param servedAt The host the sandbox was started with. The address a call came in at is as good, for one that is open to the network.
 */
export function wrongHost({ headers: { host }, socket }: IncomingMessage, servedAt: string): HttpError | undefined {
	const cameInAt = (socket.localAddress ?? servedAt).replace(/^::ffff:/, '');
	const names = new Set([...loopback, servedAt.toLowerCase(), cameInAt]);
	if (names.has(nameIn(host))) return undefined;
	return new HttpError(
		421,
		`The sandbox answers at ${[...names].join(', ')}, not at ${host ? JSON.stringify(host) : 'an address without a name'}.`,
	);
}

/** The name in a Host header without port and brackets; empty where it is none. */
function nameIn(host = ''): string {
	const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\]|([^[\]:]+))(?::\d*)?$/i.exec(host) ?? [];
	return (bracketed ?? plain ?? '').toLowerCase();
}
