import type { IncomingHttpHeaders } from 'node:http';
import type { FaultName } from './faults/faults';

/** One call to the sandbox. The Authorization header is checked on arrival and never kept. */
export interface LoggedRequest {
	/** Counted from 1, also across resets: unique for each call of a sandbox. */
	readonly number: number;
	/** When it arrived, by the sandbox's clock. */
	time: string;
	method: string;
	/** Without the query. */
	path: string;
	/** With its `?`, or empty. */
	query: string;
	/** The operation of the contract; null for an unknown path. */
	operationId: string | null;
	authorization: 'valid' | 'invalid' | 'none';
	/** All but Authorization. */
	headers: IncomingHttpHeaders;
	/** Parsed JSON, otherwise text; only the beginning of a long body; null without one. */
	body: unknown;
	/** The body of the response, only the beginning of a long one; null where none was sent. */
	answer: string | null;
	/** The injected fault. */
	fault?: FaultName;
	/** Null until a response is sent, and permanently without one. */
	status: number | null;
	/** Milliseconds since the sandbox started, by the real clock. With `durationMs` it shows which calls overlapped. */
	startedMs: number;
	/** Null while it is in progress. */
	durationMs: number | null;
}

type OpenedRequest = Omit<
	LoggedRequest,
	'number' | 'body' | 'answer' | 'fault' | 'status' | 'startedMs' | 'durationMs'
>;

export type RequestLog = ReturnType<typeof createRequestLog>;

/** The last calls, oldest first. `peak` is the most calls open at once since `restartPeak`. */
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
		/** @param status Null without a response. */
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

/** A body as the log keeps it. */
export function readableBody(body: unknown): unknown {
	if (typeof body !== 'string') return null;
	if (body.length > longestBody) return shortened(body);
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}

/** Text as the log keeps it: only the beginning of a long one. */
export function shortened(text: string): string {
	if (text.length <= longestBody) return text;
	// A slice of a string keeps the whole string in memory; a copy of the slice does not.
	const beginning = Buffer.from(text.slice(0, longestBody)).toString();
	return `${beginning}… (cut off: ${text.length} characters in all)`;
}
