import { columnParameters } from '../panel/rowFields';
import { ParameterError } from '../shared/UserFacingError';
import { joinWithAnd, normalized, plainText, quoted } from '../shared/text';
import { isEmpty } from '../shared/values';
import { headerNames, type PersonField } from './headerNames';
import { adviceIfWrittenBack } from './results';

/** The column names entered under 'Columns', by the names of its parameters; '' counts as none. */
export type GivenColumns = { readonly [key in keyof typeof columnParameters]?: string };

/** A column that is named under 'Columns'. */
export type Given = (typeof columnParameters)[keyof GivenColumns] & { readonly name: string };

export function givenColumns(columns: GivenColumns): Given[] {
	const keys = Object.keys(columnParameters) as Array<keyof GivenColumns>;
	return keys
		.map((key) => ({ ...columnParameters[key], name: String(columns[key] ?? '') }))
		.filter(({ name }) => !isEmpty(name));
}

/** Where in a row the value of a field is. */
export interface Source {
	readonly field: PersonField;
	/** Its name, as messages show it. */
	readonly column: string;
	readonly path: readonly string[];
}

const fieldByHeader = new Map<string, PersonField>(
	(Object.keys(headerNames) as PersonField[]).flatMap((field) =>
		headerNames[field].map((name) => [plainText(name), field] as const),
	),
);

/** The field of a person that a header means by itself. */
export function fieldOf(header: string): PersonField | undefined {
	const text = plainText(header);
	return fieldByHeader.get(text) ?? (groupNames.includes(text) ? 'tags' : undefined);
}

/** Headers that mean only part of a name: "Name" is a first name next to "Last Name", a last name next to "Vorname". */
const firstNames = ['name', 'nombre', 'nome', 'naam'];
const lastNames = ['name', 'nom', 'naam'];
const nextToLastNames = ['vorname', 'vornamen', 'prenom', 'prenoms', 'voornaam', 'voornamen'];

/** Headers that mean tags only where no other column does. */
const groupNames = ['group', 'groups', 'gruppe', 'gruppen', 'segment', 'segments'];

/**
 * Finds the fields' columns: given ones first, then known headers. The failure names those that could be one field.
 * A row that has them is not sent, and shows the first.
 */
export function resolveColumns(
	columns: readonly string[],
	given: readonly Given[],
): { sources: Source[]; failure?: ParameterError; isEmailInDoubt: boolean } {
	const sources = given.flatMap(({ field, name }): Source[] => {
		const found = sourceOf(name, columns);
		return found === undefined ? [] : [{ ...found, field }];
	});
	const used = new Set(sources.map(({ path }) => path[0]));
	const headers = columns.filter((column) => !used.has(column)).map((column) => [column, plainText(column)] as const);
	const isGiven = (wanted: PersonField): boolean => given.some(({ field }) => field === wanted);
	const columnOf = (wanted: PersonField): string | undefined => sources.find(({ field }) => field === wanted)?.column;
	const several = new Map<PersonField, string[]>();
	/** Uses the column whose header fits for a field that has none yet. */
	const take = (field: PersonField, fits = (header: string): boolean => fieldByHeader.get(header) === field): void => {
		if (isGiven(field) || columnOf(field) !== undefined) return;
		const found = headers.filter(([, header]) => fits(header)).map(([column]) => column);
		const [column] = found;
		if (column === undefined) return;
		if (found.length > 1) several.set(field, found);
		sources.push({ field, column, path: [column] });
	};

	take('email');
	take('tags');
	const groups = headers.filter(([, header]) => groupNames.includes(header));
	if (groups.length === 1) take('tags', (header) => groupNames.includes(header));
	// If only a full name is given under 'Columns', no other column is used for the first or last name.
	if (!isGiven('full_name') || isGiven('first_name') || isGiven('last_name')) {
		take('first_name');
		take('last_name');
		if (columnOf('last_name') !== undefined) take('first_name', (header) => firstNames.includes(header));
		const firstName = plainText(columnOf('first_name') ?? '');
		if (nextToLastNames.includes(firstName)) take('last_name', (header) => lastNames.includes(header));
	}
	if (columnOf('first_name') === undefined && columnOf('last_name') === undefined) take('full_name');
	const failure = several.size > 0 ? severalFor(several, columns) : undefined;
	return { sources, failure, isEmailInDoubt: several.has('email') };
}

/** The column of exactly this name, else the first whose name differs only in case and spaces. */
export function columnNamed(name: string, columns: readonly string[]): string | undefined {
	if (columns.includes(name)) return name;
	const wanted = loose(name);
	return columns.find((column) => loose(column) === wanted);
}

/** The given column: by its name, else by a path. */
export function sourceOf(name: string, columns: readonly string[]): Omit<Source, 'field'> | undefined {
	const found = columnNamed(name, columns);
	if (found !== undefined) return { column: found, path: [found] };
	const path = pathOf(name);
	return columns.includes(path[0] ?? '') ? { column: name.trim(), path } : undefined;
}

/** A name for comparing columns: case, spaces and invisible characters aside. */
export function loose(name: string): string {
	const folded = normalized(name, 'NFC').toLowerCase();
	return folded.replace(/[\s\p{Cf}]+/gu, '');
}

/** The value at the end of a path, whose steps may differ in case and spaces from the names in the object. */
export function valueLooselyAt(value: unknown, path: readonly string[]): unknown {
	const [step, ...others] = path;
	if (step === undefined || typeof value !== 'object' || value === null) return step === undefined ? value : undefined;
	const name = columnNamed(step, Object.keys(value));
	return name === undefined ? undefined : valueLooselyAt(Reflect.get(value, name), others);
}

/** The steps of `body.email`, `emails[0].value` or `body['First Name']`, the forms of fields dragged in n8n. */
export function pathOf(name: string): string[] {
	// Neither form reads past another opening one, which would take quadratic time.
	const steps = name.trim().matchAll(/\[(['"])((?:(?!\1\]|\[['"]).)*)\1\]|\[([^[\]]*)\]|[^.[]+/g);
	return [...steps].map(([step, , quotedName, inner]) => quotedName ?? inner ?? step);
}

function severalFor(several: ReadonlyMap<PersonField, readonly string[]>, all: readonly string[]): ParameterError {
	const nameOf = (field: PersonField) =>
		Object.values(columnParameters).find((one) => one.field === field)?.displayName;
	const names = [...several].map(
		([field, columns]) => `'${nameOf(field)}': ${joinWithAnd(columns.slice(0, 5).map(quoted))}`,
	);
	const message = `More than one column could be ${names.join('; ')}`;
	const advice = "Enter the right one under 'Columns'.";
	// Enough of a result to name it: its other columns may have been deleted.
	const mayHaveResult = all.includes('action') || all.includes('note');
	return new ParameterError(message, mayHaveResult ? `${advice} ${adviceIfWrittenBack}` : advice);
}
