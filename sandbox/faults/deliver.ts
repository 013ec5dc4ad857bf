import type { ServerResponse } from 'node:http';
import type { FaultOutcome } from './faults';

/** Sends the outcome of a call. */
export function deliver(response: ServerResponse, outcome: FaultOutcome): void {
	if (outcome === 'stall') return;
	if (outcome === 'reset') {
		response.socket?.resetAndDestroy();
		return;
	}
	const { status, text, headers, announcedBytes } = outcome;
	response.writeHead(status, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': announcedBytes ?? Buffer.byteLength(text),
		...headers,
	});
	if (announcedBytes === undefined) response.end(text);
	// Only once the text is sent: closing the connection earlier would discard it.
	else response.write(text, () => response.destroy());
}
