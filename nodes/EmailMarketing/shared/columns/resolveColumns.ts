import { UserFacingError } from '../UserFacingError';
import { consentColumns, type ConsentColumn } from './consent';
import { columnNamed, parameterOf, type Given, type PersonField } from './givenColumns';
import { fieldsOf } from './headers';
import { listed, quoted } from './wording';

/** Where a row has the value of a field. */
export interface Source {
	readonly field: PersonField;
	/** The column as the user knows it. */
	readonly column: string;
	readonly path: readonly string[];
}

/** What the columns of a row are to us. */
export interface ResolvedColumns {
	readonly sources: readonly Source[];
	/** The fields whose given column is among them. */
	readonly present: readonly PersonField[];
	readonly consent: readonly ConsentColumn[];
	/** The columns that are neither. */
	readonly left: readonly string[];
}

/**
 * What the columns of a row are, the given ones before those that are recognised.
 * @param reached the given ones whose path this row has
 * @throws UserFacingError when two columns could be one field
 */
export function resolveColumns(columns: readonly string[], given: readonly Given[], reached: readonly Given[]): ResolvedColumns {
	const sources = new Map<PersonField, Source>();
	for (const one of given) {
		const source = sourceOf(one, columns, reached);
		if (source !== undefined) sources.set(one.field, source);
	}
	const present = [...sources.keys()];
	const named = new Set([...sources.values()].map(({ path }) => path[0]));
	const recognised = fieldsOf(columns);

	const isGiven = (...fields: PersonField[]): boolean => given.some(({ field }) => fields.includes(field));
	const recognise = (field: PersonField): void => {
		const found = columns.filter((column) => recognised.get(column) === field && !named.has(column));
		if (isGiven(field) || found[0] === undefined) return;
		if (found.length > 1) throw severalFor(field, found);
		sources.set(field, { field, column: found[0], path: [found[0]] });
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

	const consent = consentColumns(columns);
	const used = new Set([...[...sources.values()].map(({ path }) => path[0]), ...consent.map(({ column }) => column)]);
	return { sources: [...sources.values()], present, consent, left: columns.filter((column) => !used.has(column)) };
}

function sourceOf(given: Given, columns: readonly string[], reached: readonly Given[]): Source | undefined {
	const { field, name, path } = given;
	if (path !== undefined && reached.includes(given) && !columns.includes(name)) return { field, column: name.trim(), path };
	const column = columnNamed(given, columns);
	return column === undefined ? undefined : { field, column, path: [column] };
}

function severalFor(field: PersonField, columns: readonly string[]): UserFacingError {
	const parameter = parameterOf(field);
	return new UserFacingError(
		`More than one column could be '${parameter}': ${listed(columns.map(quoted), 5)}`,
		`Enter the one to take in '${parameter}' under 'Columns', or rename or remove the others in a node before this one. Nothing was sent for this item.`,
	);
}
