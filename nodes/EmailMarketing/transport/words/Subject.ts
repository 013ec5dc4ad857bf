import type { EndpointKey, PathStatus } from '../../api/endpoints';

/** The request that a failure belongs to, as far as a message needs it. */
export interface Subject {
	readonly key: EndpointKey;
	readonly method: string;
	/** The path that was used, filled. */
	readonly path: string;
	readonly baseUrl: string;
	readonly pathStatus: PathStatus;
	/** Whether the path comes from the credential's 'Endpoint Paths'. */
	readonly overridden: boolean;
	readonly repeatable: boolean;
	/** How often it was sent. */
	readonly attempts: number;
	/** Whether an attempt before the last one may have done the work. */
	readonly uncertain: boolean;
}

/** What happened, and what to do. */
export interface Words {
	readonly message: string;
	readonly description: string;
}

/** `once`, `3 times`. */
export function times(count: number): string {
	return count === 1 ? 'once' : `${count} times`;
}
