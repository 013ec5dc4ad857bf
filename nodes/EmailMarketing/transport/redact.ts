const mask = '***';
/** No service nests further; what lies deeper cannot be looked through and is masked. */
const maxDepth = 500;

/** Shorter secrets are ordinary words: striking out "test" would spoil every address that holds it. Tokens are longer. */
const minSecretLength = 12;

/** Strikes a secret out of every text inside a value: a service that echoes its token must not bring it into items or messages. */
export function redact<T>(value: T, secret: string): T {
	if (secret.length < minSecretLength) return value;
	const forms = [...new Set([secret, encodeURIComponent(secret)])];
	// Nearly every value is clean, and looking through it is much cheaper than building it anew.
	return (holds(value, forms) ? forms.reduce<unknown>((clean, form) => redactDeep(clean, form), value) : value) as T;
}

function holds(value: unknown, forms: readonly string[], depth = 0): boolean {
	if (typeof value === 'string') return forms.some((form) => value.includes(form));
	if (typeof value === 'number') return forms.includes(String(value));
	if (typeof value !== 'object' || value === null) return false;
	if (depth > maxDepth) return true;
	for (const key in value) {
		if (holds((value as Record<string, unknown>)[key], forms, depth + 1) || holds(key, forms)) return true;
	}
	return false;
}

function redactDeep(value: unknown, secret: string, depth = 0): unknown {
	if (depth > maxDepth) return mask;
	if (typeof value === 'string') return value.includes(secret) ? value.replaceAll(secret, mask) : value;
	if (typeof value === 'number') return String(value) === secret ? mask : value;
	if (Array.isArray(value)) return value.map((entry) => redactDeep(entry, secret, depth + 1));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([key, entry]) => [redactDeep(key, secret), redactDeep(entry, secret, depth + 1)]));
	}
	return value;
}
