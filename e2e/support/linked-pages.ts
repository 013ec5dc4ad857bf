import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service whose lists tell no number of pages: each page holds only the link to the next. */
export interface LinkedPages {
	url: string;
	/** When each request arrived, in milliseconds since 1970. */
	arrivals: () => number[];
	close: () => Promise<void>;
}

/**
 * Answers every request with one page of one subscriber.
 * @param latencyMs how long each answer takes
 */
export async function serveLinkedPages(pages: number, latencyMs: number): Promise<LinkedPages> {
	const arrivals: number[] = [];
	let url = '';
	const server = createServer((request, response) => {
		arrivals.push(Date.now());
		const asked = new URL(request.url ?? '/', url);
		const page = Number(asked.searchParams.get('page') ?? 1);
		const body = {
			data: [{ uuid: `00000000-0000-4000-8000-${String(page).padStart(12, '0')}`, email: `person${page}@example.org` }],
			links: { next: page < pages ? `${url}${asked.pathname}?page=${page + 1}` : null },
		};
		setTimeout(() => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)), latencyMs);
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		arrivals: () => arrivals,
		async close() {
			server.closeAllConnections();
			await new Promise((done) => server.close(done));
		},
	};
}
