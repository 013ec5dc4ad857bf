import type { IHttpRequestOptions } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';
import type { JsonRecord } from '../shared/values';
import type { ApiRequest } from './ApiRequest';
import type { Connection } from './connection';
import type { TransportOptions } from './requestOptions';
import { RequestQueue, type Feedback, type Turn } from './RequestQueue';
import { inProcessTurn } from './processLocks';
import { isRateLimited, type Failure } from './retry';
import { RetryingRequest } from './RetryingRequest';
import { rejectFailureBody, type Result, type SendOnce } from './sendOnce';
import { AbortError, ExpiredError, wait } from './wait';

export interface ServiceResponse {
	/** `undefined` where what was asked for was found done already. */
	readonly status?: number;
	/** The parsed JSON, `undefined` where there was none. */
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

type Step = { readonly response: ServiceResponse } | { readonly waited: Promise<unknown> } | { readonly thrown: Error };

/** Sends the requests of one execution: bounded, repeated where that is safe, and no more once it has been stopped. */
export class ApiClient {
	readonly options: TransportOptions;

	/** Whether the service takes `per_page`; `undefined` until the first list of the run was read. */
	takesPageSize?: boolean;

	private readonly controller = new AbortController();

	/** One listener for all that wait. */
	private readonly aborted = new Promise((resolve) => this.signal.addEventListener('abort', resolve, { once: true }));

	private readonly queue: RequestQueue;

	private readonly results = new Map<string, Promise<unknown>>();

	/** The operations that have succeeded in this run: their paths are right. */
	readonly succeeded = new Set<EndpointKey>();

	/** How many requests the service has taken, whatever it answered. */
	private accepted = 0;

	/** Its owner has to stop it at the end, where the setup has a signal. */
	constructor(private readonly setup: ClientSetup) {
		const { options, cancelled } = setup;
		this.options = options;
		this.queue = new RequestQueue(options.maxParallelRequests, this.signal);
		cancelled?.addEventListener('abort', this.stop);
		if (cancelled?.aborted) this.stop();
	}

	/** Aborted when nothing more is to be sent: the execution was cancelled, an item failed that had to stop it, or the run has ended. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	get connection(): Connection {
		return this.setup.connection;
	}

	/** Sends nothing more; what is in flight is left to finish. Leaves nothing on the execution's signal, which may see thousands of runs. */
	readonly stop = (): void => {
		this.setup.cancelled?.removeEventListener('abort', this.stop);
		this.controller.abort();
	};

	/** Does something once for all items that need it, and gives each the same result. */
	async once<T>(name: string, work: () => T | Promise<T>): Promise<T> {
		if (!this.results.has(name)) this.results.set(name, new Promise((resolve) => resolve(work())));
		return (await this.results.get(name)) as T;
	}

	/** Runs work on one resource in the order of the calls, also across executions. */
	async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
		return await inProcessTurn(`${this.connection.baseUrl} ${name}`, this.aborted, work);
	}

	/** Sends a request, as `exchange` does. @returns the parsed JSON body, `undefined` for an empty one */
	async send(request: ApiRequest): Promise<unknown> {
		return (await this.exchange(request)).body;
	}

	/**
	 * Sends a request when its turn comes, and again where that is safe.
	 * @throws UserFacingError without a usable response, AbortError or ExpiredError if nothing was sent
	 */
	async exchange(request: ApiRequest): Promise<ServiceResponse> {
		const sending = new RetryingRequest(request, this.setup.connection, this.setup.requestOptions);
		for (;;) {
			// All of a step happens before its place in the queue is free again, or the next request would leave in spite of a pause or a stop.
			const inOrder = sending.attempts > 0 ? 'again' : 'first';
			const lane = request.isUrgent === true ? 'urgent' : inOrder;
			const step = await this.queue.add(async () => await this.attempt(sending), lane);
			if (step === undefined) throw sending.failure ?? new AbortError();
			if ('response' in step) return step.response;
			if ('thrown' in step) throw step.thrown;
			await step.waited;
		}
	}

	private async attempt(sending: RetryingRequest): Promise<Turn<Step>> {
		const { expiresAt = Infinity } = sending.request;
		if (Date.now() > expiresAt) return { feedback: 'failed', value: { thrown: new ExpiredError() } };
		sending.attempts += 1;
		const result = rejectFailureBody(await this.setup.sendOnce(sending.options), sending.request.key);
		const feedback = feedbackOf(result);
		if (feedback !== 'rateLimited' && feedback !== 'unanswered') this.accepted += 1;
		if (result.ok) {
			this.succeeded.add(sending.request.key);
			return { feedback, value: { response: result } };
		}
		// A delete that was not answered and is sent again finds nothing when the first one did its work.
		if (sending.outcomeUnknown && sending.options.method === 'DELETE' && result.status === 404)
			return { feedback, value: { response: { body: undefined, headers: {} } } };
		return { feedback, value: this.handleFailure(sending, result) };
	}

	private handleFailure(sending: RetryingRequest, failure: Failure): Step {
		const decision = this.signal.aborted ? undefined : sending.decide(failure, this.options, this.accepted);
		const explained = sending.explain(failure, this.succeeded.has(sending.request.key));
		if (decision === undefined) {
			if (this.setup.stopsAtFailure && !sending.request.isOptional) this.stop();
			return { thrown: explained };
		}
		sending.note(failure, explained);
		if (!decision.pauseAll) return { waited: wait(decision.waitMs, this.signal) };
		// Nothing starts in the pause, and what was refused is the first to start after it.
		void this.queue.pause(decision.waitMs);
		return { waited: Promise.resolve() };
	}
}

function feedbackOf(result: Result): Feedback {
	if (result.ok) return 'responded';
	if (isRateLimited(result)) return 'rateLimited';
	if (result.kind === 'noResponse' || result.kind === 'notSent') return 'unanswered';
	return (result.status ?? 0) >= 500 ? 'failed' : 'responded';
}
