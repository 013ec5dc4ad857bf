import { isRecord } from './values';

/** A sentence with a full stop, unless it already has an end, so that another can follow. */
export function endSentence(sentence: string): string {
	return sentence === '' || /[.!?]["}]?$|[}]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Parts as in a sentence: `a, b and c` */
export function joinWithAnd(parts: readonly string[]): string {
	return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/**
 * A value as JavaScript writes it, but objects other than dates as JSON:
 * `[object Object]` is useless in a message, and identical for every object.
 */
export function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map((entry) => textOf(entry ?? '')).join();
	return isRecord(value) && !(value instanceof Date) ? JSON.stringify(value) : String(value);
}

/** Lowercase letters and digits without accents: `E-Mail Adresse:` becomes `emailadresse`. */
export function plainText(text: string): string {
	return text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Text in double quotes for a message: one line of at most 40 characters, none of them invisible. */
export function quoted(text: string): string {
	const clean = text
		.slice(0, 1000)
		.toWellFormed()
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '');
	const characters = [...clean.trim()];
	const shown = characters.length > 40 ? [...characters.slice(0, 39), '…'] : characters;
	return `"${shown.join('')}"`;
}

/** An input item by its number in n8n's panel, which starts at 0: `item 3`. */
export function itemName(item: number): string {
	return `item ${item}`;
}

/**
 * Several input items: `item 3`, `items 3, 5 to 9 and 12`.
 * @param most how many numbers and ranges to name, at most
 */
export function itemNames(items: readonly number[], most = Infinity): string {
	const parts = rangesOf([...items].sort((a, b) => a - b));
	const shown = parts.length > most ? [...parts.slice(0, most), 'others'] : parts;
	return `item${items.length === 1 ? '' : 's'} ${joinWithAnd(shown)}`;
}

/**
 * Three or more in a row become a range.
 * @param numbers in ascending order
 */
function rangesOf(numbers: readonly number[]): string[] {
	const ranges: number[][] = [];
	for (const number of numbers) {
		const range = ranges.at(-1);
		if (range?.at(-1) === number - 1) range.push(number);
		else ranges.push([number]);
	}
	return ranges.flatMap((range) => (range.length < 3 ? range.map(String) : [`${range[0]} to ${range.at(-1)}`]));
}

/** A field of the API or a placeholder of a path, as in messages → the name of its parameter in the panel. */
export type DisplayNames = ReadonlyMap<string, string>;

/**
 * The parameter's display name for a field of the API or a placeholder of a path; the field itself without such a parameter.
 * Dotted fields are named in full: `subscribers.3.email` becomes `Email (subscribers.3.email)`.
 */
export function displayNameOf(field: string, names: DisplayNames = new Map()): string {
	const own = names.get(field);
	if (own !== undefined) return own;
	const part = field.split('.').find((candidate) => names.has(candidate));
	return part === undefined ? field : `${names.get(part)} (${field})`;
}

/** Shorter secrets are ordinary words: replacing "test" would spoil every address that contains it. */
const minSecretLength = 12;

/** Replaces a secret in text: plain, percent-encoded, and without the ID that Laravel Sanctum adds (`17|…`). */
export function redact(text: string, secret: string): string {
	const forms = [secret, secret.replace(/^\d+\|/, '')].filter(({ length }) => length >= minSecretLength);
	// Encoders differ in the characters they encode, and in the case of `%7c`.
	const encodable = (char: string): string => `(?:\\${char}|%${char.charCodeAt(0).toString(16)})`;
	const patterns = forms.map((form) => new RegExp(form.replace(/[^a-z\d]/gi, encodable), 'gi'));
	return patterns.reduce((rest, pattern) => rest.replace(pattern, '***'), text);
}
