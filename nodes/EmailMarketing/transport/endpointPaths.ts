import { UserFacingError } from '../shared/UserFacingError';
import { endpoints, isEndpointKey, isSearchKey, placeholdersOf, searchPlaceholders } from '../api/endpoints';
import type { EndpointPaths } from '../api/endpoints';
import { parseJsonObject } from '../shared/values';

const field = "'Endpoint Paths'";
const advice = `Open the credential and correct ${field}, or set it to {} to use the paths that come with this node.`;

/** Defects with which a path could lead to another host or miss its parameters. */
// prettier-ignore
const pathRules: ReadonlyArray<readonly [isBroken: (path: string) => boolean, defect: string]> = [
	[(path) => /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//'), "must not contain https:// or a host: those belong in 'Base URL'"],
	[(path) => !path.startsWith('/'), "must start with '/'"],
	[(path) => /\/(\.|%2e){1,2}(\/|$)/i.test(path), "must not contain '.' or '..' as a segment"],
	[(path) => /[\s\\?#]|[\u0000-\u001f]/.test(path), "must not contain spaces, '\\', '?' or '#'"],
	[(path) => /[{}]/.test(path.replace(/\{[^{}]*\}/g, '')), 'has an unmatched brace'],
];

/** Reads and checks 'Endpoint Paths', JSON or an object; empty means none. Ignores keys unknown to this version. */
export function parseEndpointPaths(value: unknown): { paths: EndpointPaths; ignoredKeys: readonly string[] } {
	const parsed = parseJsonObject(value);
	if (parsed === undefined) {
		const example = '{"subscriber.getAll": "/v1/contact-lists/{contactList}/subscribers"}';
		throw new UserFacingError(`${field} must be a JSON object such as ${example}`, advice);
	}
	const isKnown = (key: string): key is keyof EndpointPaths => isEndpointKey(key) || isSearchKey(key);
	const keys = Object.keys(parsed);
	return {
		paths: Object.fromEntries(keys.filter(isKnown).map((key) => [key, checkedPath(key, parsed[key])])),
		ignoredKeys: keys.filter((key) => !isKnown(key)),
	};
}

function checkedPath(key: keyof EndpointPaths, path: unknown): string {
	const subject = `The path for "${key}" in ${field}`;
	if (typeof path !== 'string') throw new UserFacingError(`${subject} must be text in quotes`, advice);
	// Only searches may have a query.
	const checked = isSearchKey(key) ? path.replace('?', '&') : path;
	const [, defect] = pathRules.find(([isBroken]) => isBroken(checked)) ?? [];
	if (defect !== undefined) throw new UserFacingError(`${subject} ${defect}`, advice);
	const known: readonly string[] = isSearchKey(key) ? searchPlaceholders[key] : placeholdersOf(endpoints[key].path);
	const used = placeholdersOf(path);
	if (used.some((name) => !known.includes(name))) {
		const braced = known.map((name) => `{${name}}`);
		const allowed = known.length > 0 ? `only ${braced.join(' and ')}` : 'no placeholder';
		throw new UserFacingError(`${subject} may use ${allowed}`, advice);
	}
	const missing = requiredIn(key, known).find((name) => !used.includes(name));
	if (missing !== undefined) throw new UserFacingError(`${subject} must contain {${missing}}`, advice);
	return path;
}

/** Without its ID, a change of one resource would reach the whole collection. */
function requiredIn(key: keyof EndpointPaths, known: readonly string[]): readonly string[] {
	if (isSearchKey(key)) return known;
	return ['PUT', 'DELETE'].includes(endpoints[key].method) ? known.slice(-1) : [];
}
