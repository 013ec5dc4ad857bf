import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { collectionOf, endpointOf, endpoints, isReading } from '../../api/endpoints';
import type { EndpointKey, EndpointPaths } from '../../api/endpoints';
import { parsePage } from '../../api/pagination';
import { derivedPath, spellingsOf } from '../../api/pathSpellings';
import { idOf, isAccount } from '../../api/response';
import { subscriberFields } from '../../api/subscriber';
import type { Run } from '../../execution/Operation';
import { textOf } from '../../shared/text';
import { UserFacingError } from '../../shared/UserFacingError';
import type { ApiClient } from '../../transport/ApiClient';
import { pathOf } from '../../transport/connection';
import { ignoredNotes } from '../../transport/testConnection';

export const description: INodeProperties[] = [];
export const endpoint = 'contactList.getAll';

/** Runs once for all items, which share one credential. It only sends GET, one request at a time. */
export async function executeOnce({ client, hints }: Pick<Run, 'client' | 'hints'>): Promise<IDataObject[]> {
	const check = new PathCheck(client);
	await check.run();
	const { toDo, items } = check.report();
	hints.add(toDo, toDo === nothingToDo ? 'info' : 'warning');
	return items;
}

interface Judged {
	/** `unclear` where a response shows nothing about the path, such as a 403 or a 500. */
	readonly result: 'found' | 'not found' | 'unclear';
	readonly why: string;
	readonly status?: number;
	readonly body?: unknown;
}

/** The path that was found, or else the one in use, and a line for each path that was tried. */
type Outcome = Judged & { readonly path: string; readonly tried: readonly string[] };

const keys = Object.keys(endpoints) as EndpointKey[];

/** Operations that need no ID, apart from that of the contact lists. */
const plainKeys = ['account.get', 'campaign.getAll', 'domain.getAll', 'template.getAll'] as const;

/** Laravel's prefix for the paths of an API, which users forget in the Base URL. */
const usualPrefix = '/api';

const nothingToDo = 'All paths that could be tested are right. There is nothing to enter.';

class PathCheck {
	private readonly outcomes = new Map<EndpointKey, Outcome>();
	private hasPrefix = false;

	constructor(private readonly client: ApiClient) {}

	async run(): Promise<void> {
		const lists = await this.find('contactList.getAll');
		if (lists?.result === 'not found') {
			const prefixed = await this.judge('contactList.getAll', usualPrefix + endpoints['contactList.getAll'].path);
			this.hasPrefix = prefixed.result === 'found';
			if (this.hasPrefix) return;
		}
		for (const key of plainKeys) await this.find(key);
		const [contactList] = idsIn('contactList.getAll', lists);
		if (contactList === undefined) return;
		const page = await this.find('subscriber.getAll', { contactList });
		const [subscriber] = idsIn('subscriber.getAll', page);
		if (subscriber !== undefined) await this.find('subscriber.get', { contactList, subscriber });
	}

	/** Tries the path in use, then the usual other spellings until one is found. */
	private async find(key: EndpointKey, pathValues = {}): Promise<Outcome | undefined> {
		const inUse = pathOf(this.client.connection, key);
		const tried: string[] = [];
		for (const path of [inUse, ...spellingsOf(key, inUse, this.found())]) {
			const judged = await this.judge(key, path, pathValues);
			tried.push(`${path}: ${judged.status}`);
			const isOver = judged.result !== 'not found';
			if (tried.length === 1 || isOver) this.outcomes.set(key, { ...judged, path, tried });
			if (isOver) break;
		}
		return this.outcomes.get(key);
	}

	private async judge(key: EndpointKey, path: string, pathValues = {}): Promise<Judged> {
		const request = { key, path, pathValues, sending: { isOptional: true } };
		const response = await this.client.exchange(request).catch(judgeFailure);
		if ('result' in response) return response;
		const { status, body } = response;
		if (isExpected(key, body)) return { result: 'found', why: 'Returns the expected data.', status, body };
		return { result: 'not found', why: 'Returns something else.', status };
	}

