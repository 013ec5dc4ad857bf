import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../shared/UserFacingError';
import { isEmpty, parseJson } from '../shared/values';

/** Names that mean something else to JavaScript than to a service: a body that carries them is an accident or an attack. */
const unsafeNames = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The object in 'Extra Fields (JSON)'; empty means none.
 * @throws UserFacingError when it is no JSON object, or has a name that no field can have
 */
export function readExtraFields(value: unknown): IDataObject {
	if (isEmpty(value)) return {};
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		throw new UserFacingError(
			"'Extra Fields (JSON)' is not a JSON object",
			'Write it as {"field": "value"}, with double quotes around names and texts. Nothing was sent for this item.',
		);
	}
	refuseUnsafe(parsed);
	return parsed as IDataObject;
}

/** Refuses, however deep, names that no field can have and numbers that JavaScript has rounded. */
function refuseUnsafe(value: unknown): void {
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new UserFacingError(
			`'Extra Fields (JSON)' has a number too large to be exact: ${String(value)}`,
			'Write it as text, in double quotes: numbers of more than 15 digits lose their last ones. Nothing was sent for this item.',
		);
	}
	if (typeof value !== 'object' || value === null) return;
	for (const [name, inner] of Object.entries(value)) {
		if (unsafeNames.has(name))
			throw new UserFacingError(
				`'Extra Fields (JSON)' cannot have a field named "${name}"`,
				"Take it out of 'Extra Fields (JSON)'. Nothing was sent for this item.",
			);
		refuseUnsafe(inner);
	}
}
