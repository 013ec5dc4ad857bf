import { literally, secretPattern } from './secretPattern';

const mask = '***';
/** No service nests further; what lies deeper cannot be looked through and is masked. */
const maxDepth = 500;

/** Shorter secrets are ordinary words: striking out "test" would spoil every address that holds it. Tokens are longer. */
const minSecretLength = 12;

/** What gives a secret away. */
interface Forms {
	readonly secret: string;
	/** The longest piece of the secret that no escaping changes: a text without it holds the secret at most as base64. */
	readonly piece: string;
	readonly base64: readonly string[];
	/** Finds the secret in every form. */
	readonly pattern: RegExp;
	/** What is shorter holds none of them. */
	readonly minLength: number;
}

/** Strikes a secret out of a value. */
export type Redact = <T>(value: T) => T;

/**
 * Strikes a secret out of every text inside a value: a service that echoes its token must not bring it into items or messages.
 * Found are the secret itself, also with some or all of its signs escaped (JSON, HTML, percent-encoding), and as base64, alone or inside a longer text such as `Bearer …`.
 * @returns what does so; it is made once for many values
 */
export function redactor(secret: string): Redact {
	if (secret.length < minSecretLength) return (value) => value;
	const forms = formsOf(secret);
	// Nearly every value is clean, and looking through it is much cheaper than building it anew.
	return <T>(value: T) => (holds(value, forms) ? redactDeep(value, forms) : value) as T;
}

function formsOf(secret: string): Forms {
	const base64 = [...new Set(base64Forms(secret))];
	const pieces = secret.split(/[^a-zA-Z\d]/).sort((a, b) => b.length - a.length);
	return {
		secret,
		piece: pieces[0] ?? '',
		base64,
		pattern: new RegExp([...base64.map(literally), secretPattern(secret)].join('|'), 'g'),
		minLength: Math.min(secret.length, ...base64.map((text) => text.length)),
	};
}

/** What base64 makes of the secret wherever it begins inside a text: the letters that depend on the secret alone. */
function base64Forms(secret: string): string[] {
	const inner = [0, 1, 2].map((offset) => {
		const bytes = Buffer.from(`${'\0'.repeat(offset)}${secret}`);
		const isWhole = bytes.length % 3 === 0;
		return bytes
			.toString('base64')
			.replace(/=+/, '')
			.slice(Math.ceil((offset * 4) / 3), isWhole ? undefined : -1);
	});
	return inner.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

function holds(value: unknown, forms: Forms, depth = 0): boolean {
	if (typeof value === 'string') return value.length >= forms.minLength && isFoundIn(value, forms);
	if (typeof value === 'number') return String(value) === forms.secret;
	if (depth > maxDepth) return true;
	// Neither `null` nor what is no object has a key.
	const record = value as Record<string, unknown>;
	for (const key in record) {
		if (holds(record[key], forms, depth + 1) || holds(key, forms)) return true;
	}
	return false;
}

/** Most texts are told from one that holds the secret by what is quickly looked for. */
function isFoundIn(text: string, { piece, base64, pattern }: Forms): boolean {
	return (text.includes(piece) && text.search(pattern) >= 0) || base64.some((form) => text.includes(form));
}

function redactDeep(value: unknown, forms: Forms, depth = 0): unknown {
	if (depth > maxDepth) return mask;
	if (typeof value === 'string') return value.replace(forms.pattern, mask);
	if (typeof value === 'number') return String(value) === forms.secret ? mask : value;
	if (Array.isArray(value)) return value.map((entry) => redactDeep(entry, forms, depth + 1));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([key, entry]) => [redactDeep(key, forms), redactDeep(entry, forms, depth + 1)]),
		);
	}
	return value;
}
