import type { IHttpRequestOptions } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';
import type { ApiRequest } from './ApiRequest';
import type { Connection } from './connection';
import type { TransportOptions } from './requestOptions';
import { RequestQueue, type Feedback, type Turn } from './RequestQueue';
import { inProcessTurn } from './processLocks';
import { isRateLimited, type Failure } from './retry';
import { RetryingRequest } from './RetryingRequest';
import { notSentAfter } from '../shared/UserFacingError';
import { rejectFailureBody, type Result, type SendOnce, type ServiceResponse } from './sendOnce';
import { AbortError, ExpiredError, wait } from './wait';

/** Shared by all requests of one execution of the node, or of one dropdown call. */
export interface ClientSetup {
	readonly connection: Connection;
	readonly options: TransportOptions;
	/** The user's proxy, certificate settings and timeout. */
	readonly requestOptions?: Partial<IHttpRequestOptions>;
	readonly sendOnce: SendOnce;
	/** Whether the first failure stops the client, so that nothing more is sent. */
	readonly stopsAtFailure?: boolean;
	readonly cancelled?: AbortSignal;
}

type Step = { readonly response: ServiceResponse } | { readonly waited: Promise<unknown> } | { readonly thrown: Error };

/** Sends the requests of one execution: a limited number at once, retried where that is safe, until it is stopped. */
export class ApiClient {
	readonly connection: Connection;
	readonly options: TransportOptions;
	/** Whether the service accepts `per_page`; `undefined` until the first list of the run was read. */
	takesPageSize?: boolean;
	/** Operations that have succeeded in this run, so their paths are known to be right. */
	readonly succeeded = new Set<EndpointKey>();
	private readonly controller = new AbortController();
	/** Aborted when nothing more may be sent: the run has ended, was cancelled, or stops because of failures. */
	readonly signal = this.controller.signal;
	/** One listener on the signal, shared by everything that waits. */
	private readonly aborted = new Promise((resolve) => this.signal.addEventListener('abort', resolve, { once: true }));
	private readonly queue: RequestQueue;
	private readonly results = new Map<string, Promise<unknown>>();
	/** Attempts in a row that had no response in time, whichever requests they belong to: each may take minutes. */
	private timeouts = 0;
	/** Number of requests with any response but a rate limit. */
	private accepted = 0;

	/** If the setup has a `cancelled` signal, the owner must call `stop` at the end. */
	constructor(private readonly setup: ClientSetup) {
		const { connection, options, cancelled } = setup;
		this.connection = connection;
		this.options = options;
		this.queue = new RequestQueue(options.maxParallelRequests, this.signal);
		cancelled?.addEventListener('abort', this.stop);
		if (cancelled?.aborted) this.stop();
	}

	/** Sends nothing more; requests in flight may finish. The signal keeps the first reason. */
	readonly stop = (reason?: unknown): void => {
		// The signal of one execution may see thousands of runs.
		this.setup.cancelled?.removeEventListener('abort', this.stop);
		this.controller.abort(reason);
	};

	/** Runs `work` once per name; every caller gets the same result. */
	async once<T>(name: string, work: () => T | Promise<T>): Promise<T> {
		const result = this.results.get(name) ?? Promise.resolve(work());
		this.results.set(name, result);
		return (await result) as T;
	}

	/** Runs work on resources in the order of the calls, even across executions. */
	async inTurn<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
		const full = names.map((name) => `${this.connection.baseUrl} ${name}`);
		return await inProcessTurn(full, this.aborted, work);
	}

	/** Sends a request like `exchange`, and returns the parsed JSON body: `undefined` for an empty one. */
	async send(request: ApiRequest): Promise<unknown> {
		return (await this.exchange(request)).body;
	}

	/** Sends a request in its turn, with retries where safe. Throws AbortError or ExpiredError if nothing was sent. */
	async exchange(request: ApiRequest): Promise<ServiceResponse> {
		const retrying = new RetryingRequest(request, this.connection, this.options, this.setup.requestOptions);
		for (;;) {
			const usualLane = retrying.attempts > 0 ? 'again' : 'first';
			const lane = request.sending?.isUrgent === true ? 'urgent' : usualLane;
			// The whole step runs inside the queue: otherwise the next request could start despite a pause or a stop.
			const step = await this.queue.add(async () => await this.attempt(retrying), lane);
			if (step === undefined) throw retrying.failure ?? new AbortError();
			if ('response' in step) return step.response;
			if ('thrown' in step) throw step.thrown;
			await step.waited;
		}
	}

	private async attempt(retrying: RetryingRequest): Promise<Turn<Step>> {
		const { expiresAt = Infinity } = retrying.request.sending ?? {};
		const isExpired = Date.now() > expiresAt && !retrying.outcomeUnknown;
		if (isExpired) return { feedback: 'failed', value: { thrown: new ExpiredError() } };
		retrying.attempts += 1;
		const result = rejectFailureBody(await this.setup.sendOnce(retrying.options), retrying.request.key);
		const feedback = feedbackOf(result);
		if (isTimeout(result)) this.timeouts += 1;
		else if (feedback !== 'noResponse') this.timeouts = 0;
		if (feedback !== 'rateLimited' && feedback !== 'noResponse') this.accepted += 1;
		if (result.ok) this.succeeded.add(retrying.request.key);
		return { feedback, value: result.ok ? { response: result } : this.handleFailure(retrying, result) };
	}

	private handleFailure(retrying: RetryingRequest, failure: Failure): Step {
		const { request, options, outcomeUnknown } = retrying;
		// A repeated delete finds nothing if an earlier attempt, whose outcome was unknown, had worked.
		if (outcomeUnknown && options.method === 'DELETE' && failure.status === 404)
			return { response: { body: undefined, headers: {} } };
		const explained = retrying.explain(failure, this.succeeded.has(request.key));
		const isDown = this.timeouts >= maxTimeouts && !request.sending?.isOptional;
		if (isDown) this.stop(notSentAfter(`${maxTimeouts} requests without a response in time`, explained));
		const waitMs = this.signal.aborted ? undefined : retrying.budget.spend(failure, this.accepted);
		if (waitMs === undefined) {
			if (this.setup.stopsAtFailure && !request.sending?.isOptional) this.stop();
			return { thrown: explained };
		}
		if (!isRateLimited(failure)) return { waited: wait(waitMs, this.signal) };
		// Nothing starts during the pause, and the refused request is the first to start after it.
		void this.queue.pause(waitMs);
		return { waited: Promise.resolve() };
	}
}

/** After so many timeouts in a row the service is down, and nothing more is sent. */
const maxTimeouts = 5;

function isTimeout(result: Result): boolean {
	return !result.ok && result.kind === 'noResponse' && ['ECONNABORTED', 'ETIMEDOUT'].includes(result.code ?? '');
}

function feedbackOf(result: Result): Feedback {
	if (result.ok) return 'responded';
	if (isRateLimited(result)) return 'rateLimited';
	if (result.kind === 'noResponse' || result.kind === 'notSent') return 'noResponse';
	return (result.status ?? 0) >= 500 ? 'failed' : 'responded';
}
