import { ParameterError, type UserFacingError } from '../UserFacingError';
import { consentColumns, type ConsentColumn } from './consent';
import { columnNamed, parameterOf, type Given, type GivenField, type PersonField } from './givenColumns';
import { fieldsOf } from './headers';
import { listed, quoted } from './plain';

/** Where a row has the value of a field. */
export interface Source<F extends GivenField = PersonField> {
	readonly field: F;
	/** The column as the user knows it. */
	readonly column: string;
	readonly path: readonly string[];
}

/** What the columns of a row are to us. */
export interface ResolvedColumns {
	readonly sources: readonly Source[];
	/** The fields whose given column is among them. */
	readonly present: readonly GivenField[];
	readonly consent: readonly ConsentColumn[];
	/** The columns that are neither. */
	readonly left: readonly string[];
}

/**
 * What the columns of a row are, the given ones before those that are recognised.
 * @param reached the given ones whose path this row has
 * @throws UserFacingError when two columns could be one field
 */
export function resolveColumns(
	columns: readonly string[],
	given: readonly Given[],
	reached: readonly Given[],
): ResolvedColumns {
	const found = given.map((one) => sourceOf(one, columns, reached)).filter((source) => source !== undefined);
	const named = new Set(found.map(({ path }) => path[0]));
	const sources = new Map(found.filter(isOfPerson).map((source) => [source.field, source]));
	const givenConsent = found.filter((source) => !isOfPerson(source)) as Array<Source<Exclude<GivenField, PersonField>>>;
	const recognised = fieldsOf(columns);

	const isGiven = (...fields: GivenField[]): boolean => given.some(({ field }) => fields.includes(field));
	const recognise = (field: PersonField): void => {
		const [column, ...others] = columns.filter((name) => recognised.get(name) === field && !named.has(name));
		if (isGiven(field) || column === undefined) return;
		if (others.length > 0) throw severalFor(field, [column, ...others]);
		sources.set(field, { field, column, path: [column] });
	};
	recognise('email');
	// Who names the column of the full name alone does not want the parts from elsewhere.
	if (!isGiven('full_name') || isGiven('first_name', 'last_name')) {
		recognise('first_name');
		recognise('last_name');
	}
	if (sources.has('first_name') || sources.has('last_name')) sources.delete('full_name');
	else recognise('full_name');
	recognise('tags');

	const consent = [...givenConsent, ...consentColumns(columns)];
	const used = new Set(
		[...sources.values(), ...consent].map(({ column, path = [column] }: ConsentColumn | Source) => path[0]),
	);
	return {
		sources: [...sources.values()],
		present: found.map(({ field }) => field),
		consent,
		left: columns.filter((column) => !used.has(column)),
	};
}

function isOfPerson(source: Source<GivenField>): source is Source {
	return !['is_subscribed', 'unsubscribed_at'].includes(source.field);
}

function sourceOf(given: Given, columns: readonly string[], reached: readonly Given[]): Source<GivenField> | undefined {
	const { field, name, path } = given;
	if (path !== undefined && reached.includes(given) && !columns.includes(name))
		return { field, column: name.trim(), path };
	const column = columnNamed(given, columns);
	return column === undefined ? undefined : { field, column, path: [column] };
}

function severalFor(field: PersonField, columns: readonly string[]): UserFacingError {
	const parameter = parameterOf(field);
	return new ParameterError(
		`More than one column could be '${parameter}': ${listed(columns.map(quoted), 5)}`,
		`Enter the one to take in '${parameter}' under 'Columns', or rename or remove the others in a node before this one.`,
	);
}
