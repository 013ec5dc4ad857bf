import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenAPIBackend, Operation, Request } from 'openapi-backend';
import { answer } from './answer';
import type { Answer } from './answer';
import { hasToken } from './contract';
import { addFaultControl } from './faults/control';
import type { FaultInjector } from './faults/fault-injector';
import { deliver } from './faults/deliver';
import { describePlan } from './faults/describe';
import { outcomeOf } from './faults/faults';
import type { Reply } from './faults/faults';
import type { FaultPlan } from './faults/plan';
import type { InFlight } from './in-flight';
import { addPage } from './page/routes';
import { wrongHost } from './host-check';
import { HttpError } from './http-error';
import { answerInStyle } from './paging-styles';
import type { PagingStyleName } from './paging-styles';
import { answerPerPage } from './per-page';
import type { PerPageName } from './per-page';
import { readableBody, shortened } from './request-log';
import type { LoggedRequest, RequestLog } from './request-log';
import type { SandboxContext } from './store/store';

const kilobyte = 2 ** 10;
const megabyte = 2 ** 20;

/** What watches over the calls, and what breaks them. */
interface ServerDeps {
	/** The host it will listen at. */
	servedAt: string;
	log: RequestLog;
	inFlight: InFlight;
	paging: () => PagingStyleName;
	perPage: PerPageName;
	faultInjector: FaultInjector;
	useFaults: (plan: FaultPlan | undefined) => void;
}

/** The HTTP side: the front page at `/`, what belongs to the sandbox itself below `/_sandbox/`, everything else by the contract. */
export function createServer(
	api: OpenAPIBackend,
	context: SandboxContext,
	{ servedAt, log, inFlight, paging, perPage, faultInjector, useFaults }: ServerDeps,
): FastifyInstance {
	const app = fastify({
		bodyLimit: 32 * megabyte,
		// The log keeps URL and headers whole, so the limits of the command line must not apply.
		// A Host header that is missing is refused with a reason, below.
		http: { maxHeaderSize: 16 * kilobyte, requireHostHeader: false },
		forceCloseConnections: true,
		// These never reach the hooks.
		frameworkErrors: (error, request, reply) => refuse(wrongHost(request.raw, servedAt) ?? error, request, reply),
		clientErrorHandler: refuseUnreadable,
	});
	const logged = new WeakMap<FastifyRequest, LoggedRequest>();
	const operations = new WeakMap<FastifyRequest, Operation>();

	// Bodies stay text until the contract looks at them: a wrong token is reported before a wrong body.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

	app.addHook('onRequest', ({ raw }, _reply, done) => done(wrongHost(raw, servedAt)));

	// Every call to one of our names passes here and is in the log from here on.
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
		inFlight.enter();
		// Not `onResponse`: that comes only after an answer, and some calls get none.
		reply.raw.once('close', () => {
			inFlight.leave();
			log.close(entry, reply.raw.headersSent ? reply.raw.statusCode : null);
		});
	});

	app.addHook('preHandler', (request, _reply, done) => {
		const entry = logged.get(request);
		if (entry !== undefined) entry.body = readableBody(request.body);
		done();
	});

	addPage(app, context, log, () => {
		const plan = faultInjector.plan();
		return plan === undefined ? null : describePlan(plan);
	});
	addFaultControl(app, faultInjector, useFaults);

	app.all('/*', serve);
	// Methods that Fastify has no routes for, like PROPFIND.
	app.setNotFoundHandler(serve);
	app.setErrorHandler(refuse);

	async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
		const { method, url, body } = request;
		const operation = operations.get(request);
		const inStyle = (asked: Request) =>
			answerInStyle(paging(), asked, (translated) => answer(api, translated, operation, context));
		const work = () => answerPerPage(perPage, forContract(request), inStyle);
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
		return deliver(reply, outcome);
	}

	return app;
}

/** Calls to the sandbox itself: those to the service it stands in for are the others. */
function isOwn({ url }: FastifyRequest): boolean {
	const [path = ''] = url.split('?');
	return path === '/' || path === '/favicon.ico' || path.startsWith('/_sandbox/');
}

function refuse(error: Error & { statusCode?: number }, _request: FastifyRequest, reply: FastifyReply): void {
	const { status, body } = error instanceof HttpError ? error : new HttpError(error.statusCode ?? 500, error.message);
	reply.code(status).send(body);
}

/** Answers what never becomes a request: a URL or headers too long for Node.js, or what is no HTTP. */
function refuseUnreadable({ code }: Error & { code?: string }, socket: Socket): void {
	if (code === 'ECONNRESET' || !socket.writable) return;
	const { status, body } =
		code === 'HPE_HEADER_OVERFLOW'
			? new HttpError(431, 'The URL and the headers are too long.')
			: new HttpError(400, 'The request could not be read.');
	const text = JSON.stringify(body);
	socket.end(
		[
			`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
			'Content-Type: application/json; charset=utf-8',
			`Content-Length: ${Buffer.byteLength(text)}`,
			'Connection: close',
			'',
			text,
		].join('\r\n'),
	);
}

function asReply({ status, body, headers }: Answer): Reply {
	return { status, text: JSON.stringify(body), headers };
}

function forContract({ method, url, headers, body }: FastifyRequest): Request {
	const present = Object.entries(headers).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, value] as const],
	);
	// An empty body is none: clients send a content type with a DELETE that has nothing to say.
	return {
		method,
		path: url,
		headers: Object.fromEntries(present),
		body: body === '' ? undefined : (body ?? undefined),
	};
}
