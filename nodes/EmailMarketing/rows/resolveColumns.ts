import { columnParameters } from '../panel/rowFields';
import { ParameterError } from '../shared/UserFacingError';
import { joinWithAnd, plainText, quoted } from '../shared/text';
import { isEmpty } from '../shared/values';
import { headerNames, type PersonField } from './headerNames';
import type { Consent } from './optOut';

/** What a column can be used for. */
export type Field = PersonField | Consent;

/** The column names given under 'Columns', by the names of its parameters; '' counts as not given. */
export type GivenColumns = { readonly [key in keyof typeof columnParameters]?: string };

export type Given = ReturnType<typeof givenColumns>[number];

export function givenColumns(columns: GivenColumns) {
	const keys = Object.keys(columnParameters) as Array<keyof GivenColumns>;
	return keys
		.map((key) => ({ ...columnParameters[key], name: String(columns[key] ?? '') }))
		.filter(({ name }) => !isEmpty(name));
}

/** Where a row has the value of a field; the column as the user knows it. */
export interface Source {
	readonly field: Field;
	readonly column: string;
	readonly path: readonly string[];
}

const fields = new Map<string, Field>(
	(Object.keys(headerNames) as PersonField[]).flatMap((field) =>
		headerNames[field].map((name) => [plainText(name), field] as const),
	),
);

/** Headers of a full name that are one part of it next to a column of the other part: "Name" next to "Last Name", or next to "Vorname". */
const firstNames = ['name', 'nombre', 'nome', 'naam'];
const lastNames = ['name', 'nom', 'naam'];
const besideLastNames = ['vorname', 'vornamen', 'prenom', 'prenoms', 'voornaam', 'voornamen'];

/** What the columns of a row are: the given ones first, then those whose headers are known. @throws UserFacingError when several columns could be one field */
export function resolveColumns(columns: readonly string[], given: readonly Given[]): Source[] {
	const sources = given.map((one) => sourceOf(one, columns)).filter((source) => source !== undefined);
	const free = columns.filter((column) => !sources.some(({ path }) => path[0] === column));
	const headers = new Map(free.map((column) => [column, plainText(column)]));
	const isGiven = (...names: Field[]): boolean => given.some(({ field }) => names.includes(field));
	const has = (...names: Field[]): boolean => sources.some(({ field }) => names.includes(field));
	const take = (field: PersonField, fits = (header: string): boolean => fields.get(header) === field): void => {
		const found = free.filter((column) => fits(headers.get(column) ?? ''));
		// The API's own name wins.
		const [column, ...others] = field !== 'full_name' && found.includes(field) ? [field] : found;
		if (column === undefined || isGiven(field) || has(field)) return;
		if (others.length > 0) throw severalFor(field, found);
		sources.push({ field, column, path: [column] });
	};

	take('email');
	take('tags');
	// Where only the column of the full name is given, no other column is wanted for its parts.
	if (!isGiven('full_name') || isGiven('first_name', 'last_name')) {
		take('first_name');
		take('last_name');
		if (has('last_name')) take('first_name', (header) => firstNames.includes(header));
		if (besideLastNames.includes(plainText(sources.find(({ field }) => field === 'first_name')?.column ?? '')))
			take('last_name', (header) => lastNames.includes(header));
	}
	if (!has('first_name', 'last_name')) take('full_name');
	return sources;
}

/** The given column: of exactly this name, else one that differs in case and spaces only, else what is at the path. */
function sourceOf({ field, name }: Given, columns: readonly string[]): Source | undefined {
	const found = columns.includes(name) ? name : columns.find((column) => loose(column) === loose(name));
	const path = found === undefined ? pathOf(name) : [found];
	return columns.includes(path[0] ?? '') ? { field, column: found ?? name.trim(), path } : undefined;
}

function loose(name: string): string {
	return name
		.normalize('NFC')
		.toLowerCase()
		.replace(/[\s\p{Cf}]+/gu, '');
}

/** `body.email`, `emails[0].value` and `body['First Name']`, as dragging from the input panel writes them. */
function pathOf(name: string): string[] {
	const steps = name.trim().matchAll(/\[(['"]?)(.*?)\1\]|[^.[]+/g);
	return [...steps].map(([step, , inner]) => inner ?? step);
}

function severalFor(field: PersonField, columns: readonly string[]): ParameterError {
	const name = Object.values(columnParameters).find((parameter) => parameter.field === field)?.displayName;
	return new ParameterError(
		`More than one column could be '${name}': ${joinWithAnd(columns.slice(0, 5).map(quoted))}`,
		`Enter the right one in '${name}' under 'Columns'.`,
	);
}
