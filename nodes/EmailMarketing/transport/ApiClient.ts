import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { endpointOf, type EndpointKey } from '../api/endpoints';
import type { JsonRecord } from '../shared/isRecord';
import type { DisplayNames } from '../shared/names';
import type { UserFacingError } from '../shared/UserFacingError';
import type { Feedback } from './ConcurrencyLimit';
import { pathOf, type Connection } from './connection';
import { explain } from './errors/explain';
import { fillPath } from './fillPath';
import type { TransportOptions } from './options';
import { redactor, type Redact } from './redact';
import { RequestQueue, type Turn } from './RequestQueue';
import { decideRetry, isOutcomeUnknown, isRefusal } from './retry';
import { judged, type Failure, type Result, type SendOnce } from './sendOnce';
import { AbortError, wait } from './wait';

/** One call of an operation of the catalogue. */
export interface ApiRequest {
	readonly key: EndpointKey;
	/** Values for the placeholders of the path, by parameter name. */
	readonly pathValues: Readonly<Record<string, string>>;
	/** Already encoded. */
	readonly query?: string;
	readonly body?: IDataObject;
	/** How the panel calls the parameters behind the path and the body. */
	readonly names?: DisplayNames;
	/** The input items behind the rows of the body, where it has rows. */
	readonly rows?: readonly number[];
	/** Whether an earlier sending may have done the work already. */
	readonly mayBeDone?: boolean;
	/** Whether a refusal is an answer too: then it stops nothing. */
	readonly isGuess?: boolean;
}

export interface Answer {
	/** The parsed JSON, `undefined` where there was none; the token is struck out of it. */
	readonly body: unknown;
	/** Their names are in lower case. */
	readonly headers: JsonRecord;
}

/** What all requests of one execution of the node, or of one call of a dropdown, share. */
export interface ClientSetup {
	readonly connection: Connection;
	readonly options: TransportOptions;
	/** Proxy and certificates, as the user set them. */
	readonly requestOptions?: Partial<IHttpRequestOptions>;
	readonly sendOnce: SendOnce;
	/** Whether the first failure ends everything, and nothing more is to be sent. */
	readonly stopsAtFailure?: boolean;
	/** n8n's signal that the execution was cancelled. */
	readonly cancelled?: AbortSignal;
}

/** A request on its way through its attempts. */
interface Sending {
	readonly request: ApiRequest;
	readonly path: string;
	readonly options: IHttpRequestOptions;
	attempts: number;
	/** Attempts that failed for a reason of their own. */
	retries: number;
	/** Refusals in a row during which the service took no other request either. */
	refusalsInVain: number;
	/** How much had got through when this was refused last. */
	gotThroughBefore: number;
	isOutcomeUnknown: boolean;
	/** Why the last attempt failed, if it may have done the work. */
	failure?: UserFacingError;
}

type Step = { readonly answer: Answer } | { readonly waited: Promise<unknown> };

/** Sends the requests of one execution: bounded, repeated where that is safe, and no more once it has been stopped. */
export class ApiClient {
	/** Aborted when nothing more is to be sent: the execution was cancelled, or an item failed that had to stop it. */
	readonly signal: AbortSignal;

	readonly options: TransportOptions;

	private readonly controller = new AbortController();

	private readonly queue: RequestQueue;

	private readonly redact: Redact;

	private readonly results = new Map<string, Promise<unknown>>();

	private readonly turns = new Map<string, Promise<unknown>>();

	/** How many requests the service has taken, whatever it answered. */
	private gotThrough = 0;

	constructor(private readonly setup: ClientSetup) {
		const { options, cancelled } = setup;
		this.redact = redactor(setup.connection.accessToken);
		this.options = options;
		this.signal = cancelled === undefined ? this.controller.signal : AbortSignal.any([this.controller.signal, cancelled]);
		this.queue = new RequestQueue(options.maxParallelRequests, this.signal);
	}

	/** Where the requests go, without a trailing slash. */
	get baseUrl(): string {
		return this.setup.connection.baseUrl;
	}

	/** Sends nothing more; what is in flight is left to finish. */
	stop(): void {
		this.controller.abort();
	}

	/** Does something once for all items that need it, and gives each the same result. */
	async once<T>(name: string, work: () => Promise<T>): Promise<T> {
		if (!this.results.has(name)) this.results.set(name, work());
		return (await this.results.get(name)) as T;
	}

