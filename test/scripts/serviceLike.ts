import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index';
import { serve, type Served } from '../engine/serve';

export interface Asked {
	readonly method: string;
	/** Path and query. */
	readonly url: string;
	/** Empty for none. */
	readonly body: string;
}

export interface Answered {
	readonly status: number;
	/** JSON, or empty. */
	readonly text: string;
	readonly headers?: Readonly<Record<string, string>>;
}

/** How a service differs from the sandbox. */
export interface Difference {
	/** Changes a request, or responds to it in place of the sandbox; 'broken' closes the connection. */
	readonly ask?: (asked: Asked, service: ServiceLike) => Asked | Answered | 'broken' | undefined;
	/** Changes a response. */
	readonly answer?: (answered: Answered, asked: Asked, service: ServiceLike) => Answered | Promise<Answered>;
}

export interface ServiceLike {
	readonly url: string;
	readonly sandbox: Sandbox;
	readonly requests: Served['requests'];
	forward: (asked: Asked) => Promise<Answered>;
	close: () => Promise<void>;
}

/** A service like the sandbox, but for some differences. */
export async function serviceLike(difference: Difference = {}, options: SandboxOptions = {}): Promise<ServiceLike> {
	const sandbox = await startSandbox(options);
	let authorization = '';
	const forward = async ({ method, url, body }: Asked): Promise<Answered> => {
		const headers = { authorization, 'content-type': 'application/json', accept: 'application/json' };
		const response = await fetch(`${sandbox.url}${url}`, { method, headers, body: body === '' ? undefined : body });
		const retryAfter = response.headers.get('retry-after');
		const more = retryAfter === null ? {} : { headers: { 'retry-after': retryAfter } };
		return { status: response.status, text: await response.text(), ...more };
	};
	const { url, requests, close } = await serve((request, response, body) => {
		authorization = request.headers.authorization ?? '';
		const asked = { method: request.method ?? '', url: request.url ?? '', body };
		const changed = difference.ask?.(asked, service) ?? asked;
		if (changed === 'broken') return void request.socket.destroy();
		const answering = 'status' in changed ? Promise.resolve(changed) : forward(changed);
		void answering
			.then((answered) => difference.answer?.(answered, asked, service) ?? answered)
			.then(({ status, text, headers }) =>
				response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text),
			);
	});
	const service: ServiceLike = {
		url,
		sandbox,
		requests,
		forward,
		close: async () => {
			await close();
			await sandbox.close();
		},
	};
	return service;
}
