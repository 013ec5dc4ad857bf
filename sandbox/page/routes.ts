import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../http-error';
import type { LoggedRequest, RequestLog } from '../request-log';
import { advanceClock } from '../store/advance-clock';
import type { SandboxContext } from '../store/store';
import { renderPage } from './page';

/** What the page consists of besides itself. */
const assets = [
	{ file: 'style.css', type: 'text/css; charset=utf-8' },
	{ file: 'browser.js', type: 'text/javascript; charset=utf-8' },
];

/** Nothing from elsewhere, and nothing that somebody put into the data, runs in the page or is loaded by it. */
const security = {
	'content-security-policy':
		"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	'x-content-type-options': 'nosniff',
};

/**
 * The front page, and behind each request in its log what was sent.
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
		return reply.headers(security).type('text/plain; charset=utf-8').send(asSent(entry));
	});

	for (const { file, type } of assets) {
		const text = readFileSync(join(__dirname, file), 'utf8');
		app.get(`/_sandbox/${file}`, async (_request, reply) => reply.headers(security).type(type).send(text));
	}
}

/** What was asked for, the body, which says the most, and the headers. */
function asSent({ method, path, query, headers, body }: LoggedRequest): string {
	const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
	return [`${method} ${path}${query}`, body === null ? '(without a body)' : text, lines.join('\n')].join('\n\n');
}
