import type { IDataObject } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';
import { parseId } from '../shared/parseId';
import type { DisplayNames } from '../shared/text';

/** One call of an operation in `endpoints`. */
export interface ApiRequest {
	readonly key: EndpointKey;
	/** Replaces the operation's own path. */
	readonly path?: string;
	/** Values for the path's placeholders, by parameter name. */
	readonly pathValues: Readonly<Record<string, string>>;
	/** Already URL-encoded. */
	readonly query?: string;
	readonly body?: IDataObject;
	/** Display names of the parameters behind the path and the body. */
	readonly names?: DisplayNames;
	/** Input items behind the rows of the body, if it has rows. */
	readonly rows?: readonly number[];
	/** Advice if the address of a new subscriber is taken, or if the work may have been done, in place of the usual one. */
	readonly advice?: { readonly ifTaken?: string; readonly ifUnknown?: string };
	readonly sending?: Sending;
}

export interface Sending {
	/** Whether an earlier try may have done the work. */
	readonly outcomeUnknown?: boolean;
	/** Whether a rejection is acceptable too: it does not stop the client. */
	readonly isOptional?: boolean;
	/** Sent before all other waiting requests. */
	readonly isUrgent?: boolean;
	/** Not sent after this time (ms since 1970), because its data may have changed. Not for repeats of what may be done. */
	readonly expiresAt?: number;
	/** Whether others wait for its end: it may take `briefMs`, and is sent again only after a rate limit. */
	readonly isBrief?: boolean;
}

/** Fills each `{placeholder}` with its value, percent-encoded. `parseId` rejects values that would change the path. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parseId(values[name], name)));
}

export function withQuery(path: string, query = ''): string {
	if (query === '') return path;
	return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
