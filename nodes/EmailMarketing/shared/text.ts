import { isRecord } from './values';

export function shortened(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

export function endSentence(sentence: string): string {
	return sentence === '' || /[.!?]["}]?$|[}]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** A number with the words for one or for several: `1 row is`, `3 rows are` */
export function counted(count: number, one: string, several: string): string {
	return `${count} ${count === 1 ? one : several}`;
}

/** At most ten names. */
export function firstOf(names: readonly string[]): string {
	const shown = names.slice(0, 10).join(', ') || 'none';
	return names.length > 10 ? `${shown} and more` : shown;
}

/** Parts as in a sentence: `a, b and c` */
export function joinWithAnd(parts: readonly string[]): string {
	return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** A value as text; '' for none, and JSON for objects other than dates: `[object Object]` is equal for all of them. */
export function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(textOf).join();
	const given: unknown = value ?? '';
	return isRecord(given) && !(given instanceof Date) ? JSON.stringify(given) : String(given);
}

/** More accents on one letter than any language has: sorting them takes quadratic time. */
const tooManyAccents = /[\p{M}\uFF9E\uFF9F]{30}/u;

/** Text in a Unicode form, for comparing; unchanged if it has too many accents in a row. */
export function normalized(text: string, form: 'NFC' | 'NFKD'): string {
	return tooManyAccents.test(text) ? text : text.normalize(form);
}

/** Lowercase letters and digits without accents: `E-Mail Adresse:` becomes `emailadresse`. */
export function plainText(text: string): string {
	const decomposed = normalized(text, 'NFKD').toLowerCase();
	return decomposed.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Text for comparing names: without case, accents and outer spaces. */
export function foldedText(text: string): string {
	const plain = normalized(text.trim(), 'NFKD').replace(/\p{M}/gu, '').toLowerCase();
	return plain.replace(/[ßłøđæœ]/g, (letter) => withoutAccent[letter] ?? letter);
}

/** Letters that Unicode does not take apart. */
const withoutAccent: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe' };

/** Text in one line, without invisible characters. */
export function oneLine(text: string): string {
	const spaced = text.replace(/[\s\p{Cc}]+/gu, ' ');
	return spaced.replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '').trim();
}

/** Text in double quotes for a message: one line of at most 40 characters, none of them invisible. */
export function quoted(text: string): string {
	const start = text.slice(0, 1000).toWellFormed();
	const characters = [...oneLine(start)];
	const shown = characters.length > 40 ? [...characters.slice(0, 39), '…'] : characters;
	return `"${shown.join('')}"`;
}

/** A time in ms since 1970 as people read it: `26 Nov 18:40`. */
export function shortTime(ms: number, timeZone: string): string {
	const style = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
	return new Intl.DateTimeFormat('en-GB', { ...style, timeZone }).format(ms).replace(',', '');
}

/** An input item by its row, as people count: `row 4`. n8n counts items from 0. */
export function itemName(item: number): string {
	return `row ${item + 1}`;
}

/** Several input items, with at most `most` numbers and ranges: `row 4`, `rows 4, 6 to 10 and 13`. */
export function itemNames(items: readonly number[], most = Infinity): string {
	const parts = rangesOf(items.map((item) => item + 1).sort((a, b) => a - b));
	const shown = parts.length > most ? [...parts.slice(0, most), 'others'] : parts;
	const noun = items.length === 1 ? 'row' : 'rows';
	return `${noun} ${joinWithAnd(shown)}`;
}

/** Ascending numbers, of which three or more in a row become a range. */
function rangesOf(numbers: readonly number[]): string[] {
	const ranges: number[][] = [];
	for (const number of numbers) {
		const range = ranges.at(-1);
		if (range?.at(-1) === number - 1) range.push(number);
		else ranges.push([number]);
	}
	return ranges.flatMap((range) => (range.length < 3 ? range.map(String) : [`${range[0]} to ${range.at(-1)}`]));
}

/** Field of the API, or placeholder of a path → name of its parameter in the panel. */
export type DisplayNames = ReadonlyMap<string, string>;

/** The display name of a field, or the field itself. A dotted one becomes `Email (subscribers.3.email)`. */
export function displayNameOf(field: string, names: DisplayNames = new Map()): string {
	const own = names.get(field);
	if (own !== undefined) return own;
	const part = field.split('.').find((candidate) => names.has(candidate));
	return part === undefined ? field : `${names.get(part)} (${field})`;
}

/** Replaces a secret in text: plain, percent-encoded, and without the ID that Laravel Sanctum adds (`17|…`). */
export function redact(text: string, secret: string): string {
	// Shorter ones are ordinary words: replacing "test" would spoil every address that contains it.
	const forms = [secret, secret.replace(/^\d+\|/, '')].filter(({ length }) => length >= 12);
	// Encoders differ in the characters they encode, and in the case of `%7c`.
	const encodable = (char: string): string => `(?:\\${char}|%${char.charCodeAt(0).toString(16)})`;
	const patterns = forms.map((form) => new RegExp(form.replace(/[^a-z\d]/gi, encodable), 'gi'));
	return patterns.reduce((rest, pattern) => rest.replace(pattern, '***'), text);
}
