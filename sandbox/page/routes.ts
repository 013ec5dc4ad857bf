import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../http-error';
import type { LoggedRequest, RequestLog } from '../request-log';
import type { ContactList } from '../store/contact-list';
import { advanceClock } from '../store/advance-clock';
import type { SandboxContext, Subscriber } from '../store/store';
import { renderPage } from './page';

/** What the page consists of besides itself. */
const assets = [
	{ file: 'style.css', type: 'text/css; charset=utf-8' },
	{ file: 'browser.js', type: 'text/javascript; charset=utf-8' },
];

/** Nothing from elsewhere, and nothing in the data, runs in the page or is loaded by it. */
const security = {
	'content-security-policy':
		"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	'x-content-type-options': 'nosniff',
};

/**
 * The front page, what was sent and returned behind each request in its log, and the buttons of its subscribers.
 *
 * @param faults The fault plan in one line; null where there is none.
 */
export function addPage(
	app: FastifyInstance,
	context: SandboxContext,
	log: RequestLog,
	faults: () => string | null,
): void {
	app.get<{ Querystring: { operation?: string | string[] } }>(
		'/',
		async ({ query: { operation = '' }, host }, reply) => {
			advanceClock(context);
			const html = renderPage(context, {
				requests: log.entries(),
				operation: String(operation),
				baseUrl: `http://${host}`,
				faults: faults(),
			});
			return reply.headers(security).type('text/html; charset=utf-8').send(html);
		},
	);

	app.get<{ Params: { number: string } }>('/_sandbox/requests/:number', async ({ params }, reply) => {
		const entry = log.entries().find(({ number }) => String(number) === params.number);
		if (entry === undefined) throw new HttpError(404, 'This request is not in the log, or no longer.');
		return reply.headers(security).type('text/plain; charset=utf-8').send(asText(entry));
	});

	app.post<{ Params: { uuid: string; change: string } }>(
		'/_sandbox/subscribers/:uuid/:change',
		async ({ params: { uuid, change }, headers: { origin }, host }, reply) => {
			// A page from elsewhere may send a form, too.
			if (origin !== undefined && origin !== `http://${host}`)
				throw new HttpError(403, 'Only the page itself may do this.');
			const list = context.store.contactLists.find((candidate) => candidate.withUuid(uuid) !== undefined);
			const subscriber = list?.withUuid(uuid);
			const apply = Object.hasOwn(changes, change) ? changes[change as keyof typeof changes] : undefined;
			if (list === undefined || subscriber === undefined || apply === undefined)
				throw new HttpError(404, 'This subscriber is not in the sandbox, or no longer.');
			apply(subscriber, list, context.now());
			return reply.redirect('/', 303);
		},
	);

	for (const { file, type } of assets) {
		const text = readFileSync(join(__dirname, file), 'utf8');
		app.get(`/_sandbox/${file}`, async (_request, reply) => reply.headers(security).type(type).send(text));
	}
}

/** What the buttons of a subscriber do, so that a trigger has something to report. */
const changes = {
	change: (subscriber: Subscriber, _list: ContactList, now: number): void => {
		subscriber.tags = subscriber.tags.includes('changed')
			? subscriber.tags.filter((tag) => tag !== 'changed')
			: [...subscriber.tags, 'changed'];
		subscriber.updatedAt = now;
	},
	toggle: (subscriber: Subscriber, _list: ContactList, now: number): void => {
		subscriber.unsubscribedAt = subscriber.unsubscribedAt === null ? now : null;
		subscriber.updatedAt = now;
	},
	delete: (subscriber: Subscriber, list: ContactList): void => list.remove(subscriber),
};

/** What was asked for with its body, what was returned, and the headers of the request. */
function asText({ method, path, query, headers, body, status, answer }: LoggedRequest): string {
	const sent = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
	return [
		`${method} ${path}${query}`,
		body === null ? '(without a body)' : sent,
		`Response: ${status ?? 'none'}`,
		...(answer === null || answer === '' ? [] : [indented(answer)]),
		`Headers of the request:\n${lines.join('\n')}`,
	].join('\n\n');
}

function indented(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}
