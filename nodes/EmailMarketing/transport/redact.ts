import { isRecord } from '../shared/isRecord';

/** Shorter secrets are ordinary words: striking out "test" would spoil every address that holds it. Tokens are longer. */
const minSecretLength = 12;
/** Messages quote nothing that is nested deeper. */
const maxDepth = 20;

/** Strikes a secret, plain and percent-encoded, out of every text that a message may quote. */
export function redact<T>(value: T, secret: string): T {
	return (secret.length < minSecretLength ? value : redacted(value, secret, 0)) as T;
}

function redacted(value: unknown, secret: string, depth: number): unknown {
	if (typeof value === 'string') return value.replaceAll(secret, '***').replaceAll(encodeURIComponent(secret), '***');
	if (depth === maxDepth) return value;
	if (Array.isArray(value)) return value.map((entry) => redacted(entry, secret, depth + 1));
	if (!isRecord(value)) return value;
	const fields = Object.entries(value).map(([name, entry]) => [
		redacted(name, secret, depth),
		redacted(entry, secret, depth + 1),
	]);
	return Object.fromEntries(fields);
}
