import { UserFacingError } from '../shared/UserFacingError';
import { endpoints, isEndpointKey, placeholdersOf, type EndpointKey } from './endpoints';
import { parseJsonObject, type JsonRecord } from '../shared/values';

export type EndpointPaths = Partial<Record<EndpointKey, string>>;

const field = "'Endpoint Paths'";
const advice = `Open the credential and correct ${field}, or set it to {} to use the paths that come with this node.`;

/** Ways in which a path could leave the service or miss its parameters, and what to say of each. */
const pathRules: ReadonlyArray<{ broken: (path: string) => boolean; says: string }> = [
	{
		broken: (path) => /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//'),
		says: "must not contain a scheme or host: those belong in 'Base URL'",
	},
	{ broken: (path) => !path.startsWith('/'), says: "must start with '/'" },
	{ broken: (path) => /\/(\.|%2e){1,2}(\/|$)/i.test(path), says: "must not contain '.' or '..' as a segment" },
	{ broken: (path) => /[\s\\?#]|[\u0000-\u001f]/.test(path), says: "must not contain spaces, '\\', '?' or '#'" },
	{ broken: (path) => /[{}]/.test(path.replace(/\{[^{}]*\}/g, '')), says: 'has an unmatched brace' },
];

/**
 * Reads the credential's 'Endpoint Paths'.
 * @param value JSON text, or the object itself; empty means none
 * @returns operation key → path, each checked against the catalogue
 * @throws UserFacingError on malformed JSON, an unknown key, or a path that could leave the service
 */
export function parseEndpointPaths(value: unknown): EndpointPaths {
	const paths: EndpointPaths = {};
	for (const [key, path] of Object.entries(asObject(value))) {
		if (!isEndpointKey(key)) {
			throw new UserFacingError(
				`${field} has an unknown key "${key}". Known keys: ${Object.keys(endpoints).join(', ')}`,
				advice,
			);
		}
		paths[key] = checkedPath(key, path);
	}
	return paths;
}

function asObject(value: unknown): JsonRecord {
	const parsed = parseJsonObject(value);
	if (parsed === undefined) {
		throw new UserFacingError(
			`${field} must be a JSON object such as {"subscriber.getAll": "/v1/contact-lists/{contactList}/subscribers"}`,
			advice,
		);
	}
	return parsed;
}

function checkedPath(key: EndpointKey, path: unknown): string {
	if (typeof path !== 'string')
		throw new UserFacingError(`The path for "${key}" in ${field} must be text in quotes`, advice);
	const rule = pathRules.find(({ broken }) => broken(path));
	if (rule) throw new UserFacingError(`The path for "${key}" in ${field} ${rule.says}: "${path}"`, advice);

	const known = placeholdersOf(endpoints[key].path);
	const used = placeholdersOf(path);
	const unknown = used.find((name) => !known.includes(name));
	if (unknown !== undefined) {
		const allowed = known.length > 0 ? `only ${known.map((name) => `{${name}}`).join(' and ')}` : 'no placeholder';
		throw new UserFacingError(`The path for "${key}" in ${field} may use ${allowed}, not {${unknown}}`, advice);
	}
	// Without its id, a change meant for one thing would reach the whole collection.
	const missing = known.slice(-1).find((name) => !used.includes(name));
	if (missing !== undefined && ['PUT', 'DELETE'].includes(endpoints[key].method)) {
		throw new UserFacingError(`The path for "${key}" in ${field} must contain {${missing}}: "${path}"`, advice);
	}
	return path;
}
