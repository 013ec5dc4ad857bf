import type { Subscriber } from '../../../api/subscriber';
import type { RowAction, SkipKind } from '../../../execution/words';
import type { UserFacingError } from '../../../shared/UserFacingError';
import type { Changes } from './changes';

/** What became of a row, or of a subscriber in no row. */
export interface RowResult {
	readonly action: RowAction;
	readonly subscriber?: Subscriber;
	readonly changes?: Changes;
	readonly reason?: string;
	readonly kind?: SkipKind;
	readonly needsAttention?: boolean;
	/** Why it was rejected or failed, or was not sent. */
	readonly failure?: UserFacingError;
}

/** Why a row leaves a subscriber unsubscribed. */
export const staysUnsubscribed = 'Unsubscribed in the list';

/** The result of changes for a subscriber, as they are afterwards. */
export function resultOf(after: Subscriber, changes: Changes): RowResult {
	const { is_subscribed: state } = changes;
	if (state !== undefined) {
		const isSubscribed = state.to === true;
		const action = isSubscribed ? 'resubscribed' : 'unsubscribed';
		return { action, subscriber: { ...after, isSubscribed }, changes };
	}
	const action = Object.keys(changes).length > 0 ? 'updated' : 'unchanged';
	return { action, subscriber: after, changes, reason: after.isSubscribed === false ? staysUnsubscribed : undefined };
}
