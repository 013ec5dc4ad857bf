import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { FaultPlan } from '../faults/plan';
import { HttpError } from '../http-error';
import { readableBody, type LoggedRequest, type RequestLog } from '../request-log';
import type { ContactList } from '../store/contact-list';
import { advanceClock } from '../store/advance-clock';
import type { Subscriber } from '../store/records';
import type { SandboxContext } from '../store/store';
import { renderPage } from './page';

/** The other files of the page. */
const assets = [
	{ file: 'style.css', type: 'text/css; charset=utf-8' },
	{ file: 'browser.js', type: 'text/javascript; charset=utf-8' },
];

/** The page runs and loads nothing from elsewhere, and nothing in the data. */
const security = {
	'content-security-policy':
		"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	'x-content-type-options': 'nosniff',
};

/** The front page, the details of each request in its log, and the buttons of its subscribers. */
export function addPage(
	app: FastifyInstance,
	context: SandboxContext,
	log: RequestLog,
	faults: () => FaultPlan | undefined,
): void {
	app.get<{ Querystring: { q?: unknown } }>('/', async ({ host, query: { q = '' } }, reply) => {
		advanceClock(context);
		const search = String(q).trim();
		const html = renderPage(context, { search, requests: log.entries(), baseUrl: `http://${host}`, faults: faults() });
		return reply.headers(security).type('text/html; charset=utf-8').send(html);
	});

	app.get<{ Params: { number: string } }>('/_sandbox/requests/:number', async ({ params }, reply) => {
		const entry = log.entries().find(({ number }) => String(number) === params.number);
		if (entry === undefined) throw new HttpError(404, 'This request is not in the log, or no longer.');
		return reply.headers(security).type('text/plain; charset=utf-8').send(asText(entry));
	});

	app.post<{ Params: { uuid: string; change: string } }>(
		'/_sandbox/subscribers/:uuid/:change',
		async ({ params: { uuid, change }, headers: { origin }, host }, reply) => {
			// Pages from elsewhere can send forms, too.
			if (origin !== undefined && origin !== `http://${host}`)
				throw new HttpError(403, 'Only the page itself may do this.');
			const list = context.store.contactLists.find((candidate) => candidate.withUuid(uuid) !== undefined);
			const subscriber = list?.withUuid(uuid);
			if (list === undefined || subscriber === undefined || !Object.hasOwn(changes, change))
				throw new HttpError(404, 'This subscriber is not in the sandbox, or no longer.');
			changes[change as keyof typeof changes](subscriber, list, context.now());
			return reply.redirect('/', 303);
		},
	);

	for (const { file, type } of assets) {
		const text = readFileSync(join(__dirname, file), 'utf8');
		app.get(`/_sandbox/${file}`, async (_request, reply) => reply.headers(security).type(type).send(text));
	}
}

/** The buttons of a subscriber: each causes a change that a trigger reports. */
const changes = {
	change: (subscriber: Subscriber, _list: ContactList, now: number): void => {
		const others = subscriber.tags.filter((tag) => tag !== 'changed');
		subscriber.tags = others.length < subscriber.tags.length ? others : [...others, 'changed'];
		subscriber.updatedAt = now;
	},
	toggle: (subscriber: Subscriber, _list: ContactList, now: number): void => {
		subscriber.unsubscribedAt = subscriber.unsubscribedAt === null ? now : null;
		subscriber.updatedAt = now;
	},
	delete: (subscriber: Subscriber, list: ContactList): void => list.remove(subscriber),
};

/** A request with its body, the response, and the headers of the request. */
function asText({ method, path, query, headers, body, status, answer }: LoggedRequest): string {
	const [sent, returned] = [body, readableBody(answer)].map((part) =>
		typeof part === 'string' ? part : part === null ? '(without a body)' : JSON.stringify(part, null, 2),
	);
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
	return [`${method} ${path}${query}`, sent, `Response: ${status ?? 'none'}`, returned, lines.join('\n')].join('\n\n');
}
