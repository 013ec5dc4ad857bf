import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { addressKey } from '../api/emailAddress';
import { idKey } from '../api/response';
import { emptySubscriber, type Subscriber } from '../api/subscriber';
import { UserFacingError } from '../shared/UserFacingError';
import type { ApiRequest } from '../transport/Sending';
import type { RunResults } from './RunResults';

/**
 * What is known of one execution of the node across its tries: n8n's 'Retry On Fail' runs all items again,
 * and neither what is done nor what may have happened must be sent once more.
 */
export class Memory {
	/** By item, or by whatever is sent at once. */
	private readonly done = new Map<string, IDataObject[]>();

	private readonly unknown = new Map<string, UserFacingError>();

	/** Items with a delete that was not answered, and its request: when it is sent again and finds nothing, it had done its work. */
	readonly unansweredDeletes = new Map<number, ApiRequest>();

	/** Subscribers whose state this run has set, as they then were: a replica may lag behind. */
	readonly toggled = new Map<string, IDataObject>();

	/** Subscribers that this run has created or updated, by contact list and ID, and by contact list and email. */
	private readonly subscribers = new Map<string, Subscriber>();

	/** What became of the items in the last try. */
	lastTry?: RunResults;

	/** A subscriber as this run has left it. @param name its ID or email */
	subscriber(contactList: string, name: unknown): Subscriber | undefined {
		return this.subscribers.get(subscriberKey(contactList, name));
	}

	keepSubscriber(contactList: string, subscriber: Subscriber): void {
		for (const name of [subscriber.id, addressKey(subscriber.email)])
			this.subscribers.set(subscriberKey(contactList, name), subscriber);
	}

	/** Before an update: if its outcome stays unknown, the next one reads the subscriber again. */
	forgetSubscriber(contactList: string, { id, email, isSubscribed }: Subscriber): void {
		this.keepSubscriber(contactList, { ...emptySubscriber, id, email, isSubscribed });
	}

	/** What was given by something that is done. @throws UserFacingError what was remembered, if nobody knows whether it happened */
	recall(name: string): IDataObject[] | undefined {
		this.throwIfUnknown(name);
		return this.done.get(name);
	}

	/** Does something unless it is done already, and keeps what it gave. */
	async runOnce(name: string, work: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const before = this.recall(name);
		if (before !== undefined) return before;
		const output = await work();
		this.keep(name, output);
		return output;
	}

	/** Keeps what something that is done gave. */
	keep(name: string, output: IDataObject[]): void {
		this.done.set(name, output);
	}

	/** Throws what was remembered under this name, if its outcome is unknown. */
	throwIfUnknown(name: string): void {
		const thrown = this.unknown.get(name);
		if (thrown !== undefined) throw thrown;
	}

	/** Remembers a failure that must not be followed by another sending. */
	remember(name: string, thrown: unknown): void {
		if (thrown instanceof UserFacingError && thrown.notRetryable) this.unknown.set(name, thrown);
	}
}

function subscriberKey(contactList: string, name: unknown): string {
	return JSON.stringify([contactList, idKey(name)]);
}

const memories = new WeakMap<object, Memory>();

/**
 * The memory of this execution of the node. n8n hands every try the same execute data;
 * as an agent's tool the node is handed the agent's, and each call, all its tries included, has arguments of its own.
 */
export function memoryOf(context: IExecuteFunctions): Memory {
	const executeData = context.getExecuteData();
	const isToolCall = executeData.node.name !== context.getNode().name;
	const execution = isToolCall ? (context.getInputData()[0]?.json ?? executeData) : executeData;
	const memory = memories.get(execution) ?? new Memory();
	memories.set(execution, memory);
	return memory;
}
