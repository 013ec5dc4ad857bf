import type { Answer } from '../answer';
import type { Moment } from '../store/records';

/** A response as it is sent. */
export interface Reply {
	status: number;
	text: string;
	/** The content type is JSON by default. */
	headers?: Readonly<Record<string, string>> | undefined;
	/** Announces this many bytes, sends the text, and closes the connection. */
	announcedBytes?: number;
}

/** How a call ends: with a response, with a reset connection, or not at all. */
export type FaultOutcome = Reply | 'reset' | 'stall';

/** What a fault may depend on. */
interface Circumstances {
	url: string;
	now: Moment;
	retryAfterSeconds: number;
}

interface Fault {
	readonly about: string;
	/** Whether the service does the work, and only its response is faulty. */
	readonly workDone: boolean;
	readonly outcome: (at: Circumstances, work: Answer) => FaultOutcome;
}

const table = {
	'302': after('a 302 to another host when all is done', () => moved(302, '/done')),
	'401': before('the token is not accepted, as one that has expired', () => refusal(401, 'Unauthenticated.')),
	'403': before('the token may not do this', () => refusal(403, 'This action is unauthorized.')),
	'408': before('the service tires of waiting for the request', () => refusal(408, 'Request Timeout')),
	'429': before('too many requests, without Retry-After', () => refusal(429, tooMany)),
	'429-seconds': before('too many requests, Retry-After in seconds', (at) => refusal(429, tooMany, seconds(at))),
	'429-date': before('too many requests, Retry-After as a date', (at) => refusal(429, tooMany, date(at))),
	'500': before('the service breaks before it does anything', () => refusal(500, 'Server Error')),
	'500-after': after('the service breaks when all is done', () => refusal(500, 'Server Error')),
	'501': after('the service says that it cannot do this, when all is done', () => refusal(501, 'Not Implemented')),
	'502': before('a gateway gets no answer it understands', () => webPage(502, 'Bad Gateway')),
	'503': before('unavailable, without Retry-After', () => refusal(503, 'Service Unavailable')),
	'503-retry-after': before('unavailable, Retry-After in seconds', (at) =>
		refusal(503, 'Service Unavailable', seconds(at)),
	),
	'504': before('a gateway gets no answer in time', () => refusal(504, 'Gateway Timeout')),
	'reset-before': before('the connection is reset before anything is done', () => 'reset'),
	'reset-after': after('the connection is reset instead of an answer', () => 'reset'),
	stall: before('no answer ever, and nothing done', () => 'stall'),
	'stall-after': after('no answer ever, and all done', () => 'stall'),
	'cut-off': after('the connection closes in the middle of the body', cutOff),
	'cut-off-json': after('a whole answer whose JSON ends in the middle', ({ status, body }) => ({
		status,
		text: firstHalf(JSON.stringify(body)),
	})),
	html: before('a web page with status 200', () => webPage(200, 'Welcome')),
	redirect: before('a 301 to another host', ({ url }) => moved(301, url)),
	'php-warning': after('a warning in markup before the JSON', ({ status, body }) => ({
		status,
		text: `${phpWarning}${JSON.stringify(body)}`,
		headers: html,
	})),
	'says-failed': before('a 200 whose JSON says that it was not done', () => ({
		status: 200,
		text: '{"success":false,"message":"Not today."}',
	})),
	empty: after('an empty body', ({ status }) => ({ status, text: '' })),
	null: after('the body null', ({ status }) => ({ status, text: 'null' })),
	'wrong-json': after('JSON of another shape', ({ status }) => ({ status, text: '{"ok":true}' })),
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof table;

/** All faults of a call. A fault after the work keeps the status of the work, unless it has its own. */
export const faults: Readonly<Record<FaultName, Fault>> = table;

export const faultNames = Object.keys(faults) as FaultName[];

/** Ends a call with a fault, with or without the work, as in the table. */
export async function outcomeOf(
	name: FaultName,
	circumstances: Circumstances,
	work: () => Promise<Answer>,
): Promise<FaultOutcome> {
	const { workDone, outcome } = faults[name];
	return outcome(circumstances, workDone ? await work() : { status: 0, body: null });
}

/** A response without a fault. */
export function asReply({ status, body, headers }: Answer): Reply {
	return { status, text: JSON.stringify(body), headers };
}

const tooMany = 'Too Many Attempts.';
const phpWarning =
	'<br />\n<b>Warning</b>:  Undefined array key "locale" in <b>/srv/app/Mailer.php</b> on line <b>42</b><br />\n';
const html = { 'content-type': 'text/html; charset=utf-8' };

function before(about: string, outcome: (at: Circumstances) => FaultOutcome): Fault {
	return { about, workDone: false, outcome };
}

function after(about: string, outcome: (work: Answer) => FaultOutcome): Fault {
	return { about, workDone: true, outcome: (_at, work) => outcome(work) };
}

function refusal(status: number, message: string, headers: Reply['headers'] = {}): Reply {
	return { status, text: JSON.stringify({ message }), headers };
}

function seconds(at: Circumstances): Reply['headers'] {
	return { 'retry-after': String(at.retryAfterSeconds) };
}

/** Rounded up: an HTTP date has whole seconds, and the wait must not be shorter than requested. */
function date(at: Circumstances): Reply['headers'] {
	return { 'retry-after': new Date(Math.ceil(at.now / 1_000 + at.retryAfterSeconds) * 1_000).toUTCString() };
}

function cutOff({ status, body }: Answer): Reply {
	const text = JSON.stringify(body);
	return { status, text: firstHalf(text), announcedBytes: Buffer.byteLength(text) };
}

function firstHalf(text: string): string {
	return text.slice(0, Math.floor(text.length / 2));
}

/** To a host that cannot exist, so that a client that follows reaches nobody. */
function moved(status: number, path: string): Reply {
	const { text } = webPage(status, 'Moved');
	return { status, text, headers: { ...html, location: `https://moved.sandbox.invalid${path}` } };
}

function webPage(status: number, title: string): Reply {
	const text = `<!doctype html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
	return { status, text, headers: html };
}
