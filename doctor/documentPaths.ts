import { parseEndpointPaths, type EndpointPaths } from '../nodes/EmailMarketing/api/endpointPaths';
import { endpoints, isReading, placeholdersOf, type EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { parseBaseUrl } from '../nodes/EmailMarketing/transport/baseUrl';
import { userFacing } from '../nodes/EmailMarketing/shared/UserFacingError';
import type { Matches } from './matchOperations';
import type { FoundOperation } from './readDocument';

/** What belongs into the credential. */
export interface DocumentPaths {
	/** As far as the document names it: a path alone where it has no host. */
	readonly baseUrl: string;
	/** Why it cannot be taken as it is. */
	readonly baseUrlNote?: string;
	/** Those that are not the ones of the node. */
	readonly endpointPaths: EndpointPaths;
	/** Why a path of the document cannot be used, by operation. */
	readonly unusable: ReadonlyMap<EndpointKey, string>;
	/** What to know of a path before it is used. */
	readonly notes: ReadonlyMap<EndpointKey, string>;
}

/** Puts the paths of a document as the credential takes them: what stands in front of `/v1` belongs to the Base URL, and placeholders have the node's names. */
export function documentPaths(matches: Matches): DocumentPaths {
	const lead = leadOf([...matches.values()]);
	const endpointPaths: EndpointPaths = {};
	const unusable = new Map<EndpointKey, string>();
	const notes = new Map<EndpointKey, string>();
	for (const [key, { method, path }] of matches) {
		// By the wrong method, the right path is of no use.
		if (method !== endpoints[key].method) continue;
		const own = renamed(key, path.slice(lead.length));
		const reason = reasonAgainst(key, own);
		if (reason !== undefined) unusable.set(key, `path: ${path} cannot be used: ${reason}`);
		else if (own !== endpoints[key].path) endpointPaths[key] = own;
		const left =
			reason === undefined && !isReading(key)
				? placeholdersOf(endpoints[key].path).filter((name) => !own.includes(`{${name}}`))
				: [];
		if (left.length > 0)
			notes.set(
				key,
				`path: ${path} does not name ${left.map((name) => `{${name}}`).join(' and ')}, so this may reach more than the node says: ask the service`,
			);
	}
	const origin = [...matches.values()].find((operation) => operation.origin !== undefined)?.origin ?? '';
	return { baseUrl: `${origin}${lead}`, ...noteOn(origin, lead), endpointPaths, unusable, notes };
}

/** What every path begins with, in front of its version. */
function leadOf(operations: readonly FoundOperation[]): string {
	const leads = operations.map(({ path, serverPath }) => /^(.*?)\/v\d+(?:\.\d+)?(?=\/)/.exec(path)?.[1] ?? serverPath);
	const [first = ''] = leads;
	return leads.every((lead) => lead === first) ? first : '';
}

/** Placeholders stand for the same thing in the same order, counted from the end: a service may leave out what something is nested in. */
function renamed(key: EndpointKey, path: string): string {
	const known = placeholdersOf(endpoints[key].path);
	const used = placeholdersOf(path);
	let place = known.length - used.length;
	return path.replace(/\{[^{}]*\}/g, (whole) => {
		const name = known[place];
		place += 1;
		return name === undefined ? whole : `{${name}}`;
	});
}

function reasonAgainst(key: EndpointKey, path: string): string | undefined {
	const needed = placeholdersOf(endpoints[key].path)
		.slice(-1)
		.find((name) => !path.includes(`{${name}}`));
	if (needed !== undefined) return `it has no place for {${needed}}`;
	try {
		parseEndpointPaths({ [key]: path });
		return undefined;
	} catch (thrown) {
		return userFacing(thrown).message;
	}
}

function noteOn(origin: string, lead: string): Pick<DocumentPaths, 'baseUrlNote'> {
	if (origin === '') return { baseUrlNote: 'the document names no host: put the one of your account in front of it' };
	try {
		parseBaseUrl(`${origin}${lead}`);
		return {};
	} catch (thrown) {
		return { baseUrlNote: userFacing(thrown).message };
	}
}
