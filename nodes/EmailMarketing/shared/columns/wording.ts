import { listed as all } from '../listed';
import { textOf } from '../textOf';

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
