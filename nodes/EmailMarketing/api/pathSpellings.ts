/** Other spellings of a path, and what follows from one for its siblings. All of it is inferred from common practice. */

import {
	endpoints,
	isReading,
	placeholdersOf,
	type EndpointKey,
	type EndpointPaths,
	type ReadingKey,
} from './endpoints';

/** What services of this kind call the same resource, likeliest first. Singular and plural need no entry. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
	account: ['me', 'user', 'profile'],
	campaigns: ['email-campaigns'],
	'contact-lists': ['lists', 'contact_lists', 'contactlists'],
	domains: ['sending-domains'],
	subscriber: ['contacts', 'members'],
	templates: ['email-templates'],
};

const maxSpellings = 8;

/**
 * Other paths that may be the one of an operation: at most eight, likeliest first, and never `inUse` itself.
 * Each has the last placeholder of the usual path, so that the subscribers of one list are not those of all.
 * @param found where other operations were found
 */
export function spellingsOf(key: ReadingKey, inUse: string, found: EndpointPaths): string[] {
	const usual = endpoints[key].path;
	const starts = [derivedPath(key, found) ?? usual, usual, inUse];
	const spellings = [...starts, ...starts.flatMap((start) => [...respelled(start), ...unnested(start)])];
	const [whose] = placeholdersOf(usual).slice(-1);
	return [...new Set(spellings)]
		.filter((path) => path !== inUse && (whose === undefined || placeholdersOf(path).includes(whose)))
		.slice(0, maxSpellings);
}

/**
 * The path of an operation after the same change as that of the nearest reading operation that begins alike and was found:
 * `/v1/campaigns` found as `/v1/campaign` makes `/v1/campaign/{campaign}` of its sibling.
 * @returns nothing where no path changed, or where the one found lacks a placeholder, so that a write might reach more
 */
export function derivedPath(key: EndpointKey, found: EndpointPaths): string | undefined {
	const { path } = endpoints[key];
	const [parent] = (Object.keys(endpoints) as EndpointKey[])
		.filter((other) => isReading(other) && other !== key && found[other] !== undefined)
		.filter((other) => `${path}/`.startsWith(`${endpoints[other].path}/`))
		.sort((one, other) => endpoints[other].path.length - endpoints[one].path.length);
	if (parent === undefined) return undefined;
	const [usual, changed = usual] = [endpoints[parent].path, found[parent]];
	const isComplete = placeholdersOf(usual).every((name) => placeholdersOf(changed).includes(name));
	return changed === usual || !isComplete ? undefined : changed + path.slice(usual.length);
}

/** With its last word in the other number, and in other words. */
function respelled(path: string): string[] {
	const segments = path.split('/');
	const place = segments.findLastIndex((segment) => segment !== '' && !segment.includes('{'));
	const word = segments[place];
	if (word === undefined) return [];
	const otherNumber = word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
	return [otherNumber, ...(otherWords[word] ?? [])].map((other) => segments.with(place, other).join('/'));
}

/** Without what it is nested in, where its own ID is enough: `/v1/lists/{list}/people/{person}` gives `/v1/people/{person}`. */
function unnested(path: string): string[] {
	const nested = /\/[^/{}]+\/\{\w+\}(?=\/.*\{)/.exec(path);
	return nested === null ? [] : [path.replace(nested[0], '')];
}
