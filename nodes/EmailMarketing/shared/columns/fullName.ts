import { isEmptyCell, plainOf } from './plain';

/** What a whole name gives: the parts that it has. */
interface NameParts {
	readonly first_name?: string;
	readonly last_name?: string;
}

/** Small words that begin a family name. Only where they are written small: "Van Morrison" has a first name. */
const particles: ReadonlySet<string> = new Set([
	'van',
	'von',
	'vom',
	'zu',
	'zum',
	'zur',
	'de',
	'del',
	'della',
	'der',
	'den',
	'des',
	'di',
	'da',
	'das',
	'do',
	'dos',
	'du',
	'la',
	'le',
	'las',
	'los',
	'ten',
	'ter',
	'af',
	'av',
	'bin',
	'ibn',
	'el',
	'al',
]);

const suffixes: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'phd', 'md', 'mba', 'esq', 'msc', 'dds']);

/** Names in Chinese, Japanese or Korean letters have the family name first; names in Katakana alone come from elsewhere. */
const familyFirst =
	/^(?=.*[\p{Script=Han}\p{Script=Hangul}])[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー ]+$/u;

/**
 * A whole name in its parts, blanks collapsed: split at the last blank or, in "Lovelace, Ada", at the comma.
 * A single word is a first name.
 */
export function splitFullName(text: string): NameParts {
	if (isEmptyCell(text)) return {};
	const whole = text.replace(/\s+/gu, ' ').trim();
	const comma = whole.indexOf(',');
	const before = whole.slice(0, Math.max(comma, 0)).trim();
	const after = whole.slice(comma + 1).trim();
	if (before !== '' && after !== '' && !suffixes.has(plainOf(after))) return { first_name: after, last_name: before };
	const name = after === '' ? before : before === '' ? after : whole;
	if (name === '') return {};
	const words = name.split(' ');
	if (words.length === 1) return { first_name: name };
	const at = familyFirst.test(name) ? 1 : startOfLastName(words);
	const [left, right] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
	return familyFirst.test(name) ? { first_name: right, last_name: left } : { first_name: left, last_name: right };
}

/** The word with which the family name begins; the first word never does. */
function startOfLastName(words: readonly string[]): number {
	let start = words.length - 1;
	while (start > 1 && suffixes.has(plainOf(words[start] ?? ''))) start -= 1;
	while (start > 1 && particles.has(words[start - 1] ?? '')) start -= 1;
	return start;
}
