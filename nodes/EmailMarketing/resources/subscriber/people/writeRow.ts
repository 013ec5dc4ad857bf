import { pathKey } from '../../../api/response';
import type { Subscriber } from '../../../api/subscriber';
import type { ItemInput, Run } from '../../../execution/Operation';
import { UserFacingError } from '../../../shared/UserFacingError';
import { AbortError } from '../../../transport/wait';
import { resultOf } from './RowResult';
import { subscriberId, type Changes } from './changes';
import { setSubscription } from './toggle';
import { updateSubscriber, type Want } from './updateSubscriber';

const runAgain = 'Nothing more was sent after that. Run this row again.';
const notResubscribed = new UserFacingError('Updated, but not resubscribed', runAgain, { canRetry: true });

interface WriteOptions {
	/** Whether the present tags must be known. */
	readonly addsTags: boolean;
}

/** Makes a person what a row wants, in turn with other writes of them. */
export async function writeRow(input: ItemInput, run: Run, listed: Subscriber, want: Want, { addsTags }: WriteOptions) {
	return await inTurnOf(input, run, listed, async () => {
		const updated = await updateSubscriber(input, run, listed, want, addsTags);
		const { subscriber, changes } = updated;
		// Set last: if a field is rejected, they must not be resubscribed.
		const state = updated.state ?? want(subscriber).is_subscribed;
		if (state === undefined) return resultOf(subscriber, changes);
		await setSubscription(input, run, subscriber, state.to === true).catch((thrown: unknown) => {
			if (Object.keys(changes).length === 0) throw thrown;
			throw thrown instanceof AbortError ? notResubscribed : doneBefore(changes, thrown);
		});
		return resultOf(subscriber, { ...changes, is_subscribed: state });
	});
}

/** A failure after a part of the row was done. */
function doneBefore(changes: Changes, thrown: unknown): unknown {
	if (!(thrown instanceof UserFacingError)) return thrown;
	const { description, message, ...facts } = thrown;
	const done = Object.keys(changes).join(', ');
	const whole = `${done} updated, then: ${message}`;
	return new UserFacingError(whole, description, { ...facts, fieldMessages: [], serviceMessage: undefined });
}

/** For rows: an item has the turn of its subscriber before it begins. */
export async function inTurnOf<T>({ request }: ItemInput, run: Run, person: Subscriber, work: () => Promise<T>) {
	const name = pathKey({ ...request.pathValues, subscriber: subscriberId(person) });
	return await run.client.inTurn([name], work);
}
