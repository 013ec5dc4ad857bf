import type { IDataObject } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';
import { parseId } from '../shared/parseId';
import type { DisplayNames } from '../shared/text';

/** One call of an operation of the catalogue. */
export interface ApiRequest {
	readonly key: EndpointKey;
	/** A path that is tried in place of the operation's own. */
	readonly path?: string;
	/** Values for the placeholders of the path, by parameter name. */
	readonly pathValues: Readonly<Record<string, string>>;
	/** Already encoded. */
	readonly query?: string;
	readonly body?: IDataObject;
	/** How the panel calls the parameters behind the path and the body. */
	readonly names?: DisplayNames;
	/** The input items behind the rows of the body, where it has rows. */
	readonly rows?: readonly number[];
	/** What to do where the address of a new subscriber is taken. */
	readonly adviceIfTaken?: string;
	/** What to do where the work may have been done, in place of the endpoint's own advice. */
	readonly adviceIfUnknown?: string;
	/** Whether an earlier try may have done the work. */
	readonly outcomeUnknown?: boolean;
	/** Whether a rejection is an answer too: then it stops nothing. */
	readonly isOptional?: boolean;
	/** Sent before all other waiting requests. */
	readonly isUrgent?: boolean;
	/** After this moment it is not sent any more, in ms since 1970: what it rests on may have changed. */
	readonly expiresAt?: number;
}

/**
 * Fills each `{placeholder}` of a path with the percent-encoded value of that name, so that a value stays one segment.
 * @throws UserFacingError for a value that `readId` does not take: an empty one, `.` or `..` would lead to the whole list
 */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parseId(values[name], name)));
}
