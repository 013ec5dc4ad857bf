import { addressKey } from '../../../api/emailAddress';
import { idKey } from '../../../api/response';
import { emptySubscriber, isFresh, parseTime, type Subscriber } from '../../../api/subscriber';
import type { ItemInput, Run } from '../../../execution/Operation';
import type { Outcomes } from '../../../execution/Outcomes';
import { UserFacingError } from '../../../shared/UserFacingError';

/**
 * Updated subscribers as this process left them, by service, list and ID. Within a minute they count more than an older
 * reading: another execution, or a read replica, may not have seen the update.
 */
export const updated = new Map<string, Subscriber>();

/** What one execution knows about the people in a contact list, across its tries. */
export class People {
	/** Subscribers that this execution has created or updated, by `idKey` of the ID and by `addressKey`. */
	private readonly seen = new Map<string, Subscriber>();
	/** Changes that may still be done and must not be made twice, by name. */
	private readonly doubts = new Map<string, UserFacingError>();

	/** @param list service and list */
	constructor(private readonly list: string) {}

	/** A subscriber as read, or as left by a later update of this n8n. */
	latest(read: Subscriber): Subscriber {
		const seen = this.seen.get(idKey(read.id)) ?? read;
		const own = updated.get(this.nameOf(read));
		if (own === undefined || !isFresh(own)) return seen;
		const { readAt = 0, updatedAt } = seen;
		const isOlder = readAt < (own.readAt ?? 0) || parseTime(updatedAt) < parseTime(own.updatedAt);
		return isOlder ? { ...own, isSubscribed: seen.isSubscribed } : seen;
	}

	keepUpdated(subscriber: Subscriber): void {
		this.keep(subscriber);
		const name = this.nameOf(subscriber);
		// The oldest come first, so only expired entries are visited.
		updated.delete(name);
		for (const [other, one] of updated) {
			if (isFresh(one)) break;
			updated.delete(other);
		}
		updated.set(name, subscriber);
	}

	private nameOf({ id }: Subscriber): string {
		return `${this.list} ${idKey(id)}`;
	}

	/** A subscriber as this execution left it, by `idKey` or `addressKey`. */
	get(name: string): Subscriber | undefined {
		return this.seen.get(name);
	}

	keep(subscriber: Subscriber): void {
		this.seen.set(idKey(subscriber.id), subscriber);
		this.seen.set(addressKey(subscriber.email), subscriber);
	}

	/** Called before an update: if its outcome is unknown, the next update reads the subscriber again. */
	forget({ id, email, isSubscribed }: Subscriber): void {
		this.keep({ ...emptySubscriber, id, email, isSubscribed });
		updated.delete(this.nameOf({ ...emptySubscriber, id }));
	}

	/** Makes a change that must not be made twice. Throws the failure of an earlier one that may still be done. */
	async changeOnce<T>(name: string, change: () => Promise<T>): Promise<T> {
		const doubt = this.doubts.get(name);
		if (doubt !== undefined) throw doubt;
		return await change().catch((thrown: unknown) => {
			if (thrown instanceof UserFacingError && thrown.mustNotRepeat) this.doubts.set(name, thrown);
			throw thrown;
		});
	}
}

const executions = new WeakMap<Outcomes, Map<string, People>>();

export function peopleOf({ request }: Pick<ItemInput, 'request'>, { outcomes, client }: Run): People {
	const lists = executions.get(outcomes) ?? new Map<string, People>();
	executions.set(outcomes, lists);
	const list = idKey(request.pathValues.contactList);
	const people = lists.get(list) ?? new People(`${client.connection.baseUrl} ${list}`);
	lists.set(list, people);
	return people;
}
