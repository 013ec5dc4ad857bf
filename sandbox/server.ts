import fastify from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenAPIBackend, Operation, Request } from 'openapi-backend';
import { answer } from './answer';
import { hasToken } from './contract';
import { renderPage } from './page/page';
import { readableBody } from './request-log';
import type { LoggedRequest, RequestLog } from './request-log';
import { letTimePass } from './store/passing-time';
import type { World } from './store/store';

const megabyte = 2 ** 20;

/** The HTTP side: the front page at `/`, everything else by the contract. */
export function createServer(api: OpenAPIBackend, world: World, log: RequestLog): FastifyInstance {
	const app = fastify({ bodyLimit: 32 * megabyte, forceCloseConnections: true });
	const logged = new WeakMap<FastifyRequest, LoggedRequest>();
	const operations = new WeakMap<FastifyRequest, Operation>();

	// Bodies stay text until the contract looks at them: a wrong token is told before a wrong body.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

	// Every call passes here first and is in the log from here on: the place to delay, limit or break it.
	app.addHook('onRequest', async (request) => {
		if (isPage(request)) return;
		const [path = '', query] = request.url.split('?');
		const { authorization, ...headers } = request.headers;
		const operation = api.matchOperation(forContract(request));
		if (operation !== undefined) operations.set(request, operation);
		const entry = log.open({
			time: new Date(world.now()).toISOString(),
			method: request.method,
			path,
			query: query === undefined ? '' : `?${query}`,
			operationId: operation?.operationId ?? null,
			authorization: authorization === undefined ? 'none' : hasToken(authorization, world.token) ? 'valid' : 'invalid',
			headers,
		});
		logged.set(request, entry);
	});

	app.addHook('preHandler', async (request) => {
		const entry = logged.get(request);
		if (entry !== undefined) entry.body = readableBody(request.body);
	});

	app.addHook('onResponse', async (request, reply) => {
		const entry = logged.get(request);
		if (entry !== undefined) log.close(entry, reply.statusCode);
	});

	app.get('/', async (request, reply) => {
		letTimePass(world);
		return reply.type('text/html; charset=utf-8').send(renderPage(world, log.entries(), `http://${request.host}`));
	});

	app.all('/*', async (request, reply) => {
		const { status, body } = await answer(api, forContract(request), operations.get(request), world);
		return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
	});

	app.setErrorHandler<Error & { statusCode?: number }>(async (error, _request, reply) =>
		reply.code(error.statusCode ?? 500).send({ message: error.message }),
	);

	return app;
}

function isPage({ url }: FastifyRequest): boolean {
	return url === '/' || url === '/favicon.ico';
}

function forContract({ method, url, headers, body }: FastifyRequest): Request {
	const present = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
	// An empty body is none: clients send a content type with a DELETE that has nothing to say.
	return { method, path: url, headers: Object.fromEntries(present), body: body === '' ? undefined : (body ?? undefined) };
}
