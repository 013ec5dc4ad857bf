import { addressKey } from '../../../api/emailAddress';
import { idKey } from '../../../api/response';
import { emptySubscriber, type Subscriber } from '../../../api/subscriber';
import type { ItemInput, Run } from '../../../execution/Operation';
import type { Outcomes } from '../../../execution/Outcomes';
import { UserFacingError } from '../../../shared/UserFacingError';

/** What one execution knows about the people in a contact list, across its tries. */
export class People {
	/** Subscribers that this execution has created or updated, by `idKey` of the ID and by `addressKey`. */
	private readonly seen = new Map<string, Subscriber>();
	/** Changes that may still be done and must not be made twice, by name. */
	private readonly doubts = new Map<string, UserFacingError>();

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

export function peopleOf({ request }: Pick<ItemInput, 'request'>, { outcomes }: Run): People {
	const lists = executions.get(outcomes) ?? new Map<string, People>();
	executions.set(outcomes, lists);
	const list = idKey(request.pathValues.contactList);
	const people = lists.get(list) ?? new People();
	lists.set(list, people);
	return people;
}
