const mask = '***';
/** No service nests further; what lies deeper cannot be looked through and is masked. */
const maxDepth = 500;

/** Shorter secrets are ordinary words: striking out "test" would spoil every address that holds it. Tokens are longer. */
const minSecretLength = 12;

/** The texts that give a secret away. */
interface Forms {
	readonly texts: readonly string[];
	/** Finds each of them, the longest first. */
	readonly pattern: RegExp;
	/** What is shorter holds none of them. */
	readonly minLength: number;
}

/** Strikes a secret out of a value. */
export type Redact = <T>(value: T) => T;

/**
 * Strikes a secret out of every text inside a value: a service that echoes its token must not bring it into items or messages.
 * Found are the secret itself, as a part of JSON, HTML and forms, percent-encoded in either case, and as base64, alone or inside a longer text such as `Bearer …`.
 * @returns what does so; it is made once for many values
 */
export function redactor(secret: string): Redact {
	if (secret.length < minSecretLength) return (value) => value;
	const forms = formsOf(secret);
	// Nearly every value is clean, and looking through it is much cheaper than building it anew.
	return <T>(value: T) => (holds(value, forms) ? redactDeep(value, forms) : value) as T;
}

/** Strikes a secret out of a single value. */
export function redact<T>(value: T, secret: string): T {
	return redactor(secret)(value);
}

function formsOf(secret: string): Forms {
	const percent = encodeURIComponent(secret);
	const texts = [secret, JSON.stringify(secret).slice(1, -1), JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'), ...htmlForms(secret), percent, form(secret), ...base64Forms(secret)];
	const either = texts.flatMap((text) => (text.includes('%') ? [text, text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())] : [text]));
	const distinct = [...new Set(either)].sort((a, b) => b.length - a.length);
	const minLength = Math.min(...distinct.map((text) => text.length));
	return { texts: distinct, minLength, pattern: new RegExp(distinct.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g') };
}

/** As `application/x-www-form-urlencoded` has it, which leaves other signs alone than percent-encoding does. */
function form(secret: string): string {
	return new URLSearchParams({ '': secret }).toString().slice(1);
}

function htmlForms(secret: string): string[] {
	const escaped = (quote: string, apostrophe: string): string =>
		secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', quote).replaceAll("'", apostrophe);
	return [escaped('&quot;', '&#39;'), escaped('&quot;', '&#039;'), escaped('&#34;', '&#39;'), escaped('&quot;', "'"), escaped('&quot;', '&#x27;'), escaped('&#x22;', '&#x27;')];
}

/** What base64 makes of the secret wherever it begins inside a text: the letters that depend on the secret alone. */
function base64Forms(secret: string): string[] {
	const inner = [0, 1, 2].map((offset) => {
		const text = Buffer.from(`${'\0'.repeat(offset)}${secret}`).toString('base64').replace(/=+$/, '');
		const isWhole = (offset + secret.length) % 3 === 0;
		return text.slice(Math.ceil((offset * 4) / 3), isWhole ? undefined : -1);
	});
	return inner.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

function holds(value: unknown, forms: Forms, depth = 0): boolean {
	if (typeof value === 'string') return value.length >= forms.minLength && forms.texts.some((text) => value.includes(text));
	if (typeof value === 'number') return forms.texts.includes(String(value));
	if (typeof value !== 'object' || value === null) return false;
	if (depth > maxDepth) return true;
	for (const key in value) {
		if (holds((value as Record<string, unknown>)[key], forms, depth + 1) || holds(key, forms)) return true;
	}
	return false;
}

function redactDeep(value: unknown, forms: Forms, depth = 0): unknown {
	if (depth > maxDepth) return mask;
	if (typeof value === 'string') return value.replace(forms.pattern, mask);
	if (typeof value === 'number') return forms.texts.includes(String(value)) ? mask : value;
	if (Array.isArray(value)) return value.map((entry) => redactDeep(entry, forms, depth + 1));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([key, entry]) => [redactDeep(key, forms), redactDeep(entry, forms, depth + 1)]));
	}
	return value;
}
