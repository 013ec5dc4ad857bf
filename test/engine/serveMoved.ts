import { serve, type Served } from './serve';

/** How a path of this service is called by the one behind it; `undefined` where there is nothing. */
export type Move = (path: string) => string | undefined;

/** A service that has the sandbox's data at other paths, and answers 404 elsewhere. It notes every request. */
export async function serveMoved(target: string, move: Move): Promise<Served> {
	return await serve((request, response, body) => {
		const [path = '', query] = (request.url ?? '').split('?');
		const moved = move(path);
		if (moved === undefined) {
			response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not Found"}');
			return;
		}
		const { authorization = '' } = request.headers;
		const asked = fetch(`${target}${moved}${query === undefined ? '' : `?${query}`}`, {
			method: request.method,
			headers: { authorization },
			...(body === '' ? {} : { body }),
		});
		void asked.then(async (answer) =>
			response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
		);
	});
}
