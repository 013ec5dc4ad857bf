import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { Explained } from '../shared/Explained';
import { credentialName, type Caller } from './attempt';
import { readConnection, type Connection } from './connection';
import { Progress } from './Progress';
import { Slots } from './Slots';

/** The settings under 'Options' that the transport obeys. */
export interface TransportOptions {
	readonly maxParallelRequests: number;
	readonly maxRetries: number;
}

export const defaultOptions: TransportOptions = { maxParallelRequests: 10, maxRetries: 4 };

/** What each option may be, and its name in the panel. */
const optionRanges = {
	maxParallelRequests: { name: 'Max Parallel Requests', min: 1, max: 100 },
	maxRetries: { name: 'Max Retries', min: 0, max: 20 },
} as const;

/**
 * What must not be done again when 'Retry On Fail' runs the node once more: items that are done,
 * and failures after which something may have happened that must not happen twice.
 */
export type Settled = { readonly items: INodeExecutionData[] } | { readonly thrown: Explained };

/** One execution of the node, or one call of a dropdown: what its requests share. */
export class Session {
	readonly slots: Slots;

	/** Aborted when nothing more is to be sent: the execution was cancelled, or an item failed that had to stop it. */
	readonly signal: AbortSignal;

	private readonly controller = new AbortController();

	private readonly results = new Map<string, Promise<unknown>>();

	private readonly turns = new Map<string, Promise<unknown>>();

	/** Whether everything is over; another run of the node begins a new session. */
	ended = false;

	/**
	 * @param stopsAtFailure whether the first failure ends the node, and nothing more is to be sent
	 * @param cancelled n8n's signal that the execution was cancelled
	 * @param settled what is settled for good, by item
	 */
	constructor(
		readonly options: TransportOptions,
		readonly progress: Progress,
		readonly stopsAtFailure: boolean,
		cancelled?: AbortSignal,
		readonly settled = new Map<number, Settled>(),
	) {
		this.signal = cancelled === undefined ? this.controller.signal : AbortSignal.any([this.controller.signal, cancelled]);
		this.slots = new Slots(options.maxParallelRequests, this.signal);
	}

	/** Sends nothing more; what is in flight is left to finish. */
	stop(): void {
		this.controller.abort();
	}

	/** The credential of this session, read and checked once. */
	async connection(caller: Caller): Promise<Connection> {
		return await this.once('connection', async () => readConnection(await caller.getCredentials(credentialName)));
	}

	/** Does something once for all items that need it, and gives each the same result. */
	async once<T>(name: string, work: () => Promise<T>): Promise<T> {
		if (!this.results.has(name)) this.results.set(name, work());
		return (await this.results.get(name)) as T;
	}

	/** Lets those that share a name wait for each other. */
	async oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
		const before = this.turns.get(name) ?? Promise.resolve();
		const turn = before.then(work);
		this.turns.set(name, turn.catch(() => undefined));
		return await turn;
	}
}

/**
 * Reads the transport's part of 'Options'.
 * @throws Explained when a value is no whole number in its range
 */
export function readOptions(values: Record<string, unknown>): TransportOptions {
	const read = (key: keyof TransportOptions): number => {
		const { name, min, max } = optionRanges[key];
		const value = values[key] ?? defaultOptions[key];
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max) {
			throw new Explained(`'${name}' must be a whole number from ${min} to ${max}`, `Correct '${name}' under 'Options'. Nothing was sent.`);
		}
		return number;
	};
	return { maxParallelRequests: read('maxParallelRequests'), maxRetries: read('maxRetries') };
}

const sessions = new WeakMap<object, Session>();

/**
 * The session that all items of one run of the node share: n8n hands all of them the same execute data.
 * 'Retry On Fail' runs the node again with the same data; the new session knows what the one before settled.
 */
export function sessionOf(caller: IExecutePaginationFunctions): Session {
	const execution = caller.getExecuteData();
	const present = sessions.get(execution);
	if (present?.ended === false) return present;
	const session = new Session(
		readOptions(caller.getNodeParameter('options', {}) as Record<string, unknown>),
		new Progress(itemCount(caller), isBatching(caller)),
		!caller.continueOnFail(),
		caller.getExecutionCancelSignal(),
		present?.settled,
	);
	sessions.set(execution, session);
	return session;
}

function itemCount(caller: IExecutePaginationFunctions): number {
	if (caller.getNode().executeOnce === true) return 1;
	const [inputs] = Object.values(caller.getExecuteData().data);
	return inputs?.[0]?.length ?? 1;
}

function isBatching(caller: IExecutePaginationFunctions): boolean {
	const { batching } = caller.getNodeParameter('requestOptions', {}) as { batching?: { batch?: { batchInterval?: number } } };
	return (batching?.batch?.batchInterval ?? 0) > 0;
}
