import { serve, type Served } from './serve';

/** Maps a path of this service to the path at the service behind it; `undefined` for none. */
export type Move = (path: string) => string | undefined;

/** A service that has the sandbox's data at other paths, and returns 404 elsewhere. It records every request. */
export async function serveMoved(target: string, move: Move): Promise<Served> {
	return await serve((request, response, body) => {
		const [path = '', query] = (request.url ?? '').split('?');
		const moved = move(path);
		if (moved === undefined) {
			response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not Found"}');
			return;
		}
		const { authorization = '' } = request.headers;
		const forwarded = fetch(`${target}${moved}${query === undefined ? '' : `?${query}`}`, {
			method: request.method,
			headers: { authorization },
			body: body === '' ? undefined : body,
		});
		void forwarded.then(async (received) =>
			response.writeHead(received.status, { 'content-type': 'application/json' }).end(await received.text()),
		);
	});
}
