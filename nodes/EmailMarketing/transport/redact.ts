const mask = '***';

/** Strikes a secret out of every text inside a value: a service that echoes its token must not bring it into items or messages. */
export function redact<T>(value: T, secret: string): T {
	return secret === '' ? value : (struck(value, secret) as T);
}

function struck(value: unknown, secret: string): unknown {
	if (typeof value === 'string') return value.includes(secret) ? value.replaceAll(secret, mask) : value;
	if (Array.isArray(value)) return value.map((entry) => struck(entry, secret));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([key, entry]) => [struck(key, secret), struck(entry, secret)]));
	}
	return value;
}
