import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../shared/UserFacingError';
import type { BodyField } from './requestBody';

/**
 * The fields of a body that are emptied on purpose, with what is sent for each.
 * @param cleared the names of their parameters
 * @param body what is sent else: a field that is set there as well is refused
 * @throws UserFacingError naming the field that is both set and cleared
 */
export function emptiedFields(
	fields: readonly BodyField[],
	cleared: readonly string[],
	body: IDataObject,
): IDataObject {
	const emptied = fields.filter(({ parameter }) => cleared.includes(parameter));
	const both = emptied.find(({ property }) => property in body);
	if (both !== undefined) {
		throw new UserFacingError(
			`'${both.displayName}' has a value and is chosen in 'Clear Fields' too`,
			"Take the value away to empty the field, or take the field out of 'Clear Fields' to set it. Nothing was sent for this item.",
		);
	}
	return Object.fromEntries(emptied.map((field) => [field.property, emptyValueOf(field)]));
}

/**
 * How the service empties a field is not documented. Inferred from the documented types: a list is empty with no entries, a text with no
 * characters. An address and the ID of something are texts too, but an empty one is neither: they are `null`, as an answer shows what is not there.
 */
function emptyValueOf({ property, isId }: BodyField): IDataObject[string] {
	if (property === 'tags') return [];
	return isId || property.endsWith('email') ? null : '';
}
