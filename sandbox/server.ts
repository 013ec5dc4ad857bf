import { setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenAPIBackend, Operation, Request } from 'openapi-backend';
import { answer } from './answer';
import { hasToken } from './contract';
import type { FaultInjector } from './faults/fault-injector';
import { deliver } from './faults/deliver';
import { asReply, outcomeOf } from './faults/faults';
import { addPage } from './page/routes';
import { HttpError } from './http-error';
import { inStyle, type PagingStyleName } from './paging-styles';
import { readableBody, shortened, type LoggedRequest, type RequestLog } from './request-log';
import type { SandboxContext } from './store/store';

const megabyte = 2 ** 20;

/** What records the calls, and what changes their responses. */
interface ServerDeps {
	log: RequestLog;
	paging: () => PagingStyleName;
	faultInjector: FaultInjector;
}

/** The HTTP server: the front page at `/`, the sandbox's own paths in `/_sandbox/`, and the contract's paths. */
export function createServer(
	api: OpenAPIBackend,
	context: SandboxContext,
	{ log, paging, faultInjector }: ServerDeps,
): FastifyInstance {
	const app = fastify({
		bodyLimit: 32 * megabyte,
		forceCloseConnections: true,
		frameworkErrors: refuse,
	});
	const logged = new WeakMap<FastifyRequest, LoggedRequest>();
	const operations = new WeakMap<FastifyRequest, Operation>();

	// Bodies stay text until the contract checks them: a wrong token is reported before a wrong body.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

	// Every call that is not to the sandbox itself is logged from here on.
	app.addHook('onRequest', async (request, reply) => {
		if (isOwn(request)) return;
		const [path = '', query] = request.url.split('?');
		const { authorization, ...headers } = request.headers;
		const operation = api.matchOperation(forContract(request));
		if (operation !== undefined) operations.set(request, operation);
		const entry = log.open({
			time: new Date(context.now()).toISOString(),
			method: request.method,
			path,
			query: query === undefined ? '' : `?${query}`,
			operationId: operation?.operationId ?? null,
			authorization:
				authorization === undefined ? 'none' : hasToken(authorization, context.token) ? 'valid' : 'invalid',
			headers,
		});
		logged.set(request, entry);
		// Not `onResponse`: it needs a response, and some calls get none.
		reply.raw.once('close', () => {
			log.close(entry, reply.raw.headersSent ? reply.raw.statusCode : null);
		});
	});

	app.addHook('preHandler', (request, _reply, done) => {
		const entry = logged.get(request);
		if (entry !== undefined) entry.body = readableBody(request.body);
		done();
	});

	addPage(app, context, log, faultInjector.plan);

	app.all('/*', serve);
	// Methods for which Fastify has no routes, such as PROPFIND.
	app.setNotFoundHandler(serve);
	app.setErrorHandler(refuse);

	async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		const { method, url, body } = request;
		const operation = operations.get(request);
		const work = async () => inStyle(paging(), await answer(api, forContract(request), operation, context));
		const { fault, latencyMs, retryAfterSeconds } = faultInjector.decide({
			method,
			url,
			body,
			operationId: operation?.operationId ?? null,
		});
		const entry = logged.get(request);
		if (entry !== undefined && fault !== undefined) entry.fault = fault;
		// Unreferenced, so that it does not outlive the sandbox.
		if (latencyMs > 0) await setTimeout(latencyMs, undefined, { ref: false });
		const outcome =
			fault === undefined
				? asReply(await work())
				: await outcomeOf(fault, { url, now: context.now(), retryAfterSeconds }, work);
		if (entry !== undefined && typeof outcome === 'object') entry.answer = shortened(outcome.text);
		deliver(reply.hijack().raw, outcome);
	}

	return app;
}

/** Whether a call is to the sandbox itself, not to the service that it imitates. */
function isOwn({ url }: FastifyRequest): boolean {
	const [path = ''] = url.split('?');
	return path === '/' || path === '/favicon.ico' || path.startsWith('/_sandbox/');
}

function refuse(error: Error & { statusCode?: number }, _request: FastifyRequest, reply: FastifyReply): void {
	const { status, body } = error instanceof HttpError ? error : new HttpError(error.statusCode ?? 500, error.message);
	reply.code(status).send(body);
}

function forContract({ method, url, headers, body }: FastifyRequest): Request {
	const present = Object.entries(headers).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, value] as const],
	);
	// An empty body counts as none: clients send a content type with a DELETE that has no body.
	return {
		method,
		path: url,
		headers: Object.fromEntries(present),
		body: body === '' ? undefined : (body ?? undefined),
	};
}
