import { addressKey } from '../../../api/emailAddress';
import { idKey } from '../../../api/response';
import { emptySubscriber, type Subscriber } from '../../../api/subscriber';
import type { Run } from '../../../execution/Operation';
import { UserFacingError } from '../../../shared/UserFacingError';

/** What one execution of the node knows of the people in contact lists, across its tries. */
export class People {
	/** Subscribers that this execution has created or updated, by contact list and ID, and by contact list and email. */
	private readonly seen = new Map<string, Subscriber>();

	/** Changes that must not be done twice and may still take place, by name. */
	private readonly doubts = new Map<string, UserFacingError>();

	/**
	 * A subscriber as this execution has left it.
	 * @param name its ID or email
	 */
	subscriber(contactList: string, name: unknown): Subscriber | undefined {
		return this.seen.get(subscriberKey(contactList, name));
	}

	keep(contactList: string, subscriber: Subscriber): void {
		for (const name of [subscriber.id, addressKey(subscriber.email)])
			this.seen.set(subscriberKey(contactList, name), subscriber);
	}

	/** Called before an update: if its outcome stays unknown, the next one reads the subscriber again. */
	forget(contactList: string, { id, email, isSubscribed }: Subscriber): void {
		this.keep(contactList, { ...emptySubscriber, id, email, isSubscribed });
	}

	/**
	 * Makes a change that must not be made twice.
	 * @throws UserFacingError the failure of an earlier change of the same name, if that may still take place
	 */
	async changeOnce<T>(name: string, change: () => Promise<T>): Promise<T> {
		const doubt = this.doubts.get(name);
		if (doubt !== undefined) throw doubt;
		return await change().catch((thrown: unknown) => {
			if (thrown instanceof UserFacingError && thrown.mustNotRepeat) this.doubts.set(name, thrown);
			throw thrown;
		});
	}
}

function subscriberKey(contactList: string, name: unknown): string {
	return JSON.stringify([contactList, name].map(idKey));
}

const peopleByExecution = new WeakMap<object, People>();

/** What the execution of a run knows. */
export function peopleOf({ outcomes }: Pick<Run, 'outcomes'>): People {
	const people = peopleByExecution.get(outcomes) ?? new People();
	peopleByExecution.set(outcomes, people);
	return people;
}
