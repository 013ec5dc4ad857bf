import { setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenAPIBackend, Operation, Request } from 'openapi-backend';
import { answer } from './answer';
import type { Answer } from './answer';
import { hasToken } from './contract';
import { addFaultControl, controlPath } from './faults/control';
import type { Dealer } from './faults/dealer';
import { deliver } from './faults/deliver';
import { describePlan } from './faults/describe';
import { endWith } from './faults/faults';
import type { Reply } from './faults/faults';
import type { FaultPlan } from './faults/plan';
import type { InFlight } from './in-flight';
import { renderPage } from './page/page';
import { Refusal } from './refusal';
import { readableBody } from './request-log';
import type { LoggedRequest, RequestLog } from './request-log';
import { letTimePass } from './store/passing-time';
import type { World } from './store/store';

const megabyte = 2 ** 20;

/** What watches over the calls, and what breaks them. */
export interface Overseers {
	log: RequestLog;
	inFlight: InFlight;
	dealer: Dealer;
	useFaults(plan: FaultPlan | undefined): void;
}

/** The HTTP side: the front page at `/`, the fault plan at its own path, everything else by the contract. */
export function createServer(api: OpenAPIBackend, world: World, { log, inFlight, dealer, useFaults }: Overseers): FastifyInstance {
	const app = fastify({ bodyLimit: 32 * megabyte, forceCloseConnections: true });
	const logged = new WeakMap<FastifyRequest, LoggedRequest>();
	const operations = new WeakMap<FastifyRequest, Operation>();

	// Bodies stay text until the contract looks at them: a wrong token is told before a wrong body.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

	// Every call passes here first and is in the log from here on.
	app.addHook('onRequest', async (request, reply) => {
		if (isOwn(request)) return;
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
		inFlight.enter();
		// Not `onResponse`: that comes only after an answer, and some calls get none.
		reply.raw.once('close', () => {
			inFlight.leave();
			log.close(entry, reply.raw.headersSent ? reply.raw.statusCode : null);
		});
	});

	app.addHook('preHandler', async (request) => {
		const entry = logged.get(request);
		if (entry !== undefined) entry.body = readableBody(request.body);
	});

	app.get('/', async (request, reply) => {
		letTimePass(world);
		const plan = dealer.plan();
		const html = renderPage(world, log.entries(), `http://${request.host}`, plan === undefined ? null : describePlan(plan));
		return reply.type('text/html; charset=utf-8').send(html);
	});

	addFaultControl(app, dealer, useFaults);

	app.all('/*', async (request, reply) => {
		const { method, url, body } = request;
		const operation = operations.get(request);
		const work = () => answer(api, forContract(request), operation, world);
		const { fault, latencyMs, retryAfterSeconds } = dealer.deal({ method, url, body, operationId: operation?.operationId ?? null });
		const entry = logged.get(request);
		if (entry !== undefined && fault !== undefined) entry.fault = fault;
		// Unreferenced, so that it does not outlive the sandbox.
		if (latencyMs > 0) await setTimeout(latencyMs, undefined, { ref: false });
		return deliver(reply, fault === undefined ? asReply(await work()) : await endWith(fault, { url, now: world.now(), retryAfterSeconds }, work));
	});

	app.setErrorHandler<Error & { statusCode?: number }>(async (error, _request, reply) => {
		if (error instanceof Refusal) return reply.code(error.status).send(error.body);
		return reply.code(error.statusCode ?? 500).send({ message: error.message });
	});

	return app;
}

/** Calls to the sandbox itself: those to the service it stands in for are the others. */
function isOwn({ url }: FastifyRequest): boolean {
	return url === '/' || url === '/favicon.ico' || url === controlPath;
}

function asReply({ status, body }: Answer): Reply {
	return { status, text: JSON.stringify(body) };
}

function forContract({ method, url, headers, body }: FastifyRequest): Request {
	const present = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
	// An empty body is none: clients send a content type with a DELETE that has nothing to say.
	return { method, path: url, headers: Object.fromEntries(present), body: body === '' ? undefined : (body ?? undefined) };
}
