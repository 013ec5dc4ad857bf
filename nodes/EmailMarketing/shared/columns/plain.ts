import { listed as all, textOf } from '../text';

/** Letters that Unicode does not take apart into a letter and its mark. The last two only look like letters. */
const folds: ReadonlyMap<string, string> = new Map([
	['ß', 'ss'],
	['æ', 'ae'],
	['œ', 'oe'],
	['ø', 'o'],
	['ł', 'l'],
	['đ', 'd'],
	['ı', 'i'],
	['ʼ', ''],
	['ـ', ''],
]);

/** Letters and digits alone, small and without their marks: `E-Mail Adresse:` gives `emailadresse`. Text without any gives `''`. */
export function plainOf(text: string): string {
	return text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[ßæœøłđıʼـ]/gu, (letter) => folds.get(letter) ?? letter)
		.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The words of a text and each two that follow one another, all plain: `workEmail 2` gives work, email, 2, workemail, email2. */
export function phrasesOf(text: string): string[] {
	const words = text
		.slice(0, 200)
		.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|[^\p{L}\p{N}\p{M}]+/u)
		.map(plainOf)
		.filter((word) => word !== '');
	return [...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)];
}

/** Whether a cell holds nothing: no value, blanks or what nobody can see, or a list of such. */
export function isEmptyCell(cell: unknown): boolean {
	return Array.isArray(cell) ? cell.every(isEmptyText) : isEmptyText(cell);
}

function isEmptyText(cell: unknown): boolean {
	return cell === undefined || cell === null || (typeof cell === 'string' && /^[\s\p{Cc}\p{Cf}]*$/u.test(cell));
}

/** Whether a cell holds what is left of a value that could not be had: a spreadsheet's sign for a formula that failed, or a program's for nothing. */
export function isBrokenCell(cell: unknown): boolean {
	return (
		typeof cell === 'string' &&
		/^\s*(#(N\/A|REF!|VALUE!|ERROR!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)|\[object Object\]|undefined|NaN|null)\s*$/.test(
			cell,
		)
	);
}

const longest = 40;

/** Text in double quotes, fit for a message: on one line, without what cannot be seen, and shortened. */
export function quoted(text: string): string {
	const clean = text
		.slice(0, 1000)
		.toWellFormed()
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
		.trim();
	const letters = [...clean];
	return `"${letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : clean}"`;
}

/** The value of a cell, fit for a message. */
export function shown(cell: unknown): string {
	if (cell instanceof Date) return quoted(Number.isNaN(cell.getTime()) ? 'Invalid Date' : cell.toISOString());
	if (Array.isArray(cell)) return 'a list';
	return typeof cell === 'object' ? 'an object' : quoted(textOf(cell));
}

/** Texts as a sentence names them: `"A", "B" and "C"`, or `"A", "B" and 7 more` where there are more than so many. */
export function listed(texts: readonly string[], most: number, isAtLeast = false): string {
	const left = texts.length - most;
	return all(
		left > 0 || isAtLeast
			? [...texts.slice(0, most), `${isAtLeast ? 'at least ' : ''}${Math.max(left, 1)} more`]
			: texts,
	);
}
