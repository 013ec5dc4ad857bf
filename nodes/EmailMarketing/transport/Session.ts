import { Explained } from '../shared/Explained';
import { credentialName, type Caller } from './attempt';
import { readConnection, type Connection } from './connection';
import { Memory } from './Memory';
import type { Progress } from './Progress';
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

	/** Whether n8n has begun the node once more while requests of this session were on their way; it looks at no result of it. */
	replaced = false;

	/**
	 * @param stopsAtFailure whether the first failure ends the node, and nothing more is to be sent
	 * @param cancelled n8n's signal that the execution was cancelled
	 * @param memory what is known from tries before this one
	 */
	constructor(
		readonly options: TransportOptions,
		readonly progress: Progress,
		readonly stopsAtFailure: boolean,
		cancelled?: AbortSignal,
		readonly memory = new Memory(),
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