	/** Lets those that share a name wait for each other, in the order in which they came. */
	async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
		const turn = (this.turns.get(name) ?? Promise.resolve()).then(work);
		const ended = turn.then(() => undefined, () => undefined);
		this.turns.set(name, ended);
		try {
			return await turn;
		} finally {
			if (this.turns.get(name) === ended) this.turns.delete(name);
		}
	}

	/** Sends a request, as `exchange` does. @returns the parsed JSON body, `undefined` for an empty one */
	async send(request: ApiRequest): Promise<unknown> {
		return (await this.exchange(request)).body;
	}

	/**
	 * Sends a request when its turn comes, and again where that is safe.
	 * @throws UserFacingError when there is no usable answer, AbortError when it was not sent at all
	 */
	async exchange(request: ApiRequest): Promise<Answer> {
		const { connection, requestOptions } = this.setup;
		const path = fillPath(pathOf(connection, request.key), request.pathValues);
		const { method } = endpointOf(request.key);
		const query = request.query ? `?${request.query}` : '';
		const options = { ...requestOptions, method, url: `${connection.baseUrl}${path}${query}`, body: request.body };
		const sending: Sending = {
			request, path, options, attempts: 0, retries: 0, refusalsInVain: 0, gotThroughBefore: 0, isOutcomeUnknown: request.mayBeDone ?? false,
		};
		for (;;) {
			// All of a step happens before its place in the queue is free again, or the next request would leave in spite of a pause or a stop.
			const step = await this.queue.add(async () => await this.attempt(sending), { first: sending.attempts > 0 });
			if (step === undefined) throw sending.failure ?? new AbortError();
			if ('answer' in step) return { ...step.answer, body: this.redact(step.answer.body) };
			await step.waited;
		}
	}

	private async attempt(sending: Sending): Promise<Turn<Step>> {
		sending.attempts += 1;
		const result = judged(await this.setup.sendOnce(sending.options), sending.request.key);
		const feedback = feedbackOf(result);
		if (feedback !== 'refused' && feedback !== 'unanswered') this.gotThrough += 1;
		if (result.ok) return { feedback, value: { answer: result } };
		// A delete that was not answered and is sent again finds nothing when the first one did its work.
		if (sending.isOutcomeUnknown && sending.options.method === 'DELETE' && result.status === 404) return { feedback, value: { answer: { body: undefined, headers: {} } } };
		return { feedback, value: this.goOn(sending, result) };
	}

	/** @throws UserFacingError when the request is not sent again */
	private goOn(sending: Sending, failure: Failure): Step {
		const { idempotent } = endpointOf(sending.request.key);
		const question = { ...failure, idempotent, maxRetries: this.options.maxRetries, random: Math.random() };
		const decision = this.signal.aborted ? undefined : decideRetry({ ...question, retries: this.retriesUsed(sending, failure) });
		const explained = this.explain(sending, failure);
		if (decision === undefined) {
			if (this.setup.stopsAtFailure && !sending.request.isGuess) this.stop();
			throw explained;
		}
		if (isOutcomeUnknown(failure)) {
			sending.isOutcomeUnknown = true;
			sending.failure = explained;
		}
		if (!decision.pauseAll) return { waited: wait(decision.waitMs, this.signal) };
		// Nothing starts in the pause, and what was refused is the first to start after it.
		void this.queue.pause(decision.waitMs);
		return { waited: Promise.resolve() };
	}

	/** A refusal uses up a retry only when nothing got through since the one before: a slow service is served to the end. */
	private retriesUsed(sending: Sending, failure: Failure): number {
		if (!isRefusal(failure)) return sending.retries++;
		sending.refusalsInVain = this.gotThrough > sending.gotThroughBefore ? 0 : sending.refusalsInVain + 1;
		sending.gotThroughBefore = this.gotThrough;
		return Math.max(0, sending.refusalsInVain - 1);
	}

	private explain({ request, path, attempts, isOutcomeUnknown: mayBeDone }: Sending, failure: Failure): UserFacingError {
		const { connection } = this.setup;
		const { key, names, rows } = request;
		const failed = { key, names, rows, path, baseUrl: connection.baseUrl, isOverridden: key in connection.endpointPaths, attempts, mayBeDone };
		return explain(failed, failure, connection.accessToken);
	}
}

function feedbackOf(result: Result): Feedback {
	if (result.ok) return 'answered';
	if (isRefusal(result)) return 'refused';
	if (result.kind === 'noAnswer' || result.kind === 'notSent') return 'unanswered';
	return (result.status ?? 0) >= 500 ? 'broken' : 'answered';
}
