import type { IDataObject } from 'n8n-workflow';

import { ParameterError } from '../shared/UserFacingError';
import { parseJsonObject } from '../shared/values';

/**
 * The object in 'Extra Fields (JSON)'; empty means none.
 * @throws UserFacingError when it is no JSON object, or has a number that JavaScript has rounded
 */
export function readExtraFields(value: unknown): IDataObject {
	const parsed = parseJsonObject(value);
	if (parsed === undefined) {
		throw new ParameterError(
			"'Extra Fields (JSON)' is not a JSON object",
			'Write it as {"field": "value"}, with double quotes around names and texts.',
		);
	}
	refuseRounded(parsed);
	return parsed as IDataObject;
}

/** Refuses numbers that JavaScript has rounded, however deep. */
function refuseRounded(value: unknown): void {
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new ParameterError(
			`'Extra Fields (JSON)' has a number too large to be exact: ${String(value)}`,
			'Write it as text, in double quotes: numbers of more than 15 digits lose their last ones.',
		);
	}
	if (typeof value === 'object' && value !== null) Object.values(value).forEach(refuseRounded);
}
