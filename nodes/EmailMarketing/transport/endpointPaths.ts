import { UserFacingError } from '../shared/UserFacingError';
import { endpoints, isEndpointKey, placeholdersOf, type EndpointKey, type EndpointPaths } from '../api/endpoints';
import { parseJsonObject } from '../shared/values';

const field = "'Endpoint Paths'";
const advice = `Open the credential and correct ${field}, or set it to {} to use the paths that come with this node.`;

/** Defects with which a path could lead to another host or miss its parameters. */
// prettier-ignore
const pathRules: ReadonlyArray<readonly [isBroken: (path: string) => boolean, defect: string]> = [
	[(path) => /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//'), "must not contain a scheme or host: those belong in 'Base URL'"],
	[(path) => !path.startsWith('/'), "must start with '/'"],
	[(path) => /\/(\.|%2e){1,2}(\/|$)/i.test(path), "must not contain '.' or '..' as a segment"],
	[(path) => /[\s\\?#]|[\u0000-\u001f]/.test(path), "must not contain spaces, '\\', '?' or '#'"],
	[(path) => /[{}]/.test(path.replace(/\{[^{}]*\}/g, '')), 'has an unmatched brace'],
];

/** Reads the credential's 'Endpoint Paths', as JSON or an object, and checks each path; empty means none. */
export function parseEndpointPaths(value: unknown): EndpointPaths {
	const parsed = parseJsonObject(value);
	if (parsed === undefined)
		throw invalid('must be a JSON object such as {"subscriber.getAll": "/v1/contact-lists/{contactList}/subscribers"}');
	const unknown = Object.keys(parsed).find((key) => !isEndpointKey(key));
	if (unknown !== undefined)
		throw invalid(`has an unknown key "${unknown}"`, `Use one of ${Object.keys(endpoints).join(', ')}.`);
	return Object.fromEntries(Object.entries(parsed).map(([key, path]) => [key, checkedPath(key as EndpointKey, path)]));
}

function invalid(defect: string, more = ''): UserFacingError {
	return new UserFacingError(`${field} ${defect}`, `${advice} ${more}`.trim());
}

function checkedPath(key: EndpointKey, path: unknown): string {
	if (typeof path !== 'string')
		throw new UserFacingError(`The path for "${key}" in ${field} must be text in quotes`, advice);
	const [, defect] = pathRules.find(([isBroken]) => isBroken(path)) ?? [];
	if (defect !== undefined) throw new UserFacingError(`The path for "${key}" in ${field} ${defect}: "${path}"`, advice);

	const known = placeholdersOf(endpoints[key].path);
	const used = placeholdersOf(path);
	const unknown = used.find((name) => !known.includes(name));
	if (unknown !== undefined) {
		const braced = known.map((name) => `{${name}}`);
		const allowed = known.length > 0 ? `only ${braced.join(' and ')}` : 'no placeholder';
		throw new UserFacingError(`The path for "${key}" in ${field} may use ${allowed}, not {${unknown}}`, advice);
	}
	// Without the ID, a change meant for one resource would reach the whole collection.
	const missing = known.slice(-1).find((name) => !used.includes(name));
	if (missing !== undefined && ['PUT', 'DELETE'].includes(endpoints[key].method)) {
		throw new UserFacingError(`The path for "${key}" in ${field} must contain {${missing}}: "${path}"`, advice);
	}
	return path;
}
