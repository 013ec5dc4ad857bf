/** What HTML calls the signs that tokens hold, where it has a name for them. */
const htmlNames: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
	'/': 'sol',
	'=': 'equals',
	'+': 'plus',
	'|': 'vert|verbar',
	'\\': 'bsol',
	_: 'lowbar',
	'.': 'period',
	':': 'colon',
};

/** A text may be escaped more than once, as JSON inside of JSON is, but hardly ever more than twice. */
const backslashes = String.raw`\\{1,4}`;
const ampersand = `(?:&|${backslashes}u0026)(?:amp;){0,2}`;
const percent = '%(?:25){0,2}';

/**
 * A regular expression's source that finds a secret however its signs are escaped: as JSON, HTML, percent-encoding and forms have it, all or some of them.
 * Services escape differently: PHP the slash, Go the ampersand, Handlebars the equals sign. Letters and digits stay themselves everywhere.
 */
export function secretPattern(secret: string): string {
	// A run of backslashes is one part: many parts of a length that varies would be tried in every combination.
	return Array.from(secret.matchAll(/\\+|[^\\]/gu), ([part]) =>
		part.includes('\\') ? backslashRun(part.length) : /[a-z\d]/i.test(part) ? part : signPattern(part),
	).join('');
}

function signPattern(sign: string): string {
	return `(?:\\\\{0,3}${literally(sign)}|${encodedForms(sign)}${sign === ' ' ? '|\\+' : ''})`;
}

function backslashRun(length: number): string {
	return `(?:\\\\{${length},${4 * length}}|(?:${encodedForms('\\')}){${length}})`;
}

function encodedForms(sign: string): string {
	const code = sign.codePointAt(0) ?? 0;
	const hex = anyCase(code.toString(16).padStart(2, '0'));
	const bytes = [...Buffer.from(sign)].map((byte) => `${percent}${anyCase(byte.toString(16).padStart(2, '0'))}`);
	const name = htmlNames[sign];
	const named = name === undefined ? '' : `|${ampersand}(?:${name});`;
	return `${bytes.join('')}|${backslashes}(?:u00|x)${hex}|${ampersand}#(?:0{0,4}${code}|[xX]0{0,4}${hex});${named}`;
}

/** Letters of a hexadecimal number stand for the same in either case. */
function anyCase(hex: string): string {
	return hex.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** A text as a part of a regular expression that finds it. */
export function literally(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
