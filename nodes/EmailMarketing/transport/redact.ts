const mask = '***';
/** No service nests further; what lies deeper cannot be looked through and is masked. */
const deepest = 500;

/** Shorter secrets are ordinary words: striking out "test" would spoil every address that holds it. Tokens are longer. */
const shortestSecret = 12;

/** Strikes a secret out of every text inside a value: a service that echoes its token must not bring it into items or messages. */
export function redact<T>(value: T, secret: string): T {
	if (secret.length < shortestSecret) return value;
	const encoded = encodeURIComponent(secret);
	const plain = struck(value, secret);
	return (encoded === secret ? plain : struck(plain, encoded)) as T;
}

function struck(value: unknown, secret: string, depth = 0): unknown {
	if (depth > deepest) return mask;
	if (typeof value === 'string') return value.includes(secret) ? value.replaceAll(secret, mask) : value;
	if (typeof value === 'number') return String(value) === secret ? mask : value;
	if (Array.isArray(value)) return value.map((entry) => struck(entry, secret, depth + 1));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([key, entry]) => [struck(key, secret), struck(entry, secret, depth + 1)]));
	}
	return value;
}
