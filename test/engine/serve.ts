import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { deliver } from '../../sandbox/faults/deliver';
import { asReply } from '../../sandbox/faults/faults';

export interface Served {
	readonly url: string;
	/** The requests so far, e.g. `GET /v1/account`. */
	readonly requests: string[];
	close: () => Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server for responses that the sandbox never returns. */
export async function serve(handler: Handler): Promise<Served> {
	const requests: string[] = [];
	const server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => void chunks.push(chunk));
		request.on('end', () => {
			// The page size has its own tests.
			requests.push(`${request.method} ${request.url?.replace(/[?&]per_page=100$/, '')}`);
			handler(request, response, Buffer.concat(chunks).toString());
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = async (): Promise<void> => {
		server.closeAllConnections();
		await new Promise<void>((resolve) => server.close(() => resolve()));
	};
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close };
}

export function json(response: ServerResponse, body: unknown, status = 200, headers?: Record<string, string>): void {
	deliver(response, asReply({ status, body, headers }));
}