	private found(): EndpointPaths {
		const found = [...this.outcomes].filter(([, { result }]) => result === 'found');
		return Object.fromEntries(found.map(([key, { path }]) => [key, path]));
	}

	/** The first item has the JSON to paste; one for each operation follows. */
	report(): { readonly items: IDataObject[]; readonly toDo: string } {
		const { connection } = this.client;
		const found = this.found();
		const changed = keys.flatMap((key) => {
			const path = found[key] ?? this.derived(key, found);
			return path === undefined || path === pathOf(connection, key) ? [] : [[key, path] as const];
		});
		const endpointPaths: EndpointPaths = { ...connection.endpointPaths, ...Object.fromEntries(changed) };
		const operations = keys.map((key) => this.operationItem(key, pathOf({ ...connection, endpointPaths }, key)));
		const toDo = this.toDo(changed.length > 0);
		const path = toDo === nothingToDo ? '' : JSON.stringify(endpointPaths, null, 2);
		return { items: [{ operation: 'Endpoint Paths', result: '', path, why: toDo, tried: '' }, ...operations], toDo };
	}

	private operationItem(operation: EndpointKey, path: string): IDataObject {
		const notTested = this.hasPrefix ? "Correct 'Base URL' first." : 'Nothing to test it with.';
		const reason = isReading(operation) ? notTested : 'Not tested, because it changes data.';
		const { result, why, tried } = this.outcomes.get(operation) ?? { result: 'not tested', why: reason, tried: [] };
		return { operation, result, path, why, tried: tried.length > 1 ? tried.join('; ') : '' };
	}

	private toDo(hasChanges: boolean): string {
		const { baseUrl } = this.client.connection;
		if (this.hasPrefix)
			return `Enter ${baseUrl}${usualPrefix} in 'Base URL' of the credential, where the service was found, and check again.`;
		const unclear = keys.filter((key) => this.outcomes.get(key)?.result === 'unclear');
		const missing = keys.filter((key) => this.outcomes.get(key)?.result === 'not found');
		if (missing.length > 0 && unclear.length + Object.keys(this.found()).length === 0)
			return `Check 'Base URL' in the credential: nothing was found at ${baseUrl}.`;
		const sentences = [
			hasChanges && "Copy 'path' of the first item into 'Endpoint Paths' of the credential.",
			missing.length > 0 &&
				`Not found: ${missing.join(', ')}. Ask the service for their paths and add them to 'Endpoint Paths'.`,
			unclear.length > 0 && `Could not be checked: ${unclear.join(', ')}. See 'why' in their items.`,
			...ignoredNotes(this.client.connection),
		];
		return sentences.filter(Boolean).join(' ') || nothingToDo;
	}

	/** The path of a write that is neither documented nor in the credential. */
	private derived(key: EndpointKey, found: EndpointPaths): string | undefined {
		if (isReading(key) || endpointOf(key).status === 'documented') return undefined;
		return key in this.client.connection.endpointPaths ? undefined : derivedPath(key, found);
	}
}

/** @throws UserFacingError when no other path would help: there is no response, or the token is not accepted */
function judgeFailure(thrown: unknown): Judged {
	if (!(thrown instanceof UserFacingError) || thrown.status === undefined || thrown.status === 401) throw thrown;
	const { message, status } = thrown;
	const isAbsent = [404, 405].includes(status) || status < 400;
	return { result: isAbsent ? 'not found' : 'unclear', why: `${message}.`, status };
}

function isExpected(key: EndpointKey, body: unknown): boolean {
	if (key === 'account.get') return isAccount(body);
	if (key === 'subscriber.get') return idOf(subscriberFields(body)) !== undefined;
	return parsePage(body, collectionOf(key)) !== undefined;
}

function idsIn(key: EndpointKey, outcome: Outcome | undefined): string[] {
	const entries = parsePage(outcome?.body, collectionOf(key))?.items ?? [];
	return entries.flatMap((entry) => idOf(entry) ?? []).map(textOf);
}
