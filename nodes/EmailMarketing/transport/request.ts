import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../api/endpoints';
import { Explained } from '../shared/Explained';
import { attempt, type Caller } from './attempt';
import { pathOf } from './connection';
import { explain } from './explain';
import { fillPath } from './fillPath';
import { redact } from './redact';
import { isUncertain, retryAfter } from './retry';
import type { Session } from './Session';
import { wait } from './wait';
import type { Subject } from './words/Subject';

/** One call of an operation of the catalogue. */
export interface ApiRequest {
	readonly key: EndpointKey;
	/** Values for the placeholders of the path, by parameter name. */
	readonly pathValues: Readonly<Record<string, unknown>>;
	readonly qs?: IDataObject;
	readonly body?: IDataObject;
	/** The input item that asks. */
	readonly item?: number;
	/** What n8n itself sets for a request: timeout, proxy, certificates, allowed domains. */
	readonly platform?: Partial<IHttpRequestOptions>;
}

/** Thrown for requests that were not sent, because the execution had stopped before. */
export class Stopped extends Error {}

/** Operations that a second sending cannot double. Toggles are PUT, and are not among them. */
function isRepeatable(key: EndpointKey): boolean {
	return endpoints[key].method !== 'POST' && !/\.toggle/.test(key);
}

/**
 * Sends a request in a slot of the session, and again where that is safe.
 * @returns the parsed JSON body, `undefined` for an empty one; the token is struck out of it
 * @throws Explained when there is no usable answer, Stopped when it was not sent at all
 */
export async function send(caller: Caller, session: Session, request: ApiRequest): Promise<unknown> {
	const connection = await session.connection(caller);
	const { key, pathValues, qs, body, platform } = request;
	const { method, status: pathStatus } = endpoints[key];
	const path = fillPath(pathOf(connection, key), (name) => pathValues[name]);
	const options: IHttpRequestOptions = { ...platform, method, url: `${connection.baseUrl}${path}`, qs, body };
	const repeatable = isRepeatable(key);
	const { maxRetries } = session.options;

	const { memory } = session;
	let uncertain = request.item !== undefined && memory.unanswered.has(request.item);
	for (let attempts = 1; ; attempts += 1) {
		// All of this happens before the slot is free again, or the next request would leave in spite of a pause or a stop.
		const turn = await session.slots.run(
			async () => {
				if (request.item !== undefined) session.progress.markSent(request.item);
				const result = await attempt(caller, options);
				// A delete that was not answered and is sent again finds nothing when the first one did its work.
				if (result.ok || (uncertain && method === 'DELETE' && result.status === 404)) return { body: result.ok ? result.body : undefined };
				if (request.item !== undefined && isUncertain(result)) memory.unanswered.add(request.item);
				const next = session.signal.aborted ? undefined : retryAfter({ ...result, repeatable, attempt: attempts, maxRetries, random: Math.random() });
				if (next === undefined) {
					if (session.stopsAtFailure) session.stop();
					const subject: Subject = { key, method, path, baseUrl: connection.baseUrl, pathStatus, overridden: key in connection.endpointPaths, repeatable, attempts, uncertain };
					// Before it is shortened for a message, or a piece of the token could be left at the cut.
					throw redacted(explain(subject, redact(result, connection.accessToken)), connection.accessToken);
				}
				uncertain ||= isUncertain(result);
				if (!next.pauseAll) return { again: wait(next.waitMs, session.signal) };
				// Nothing starts in the pause, and what was refused is the first to start after it.
				void session.slots.pause(next.waitMs);
				return { again: Promise.resolve() };
			},
			{ first: attempts > 1 },
		);
		if (turn === undefined) throw new Stopped();
		if (!('again' in turn)) return redact(turn.body, connection.accessToken);
		await turn.again;
	}
}

function redacted(explained: Explained, secret: string): Explained {
	return new Explained(redact(explained.message, secret), redact(explained.description, secret), explained.status, explained.uncertain);
}
