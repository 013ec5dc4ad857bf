import { shortened, textOf } from './text';
import { tagsInCell, type JsonRecord } from './values';

/** What spreadsheets show in place of a value that a formula could not find or load, in seven languages. */
// prettier-ignore
const errors = new Set([
	'#N/A', '#NV', '#N/D', '#N/B', '#REF!', '#BEZUG!', '#¡REF!', '#RIF!', '#VERW!',
	'#VALUE!', '#WERT!', '#VALEUR!', '#¡VALOR!', '#VALOR!', '#VALORE!', '#WAARDE!',
	'#NAME?', '#NOM?', '#¿NOMBRE?', '#NOMBRE?', '#NOME?', '#NAAM?', '#NUM!', '#ZAHL!', '#NOMBRE!', '#¡NUM!', '#NÚM!', '#GETAL!',
	'#NULL!', '#NUL!', '#¡NULO!', '#NULO!', '#NULLO!', '#LEEG!', '#DIV/0!', '#¡DIV/0!', '#CALC!', '#ERROR!',
	'#FIELD!', '#BLOCKED!', '#CONNECT!', '#BUSY!', '#UNKNOWN!', '#GETTING_DATA',
	'#SPILL!', '#ÜBERLAUF!', '#PROPAGATION!', '#¡DESBORDAMIENTO!', '#DESPEJAR!', '#ESPANSIONE!', '#OVERLOOP!',
	'LOADING...', 'WIRDGELADEN...', 'CHARGEMENT...', 'CARGANDO...', 'CARREGANDO...', 'CARICAMENTO...', 'LADEN...',
]);

/** Whether a cell is such an error, or was read in the wrong encoding: then it has `�`. */
export function isBroken(cell: unknown): cell is string {
	if (typeof cell !== 'string') return false;
	if (cell.includes('\uFFFD')) return true;
	if (cell.length >= 40 || !/^\s*[#lwce]/i.test(cell)) return false;
	// LibreOffice's errors have numbers.
	if (/^\s*Err:\d{3}\s*$/.test(cell)) return true;
	return errors.has(cell.replace(/\s/g, '').replace('…', '...').toUpperCase());
}

/** A broken cell as messages show it: one in the wrong encoding may have any length. */
export function shownCell(cell: unknown): string {
	return shortened(textOf(cell).trim(), 100);
}

/** Text that JavaScript makes of a missing value, in names and tags. Consent columns have their own: answers.ts. */
const leftovers = ['undefined', 'null', 'NaN', '[object Object]'];

/** Whether a name or tag is such an error, or was never a value. */
export function isBrokenPart(cell: unknown): boolean {
	return isBroken(cell) || (typeof cell === 'string' && leftovers.includes(cell.trim()));
}

/** The same of a tag; a zero is the result of a look-up that failed. */
export function isBrokenTag(cell: string): boolean {
	return isBrokenPart(cell) || cell.trim() === '0';
}

/** The fields of a subscriber in which a broken cell counts as missing. */
const displayNames = { first_name: 'First Name', last_name: 'Last Name', tags: 'Tags' } as const;

/** The first broken cell of a name or a list of tags; any other field has none. */
export function brokenCellIn(field: string, value: unknown): string | undefined {
	if (!Object.hasOwn(displayNames, field)) return undefined;
	const broken =
		field === 'tags'
			? [tagsInCell(value)]
					.flat()
					.flatMap((tag) => textOf(tag).split(/[,;"]/))
					.find(isBrokenTag)
			: [value].find(isBrokenPart);
	return broken === undefined ? undefined : shownCell(broken);
}

/** The names and tags of a row that are broken: field → `Tags is #N/A`. */
export function brokenIn(values: JsonRecord): Readonly<Record<string, string>> {
	const found = Object.entries(displayNames).flatMap(([field, name]) => {
		const cell = brokenCellIn(field, values[field]);
		return cell === undefined ? [] : [[field, `${name} is ${cell}`] as const];
	});
	return Object.fromEntries(found);
}
