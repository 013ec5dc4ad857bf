import type { EndpointKey } from '../../api/endpoints';
import type { DisplayNames } from '../../shared/names';

/** The request that a failure belongs to, as far as a message needs it. */
export interface FailedRequest {
	readonly key: EndpointKey;
	/** How the panel calls the parameters behind it. */
	readonly names?: DisplayNames;
	/** The input items behind the rows of the body, where it has rows. */
	readonly rows?: readonly number[];
	/** The path that was used, filled. */
	readonly path: string;
	readonly baseUrl: string;
	/** Whether the path comes from the credential's 'Endpoint Paths'. */
	readonly isOverridden: boolean;
	/** How often it was sent. */
	readonly attempts: number;
	/** Whether an attempt before the last one may have done the work. */
	readonly mayBeDone: boolean;
}

/** What happened, and what to do. */
export interface ErrorText {
	readonly message: string;
	readonly description: string;
}

/** `once`, `3 times`. */
export function times(count: number): string {
	return count === 1 ? 'once' : `${count} times`;
}
