import type { IncomingHttpHeaders } from 'node:http';
import type { FaultName } from './faults/faults';

/** One call, as the sandbox saw it. The Authorization header is judged on arrival and never kept. */
export interface LoggedRequest {
	/** Counted from 1, and on after a reset: no two calls of a sandbox have the same. */
	readonly number: number;
	/** When it arrived, by the sandbox's clock. */
	time: string;
	method: string;
	/** Without the query. */
	path: string;
	/** With its `?`, or empty. */
	query: string;
	/** The operation of the contract; null where the path leads nowhere. */
	operationId: string | null;
	authorization: 'valid' | 'invalid' | 'none';
	/** All but Authorization. */
	headers: IncomingHttpHeaders;
	/** Parsed where it is JSON, the text where not, its beginning where it is long, null where there is none. */
	body: unknown;
	/** The body of the response, its beginning where it is long; null where none was sent. */
	answer: string | null;
	/** What was made to go wrong with it. */
	fault?: FaultName;
	/** Null while it is not answered, and permanently if none came. */
	status: number | null;
	/** Milliseconds since the sandbox started, by the real clock: together they tell which calls overlapped. */
	startedMs: number;
	/** Null while it goes on. */
	durationMs: number | null;
}

type OpenedRequest = Omit<
	LoggedRequest,
	'number' | 'body' | 'answer' | 'fault' | 'status' | 'startedMs' | 'durationMs'
>;

export type RequestLog = ReturnType<typeof createRequestLog>;

/** The last calls, oldest first. `peak` is the most that were open at once since `restartPeak`. */
export function createRequestLog(size: number) {
	let entries: LoggedRequest[] = [];
	let count = 0;
	let present = 0;
	let peak = 0;
	const begin = performance.now();
	return {
		open(request: OpenedRequest): LoggedRequest {
			count += 1;
			present += 1;
			peak = Math.max(peak, present);
			const entry: LoggedRequest = {
				number: count,
				...request,
				body: null,
				answer: null,
				status: null,
				startedMs: performance.now() - begin,
				durationMs: null,
			};
			entries.push(entry);
			if (entries.length > size) entries.shift();
			return entry;
		},
		/** @param status Null where there was no answer. */
		close(entry: LoggedRequest, status: number | null): void {
			present -= 1;
			entry.status = status;
			entry.durationMs = performance.now() - begin - entry.startedMs;
		},
		entries: () => [...entries],
		clear: (): void => {
			entries = [];
		},
		peak: () => peak,
		restartPeak: (): void => {
			peak = present;
		},
	};
}

/** The longest body that is kept whole, in characters. */
const longestBody = 16_384;

/** What the log keeps of a body. */
export function readableBody(body: unknown): unknown {
	if (typeof body !== 'string') return null;
	if (body.length > longestBody) return shortened(body);
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}

/** A text as the log keeps it: its beginning where it is long. */
export function shortened(text: string): string {
	if (text.length <= longestBody) return text;
	// A part of a text keeps the whole text in memory; a copy of the part does not.
	const beginning = Buffer.from(text.slice(0, longestBody)).toString();
	return `${beginning}… (cut off: ${text.length} characters in all)`;
}
