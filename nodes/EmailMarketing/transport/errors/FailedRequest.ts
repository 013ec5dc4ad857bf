import type { IDataObject } from 'n8n-workflow';

import type { EndpointKey } from '../../api/endpoints';
import { leavesEmpty } from '../../api/values';
import type { DisplayNames } from '../../shared/names';

/** The request that a failure belongs to, as far as a message needs it. */
export interface FailedRequest {
	readonly key: EndpointKey;
	/** How the panel calls the parameters behind it. */
	readonly names?: DisplayNames;
	/** Its body. */
	readonly sent?: IDataObject;
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

/** Fields that name something of the account. */
const references = ['template', 'contact_list'];

/** Those of them that the request had. */
export function referencesIn({ sent = {} }: FailedRequest): string[] {
	return references.filter((field) => !leavesEmpty(sent[field]));
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
