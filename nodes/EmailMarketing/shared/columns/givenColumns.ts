import { isRecord } from '../values';
import { ParameterError } from '../UserFacingError';
import type { ConsentField, Field } from './headers';
import { listed, quoted } from './plain';

/** The column names given under 'Columns' in the panel; all optional, '' counts as not given. */
export interface GivenColumns {
	readonly email?: string;
	readonly firstName?: string;
	readonly lastName?: string;
	readonly fullName?: string;
	readonly tags?: string;
	readonly subscribed?: string;
	readonly unsubscribed?: string;
}

/** The fields of a person whose column can be given. */
export type PersonField = Exclude<Field, ConsentField>;

/** The fields whose column can be given. */
export type GivenField = PersonField | 'is_subscribed' | 'unsubscribed_at';

const parameters: ReadonlyArray<{
	readonly field: GivenField;
	readonly key: keyof GivenColumns;
	readonly displayName: string;
}> = [
	{ field: 'email', key: 'email', displayName: 'Email' },
	{ field: 'first_name', key: 'firstName', displayName: 'First Name' },
	{ field: 'last_name', key: 'lastName', displayName: 'Last Name' },
	{ field: 'full_name', key: 'fullName', displayName: 'Full Name' },
	{ field: 'tags', key: 'tags', displayName: 'Tags' },
	{ field: 'is_subscribed', key: 'subscribed', displayName: 'Subscribed' },
	// Read as a date is, it may also be a yes or a no.
	{ field: 'unsubscribed_at', key: 'unsubscribed', displayName: 'Unsubscribed' },
];

/** A column that the user named for a field. */
export interface Given {
	readonly field: GivenField;
	readonly displayName: string;
	readonly name: string;
	/** The name as a way into objects, where it is written as one. */
	readonly path?: readonly string[];
}

export function givenColumns(given: GivenColumns): Given[] {
	return parameters.flatMap(({ field, key, displayName }) => {
		const name = String(given[key] ?? '');
		if (name.trim() === '') return [];
		return [{ field, displayName, name, path: pathOf(name) }];
	});
}

/** `body.email`, `emails[0].value` and `body['First Name']`, as dragging from the input panel writes them. */
function pathOf(name: string): string[] | undefined {
	if (!/[.[]/.test(name)) return undefined;
	const steps = [...name.trim().matchAll(/\[(['"]?)(.*?)\1\]|[^.[]+/g)].map(([step, , inner]) => inner ?? step);
	return steps.length === 0 ? undefined : steps;
}

/** The parameter under 'Columns' for a field. */
export function parameterOf(field: PersonField): string {
	return parameters.find((parameter) => parameter.field === field)?.displayName ?? field;
}

/** The column that the user means: the one of exactly this name or, failing that, the one that differs in case and blanks only. @throws UserFacingError when several do */
export function columnNamed({ name, displayName }: Given, columns: readonly string[]): string | undefined {
	const alike = columns.includes(name) ? [name] : columns.filter((column) => loose(column) === loose(name));
	const [column] = alike;
	if (alike.length < 2) return column;
	throw new ParameterError(
		`'${displayName}' under 'Columns' is ${quoted(name)}, and more than one column is called so: ${listed(alike.map(quoted), 5)}`,
		`Write one of them in '${displayName}' with the same capital letters and blanks, or rename the others in a node before this one.`,
	);
}

function loose(name: string): string {
	return name
		.normalize('NFC')
		.toLowerCase()
		.replace(/[\s\p{Cf}]+/gu, '');
}

/** Whether an object has a value at the end of a way into it. */
export function hasPath(value: unknown, path: readonly string[]): boolean {
	const [name, ...rest] = path;
	if (name === undefined) return true;
	return (
		(isRecord(value) || Array.isArray(value)) && Object.hasOwn(value, name) && hasPath(Reflect.get(value, name), rest)
	);
}

/** The value at the end of a way into an object that has it. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
	return path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], value);
}
