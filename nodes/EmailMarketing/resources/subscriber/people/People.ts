import { addressKey } from '../../../api/emailAddress';
import { idKey } from '../../../api/response';
import { isFresh, parseTime, type Subscriber } from '../../../api/subscriber';
import type { ItemInput, Run } from '../../../execution/Operation';
import type { Outcomes } from '../../../execution/Outcomes';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { JsonRecord } from '../../../shared/values';

/**
 * Updated subscribers as this process left them, by service, list and ID. Within a minute they count more than an older
 * reading: another execution, or a read replica, may not have seen the update.
 */
export const updated = new Map<string, Subscriber>();

/** The same for the subscriptions that this process set; `at` is the time of the toggle by the service's clock. */
export const toggled = new Map<
	string,
	{ readonly isSubscribed: boolean; readonly at: number; readonly readAt: number }
>();

/** Remembers an entry for a minute. The oldest come first, so only expired entries are visited. */
function remember<T extends Pick<Subscriber, 'readAt'>>(entries: Map<string, T>, name: string, entry: T): void {
	entries.delete(name);
	for (const [other, one] of entries) {
		if (isFresh(one)) break;
		entries.delete(other);
	}
	entries.set(name, entry);
}

/** What one execution knows about the people in a contact list, across its tries. */
export class People {
	/** Subscribers as this execution left them, by `idKey` of the ID and by `addressKey`. */
	readonly seen = new Map<string, Subscriber>();
	/** Changes that may still be done and must not be made twice, by name. */
	private readonly doubts = new Map<string, UserFacingError>();

	/** @param list service and list */
	constructor(private readonly list: string) {}

	/** A subscriber as read, or as left by a later update of this n8n. */
	latest(read: Subscriber): Subscriber {
		const seen = this.seen.get(idKey(read.id)) ?? read;
		const name = this.nameOf(read.id);
		const own = updated.get(name);
		const set = toggled.get(name);
		const { readAt = 0, updatedAt } = seen;
		const isSet = set !== undefined && isFresh(set) && readAt < set.readAt;
		const isSubscribed = isSet ? set.isSubscribed : seen.isSubscribed;
		if (own === undefined || !isFresh(own)) return { ...seen, isSubscribed };
		const isOlder = readAt < (own.readAt ?? 0) || parseTime(updatedAt) < parseTime(own.updatedAt);
		return { ...(isOlder ? own : seen), isSubscribed };
	}

	keepUpdated(subscriber: Subscriber): void {
		this.keep(subscriber);
		remember(updated, this.nameOf(subscriber.id), subscriber);
	}

	/** Remembers a toggle: `shown` is the subscriber before and after it, `date` a header of the response. */
	keepToggled(id: unknown, isSubscribed: boolean, shown: readonly JsonRecord[], date?: unknown): void {
		const times = shown.map(({ updated_at: time }) => parseTime(time));
		const at = Math.max(...times, Date.parse(String(date)) || Date.now());
		remember(toggled, this.nameOf(id), { isSubscribed, at, readAt: Date.now() });
	}

	/** Whether a reading may be outdated: it contradicts a toggle, and shows no later change, such as a click. */
	mayBeOutdated(id: unknown, { is_subscribed: isSubscribed, updated_at: time }: JsonRecord): boolean {
		const last = toggled.get(this.nameOf(id));
		if (last === undefined || !isFresh(last) || last.isSubscribed === isSubscribed) return false;
		return parseTime(time) <= last.at;
	}

	private nameOf(id: unknown): string {
		return `${this.list} ${idKey(id)}`;
	}

	keep(subscriber: Subscriber): void {
		this.seen.set(idKey(subscriber.id), subscriber);
		this.seen.set(addressKey(subscriber.email), subscriber);
	}

	/** Called before an update: if its outcome is unknown, the next update reads the subscriber again. */
	forget({ id, email, isSubscribed }: Subscriber): void {
		this.keep({ id, email, isSubscribed });
		updated.delete(this.nameOf(id));
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
