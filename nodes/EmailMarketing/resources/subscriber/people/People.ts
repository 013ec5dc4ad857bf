import { addressKey } from '../../../api/emailAddress';
import { idKey } from '../../../api/response';
import { parseTime, type Subscriber } from '../../../api/subscriber';
import type { ItemInput, Run } from '../../../execution/Operation';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { JsonRecord } from '../../../shared/values';
import { isFromBefore, MinuteMemory } from './age';

/**
 * Subscribers as this process has updated them, by service, list and ID. They count more than an older reading: another
 * execution, or a read replica, may not have seen the update. `writtenAt` is its time by the service's clock;
 * `setAt` of the memory is since when it is known, by n8n's.
 */
const updated = new MinuteMemory<{ readonly subscriber: Subscriber; readonly writtenAt: number }>();

/** The same for the subscriptions that this process has toggled; `at` is the time by the service's clock. */
const toggled = new MinuteMemory<{ readonly isSubscribed: boolean; readonly at: number }>();

/** So long ago that whoever needs a fresh reading reads again. */
const mustBeReadAgain: Subscriber = { readAt: 0 };
/** Kept in `updated` while an update may still be done: no earlier reading can be trusted. */
const updateInDoubt = { subscriber: mustBeReadAgain, writtenAt: 0 };

/** Whether an update of the subscriber may still be done, or not: see `forget`. */
export function isInDoubt({ readAt }: Subscriber): boolean {
	return readAt === mustBeReadAgain.readAt;
}

/** For tests: what this process remembers. */
export const memories = [updated, toggled] as const;

/**
 * What this node has changed in a contact list: `latest` corrects a reading by the process's changes of the last minute;
 * `byAddress` and `changeUnlessInDoubt` are the execution's own, across its tries.
 */
export class People {
	/** Subscribers as this execution left them, across its tries, by `addressKey`. */
	readonly byAddress = new Map<string, Subscriber>();
	/** Changes of this execution that may still be done and must not be made twice: name → the failure. */
	private readonly inDoubt = new Map<string, UserFacingError>();

	/** @param list service and list */
	constructor(private readonly list: string) {}

	/** A subscriber as read, with the changes of this process that the reading misses. */
	latest(read: Subscriber): Subscriber {
		const name = this.nameOf(read.id);
		const update = updated.get(name);
		const toggle = toggled.get(name);
		const shownAt = parseTime(read.updatedAt);
		// A replica that lags shows an old state even to a later reading.
		const showsOldState = shownAt > 0 && shownAt < (update?.value.writtenAt ?? 0);
		const missesUpdate = isFromBefore(read, update?.setAt) || showsOldState;
		const missesToggle = isFromBefore(read, toggle?.setAt);
		return {
			...read,
			...(missesUpdate && update?.value.subscriber),
			...(missesToggle && { isSubscribed: toggle?.value.isSubscribed }),
		};
	}

	/**
	 * Remembers a subscriber after an update, an import or a create.
	 * @param before as they were before it
	 * @param date the header of the response: it may show the old `updated_at`, or none
	 */
	keep(subscriber: Subscriber, before: Subscriber = {}, date?: unknown): void {
		this.byAddress.set(addressKey(subscriber.email), subscriber);
		const shownAt = parseTime(subscriber.updatedAt);
		const showsUpdate = shownAt > parseTime(before.updatedAt);
		const respondedAt = Date.parse(String(date)) || Date.now();
		// The header has whole seconds, and may be rounded up. With a time that is too late, a reading that shows the
		// update would count as old, so it is taken a second earlier.
		const writtenAt = showsUpdate ? shownAt : respondedAt - 1000;
		// Known since it was read, not since now: a later reading may be newer.
		updated.set(this.nameOf(subscriber.id), { subscriber, writtenAt }, subscriber.readAt);
	}

	/** Called before an update: until its outcome is known, the subscriber has to be read again. */
	forget(subscriber: Subscriber): void {
		this.byAddress.set(addressKey(subscriber.email), { ...subscriber, ...mustBeReadAgain });
		updated.set(this.nameOf(subscriber.id), updateInDoubt);
	}

	/** Remembers a toggle: `shown` is the subscriber before and after it, `date` a header of the response. */
	keepToggled(id: unknown, isSubscribed: boolean, shown: readonly JsonRecord[], date?: unknown): void {
		const times = shown.map(({ updated_at: time }) => parseTime(time));
		const at = Math.max(...times, Date.parse(String(date)) || Date.now());
		toggled.set(this.nameOf(id), { isSubscribed, at });
	}

	/** Whether a reading may be outdated: it contradicts a toggle, and shows no later change, such as a click. */
	mayBeOutdated(id: unknown, { is_subscribed: isSubscribed, updated_at: time }: JsonRecord): boolean {
		const last = toggled.get(this.nameOf(id))?.value;
		return last !== undefined && last.isSubscribed !== isSubscribed && parseTime(time) <= last.at;
	}

	/** Makes a change that must not be made twice. Throws the failure of an earlier one that may still be done. */
	async changeUnlessInDoubt<T>(name: string, change: () => Promise<T>): Promise<T> {
		const failure = this.inDoubt.get(name);
		if (failure !== undefined) throw failure;
		return await change().catch((thrown: unknown) => {
			if (thrown instanceof UserFacingError && thrown.mustNotRepeat) this.inDoubt.set(name, thrown);
			throw thrown;
		});
	}

	private nameOf(id: unknown): string {
		return `${this.list} ${idKey(id)}`;
	}
}

/** The memory for an item's contact list in this execution. */
export function peopleOf({ request }: Pick<ItemInput, 'request'>, { outcomes, client }: Run): People {
	const list = idKey(request.pathValues.contactList);
	return outcomes.shared(`people of ${list}`, () => new People(`${client.connection.baseUrl} ${list}`));
}
