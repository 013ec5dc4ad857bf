/** How a path may be spelled besides as the catalogue has it, and what follows for its siblings. All of it is inferred from common practice. */

import type { EndpointPaths } from './endpointPaths';
import { endpoints, isReading, placeholdersOf, type EndpointKey, type ReadingKey } from './endpoints';

/** What services of this kind call the same thing, likeliest first. Singular and plural need no entry. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
	account: ['me', 'user', 'profile', 'account/info'],
	campaigns: ['email-campaigns'],
	'contact-lists': ['lists', 'contact_lists', 'contactlists', 'contacts/lists'],
	domains: ['sending-domains', 'account/domains'],
	emails: ['mails', 'messages'],
	subscriber: ['contacts', 'members'],
	templates: ['email-templates'],
};

/** An account that has none of these has a path that nobody guesses. */
const maxSpellings = 8;

/**
 * Other paths that may be the one of an operation: at most eight, likeliest first, none twice, and never `given` itself.
 * @param given the path that was not found @param found where other reading operations were found
 */
export function spellingsOf(key: ReadingKey, given: string, found: EndpointPaths): string[] {
	const usual = endpoints[key].path;
	const starts = [derivedPath(key, found)?.path ?? usual, usual, given];
	const all = [...starts, ...starts.flatMap((start) => [...respelled(start), ...flattened(start)])];
	// Without its last placeholder, a path would lead to everybody's subscribers instead of those of one list.
	const needed = placeholdersOf(usual).slice(-1);
	const fitting = all.filter((path) => path !== given && needed.every((name) => placeholdersOf(path).includes(name)));
	return [...new Set(fitting)].slice(0, maxSpellings);
}

export interface Derived {
	readonly path: string;
	/** The operation that was found, and begins alike. */
	readonly from: ReadingKey;
}

/**
 * The path of an operation after the same change as that of the nearest reading operation that begins alike and was found:
 * `/v1/campaigns` found as `/v1/campaign` makes `/v1/campaign/{campaign}` of its sibling.
 * @returns nothing where no path changed, or where the one found leaves out what it belongs to, so that a write there might reach more
 */
export function derivedPath(key: EndpointKey, found: EndpointPaths): Derived | undefined {
	const from = parentsOf(key).find((parent) => found[parent] !== undefined);
	if (from === undefined) return undefined;
	const [usual, path = usual] = [endpoints[from].path, found[from]];
	const isComplete = placeholdersOf(usual).every((name) => placeholdersOf(path).includes(name));
	return path === usual || !isComplete ? undefined : { path: path + endpoints[key].path.slice(usual.length), from };
}

/** The reading operations whose path is the beginning of another one's, or all of it; the nearest first. */
export function parentsOf(key: EndpointKey): ReadingKey[] {
	const { path } = endpoints[key];
	const parents = (Object.keys(endpoints) as EndpointKey[])
		.filter(isReading)
		.filter((parent) => parent !== key && `${path}/`.startsWith(`${endpoints[parent].path}/`));
	return parents.sort((one, other) => endpoints[other].path.length - endpoints[one].path.length);
}

/** With its last word in the other number, and in other words. */
function respelled(path: string): string[] {
	const segments = path.split('/');
	const place = segments.findLastIndex((segment) => !segment.includes('{'));
	const word = segments[place] ?? '';
	if (word === '') return [];
	const otherNumber = word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
	return [otherNumber, ...(otherWords[word] ?? [])].map((other) => segments.with(place, other).join('/'));
}

/** Without what it is nested in: `/v1/lists/{list}/people/{person}` gives `/v1/people/{person}` and `/v1/person/{person}`. */
function flattened(path: string): string[] {
	const nested = /\/[^/{}]+\/\{\w+\}(?=\/.*\{)/.exec(path);
	if (nested === null) return [];
	const flat = path.replace(nested[0], '');
	return [flat, ...respelled(flat)];
}
