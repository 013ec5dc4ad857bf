import type { Moment, Subscriber } from './records';

/** A contact list. It has indexes of its subscribers, which only its methods may change. */
export class ContactList {
	readonly #subscribers: Subscriber[] = [];
	readonly #byUuid = new Map<string, Subscriber>();
	readonly #byAddress = new Map<string, Subscriber>();

	/** Oldest first. */
	readonly subscribers: readonly Subscriber[] = this.#subscribers;

	constructor(
		readonly id: number,
		readonly uuid: string,
		readonly name: string,
		readonly createdAt: Moment,
	) {}

	/** @returns The subscriber; undefined where they are in another list or in none. */
	withUuid(uuid: string): Subscriber | undefined {
		return this.#byUuid.get(uuid);
	}

	withEmail(email: string): Subscriber | undefined {
		return this.#byAddress.get(addressOf(email));
	}

	/** At the end. */
	add(subscriber: Subscriber): void {
		this.#subscribers.push(subscriber);
		this.#byUuid.set(subscriber.uuid, subscriber);
		this.#byAddress.set(addressOf(subscriber.email), subscriber);
	}

	remove(subscriber: Subscriber): void {
		this.#subscribers.splice(this.#subscribers.indexOf(subscriber), 1);
		this.#byUuid.delete(subscriber.uuid);
		this.#byAddress.delete(addressOf(subscriber.email));
	}

	changeEmail(subscriber: Subscriber, email: string): void {
		this.#byAddress.delete(addressOf(subscriber.email));
		this.#byAddress.set(addressOf(email), subscriber);
		const writable: { email: string } = subscriber;
		writable.email = email;
	}
}

/** Case makes no difference in addresses, as in every mail service. */
function addressOf(email: string): string {
	return email.toLowerCase();
}
