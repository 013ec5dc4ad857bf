/** Other spellings of a path, and the sibling paths derived from one. All inferred from common practice. */

import { endpoints, isReading, placeholdersOf, type EndpointKey, type EndpointPaths } from './endpoints';

/** Names that similar services use for a resource, likeliest first. Singular and plural need no entry. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
	account: ['me', 'user', 'profile'],
	campaigns: ['email-campaigns'],
	'contact-lists': ['lists', 'contact_lists', 'contactlists'],
	domains: ['sending-domains'],
	subscriber: ['contacts', 'members'],
	templates: ['email-templates'],
};

/**
 * Other paths that an operation may have: at most eight, likeliest first, and never `inUse` itself. Each has the last
 * placeholder of the usual path: without it, the subscribers of all lists would pass for those of one.
 * @param found paths at which other operations were found
 */
export function spellingsOf(key: EndpointKey, inUse: string, found: EndpointPaths): string[] {
	const usual = endpoints[key].path;
	const starts = [derivedPath(key, found) ?? usual, usual, inUse];
	const spellings = [...starts, ...starts.flatMap((start) => [...respelled(start), ...unnested(start)])];
	const last = placeholdersOf(usual).slice(-1);
	const isComplete = (path: string): boolean => last.every((name) => placeholdersOf(path).includes(name));
	return [...new Set(spellings)].filter((path) => path !== inUse && isComplete(path)).slice(0, 8);
}

/**
 * The path that follows from the nearest parent found: if `/v1/campaigns` was found as `/v1/campaign`, the operation is
 * at `/v1/campaign/{campaign}`. `undefined` if the parent has not changed, or lacks a placeholder: a write might reach
 * more than intended.
 */
export function derivedPath(key: EndpointKey, found: EndpointPaths): string | undefined {
	const { path } = endpoints[key];
	const [parent] = (Object.keys(endpoints) as EndpointKey[])
		.filter((other) => isReading(other) && other !== key && found[other] !== undefined)
		.filter((other) => `${path}/`.startsWith(`${endpoints[other].path}/`))
		.sort((one, other) => endpoints[other].path.length - endpoints[one].path.length);
	if (parent === undefined) return undefined;
	const usual = endpoints[parent].path;
	const changed = found[parent] ?? usual;
	const isComplete = placeholdersOf(usual).every((name) => placeholdersOf(changed).includes(name));
	return changed === usual || !isComplete ? undefined : changed + path.slice(usual.length);
}

/** The path with its last word in singular or plural, whichever it is not, then with each other name for it. */
function respelled(path: string): string[] {
	const segments = path.split('/');
	const place = segments.findLastIndex((segment) => segment !== '' && !segment.includes('{'));
	const word = segments[place];
	if (word === undefined) return [];
	const otherNumber = word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
	return [otherNumber, ...(otherWords[word] ?? [])].map((other) => segments.with(place, other).join('/'));
}

/** The path without its parent, if its own ID is enough: `/v1/lists/{list}/people/{person}` → `/v1/people/{person}`. */
function unnested(path: string): string[] {
	const nested = /\/[^/{}]+\/\{\w+\}(?=\/.*\{)/.exec(path);
	return nested === null ? [] : [path.replace(nested[0], '')];
}
