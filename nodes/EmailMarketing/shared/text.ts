import { isRecord } from './values';

/** A sentence that another may follow: with a full stop, unless it has an end already. */
export function endSentence(sentence: string): string {
	return sentence === '' || /[.!?]["}]?$|[}]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Parts as a sentence names them: `a, b and c` */
export function joinWithAnd(parts: readonly string[]): string {
	return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** A value as JavaScript writes it, but with objects other than dates as JSON: `[object Object]` says nothing to anybody, and is the same for each. */
export function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map((entry) => textOf(entry ?? '')).join();
	return isRecord(value) && !(value instanceof Date) ? JSON.stringify(value) : String(value);
}

/** Lowercase letters and digits without accents: `E-Mail Adresse:` gives `emailadresse`. */
export function plainText(text: string): string {
	return text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Text in double quotes for a message: one line, 40 characters at most, and nothing invisible. */
export function quoted(text: string): string {
	const clean = text
		.slice(0, 1000)
		.toWellFormed()
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '');
	const characters = [...clean.trim()];
	return `"${characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : characters.join('')}"`;
}

/** An input item as n8n's panel names it, which counts from 0: `item 3`. */
export function itemName(item: number): string {
	return `item ${item}`;
}

/** Several of them: `item 3`, `items 3, 5 to 9 and 12`. @param most how many numbers and ranges are given at most */
export function itemNames(items: readonly number[], most = Infinity): string {
	const parts = rangesOf([...items].sort((a, b) => a - b));
	const shown = parts.length > most ? [...parts.slice(0, most), 'others'] : parts;
	return `item${items.length === 1 ? '' : 's'} ${joinWithAnd(shown)}`;
}

/** Three and more in a row become a range. @param numbers in ascending order */
function rangesOf(numbers: readonly number[]): string[] {
	const ranges: number[][] = [];
	for (const number of numbers) {
		const range = ranges.at(-1);
		if (range?.at(-1) === number - 1) range.push(number);
		else ranges.push([number]);
	}
	return ranges.flatMap((range) => (range.length < 3 ? range.map(String) : [`${range[0]} to ${range.at(-1)}`]));
}

/** What a person may meet in a message (a field of the API, a placeholder of a path) → the name of its parameter in the node's panel. */
export type DisplayNames = ReadonlyMap<string, string>;

/**
 * The parameter's display name for a field of the API or a placeholder of a path; the field itself where the panel has no such parameter.
 * Dotted fields keep their place: `subscribers.3.email` gives `Email (subscribers.3.email)`.
 */
export function displayNameOf(field: string, names: DisplayNames = new Map()): string {
	const own = names.get(field);
	if (own !== undefined) return own;
	const part = field.split('.').find((candidate) => names.has(candidate));
	return part === undefined ? field : `${names.get(part)} (${field})`;
}

/** Shorter secrets are ordinary words: striking out "test" would spoil every address that holds it. */
const minSecretLength = 12;

/** Strikes a secret out of a text: plain, percent-encoded, and without the ID that Laravel Sanctum adds (`17|…`). */
export function redact(text: string, secret: string): string {
	const forms = [secret, secret.replace(/^\d+\|/, '')].filter(({ length }) => length >= minSecretLength);
	// Which characters are encoded differs, and so does the case of `%7c`.
	const encodable = (char: string): string => `(?:\\${char}|%${char.charCodeAt(0).toString(16)})`;
	const patterns = forms.map((form) => new RegExp(form.replace(/[^a-z\d]/gi, encodable), 'gi'));
	return patterns.reduce((rest, pattern) => rest.replace(pattern, '***'), text);
}
