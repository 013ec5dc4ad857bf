import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	collectionOf,
	endpointOf,
	endpoints,
	isReading,
	type EndpointKey,
	type EndpointPaths,
	type ReadingKey,
} from '../../api/endpoints';
import { parsePage } from '../../api/pagination';
import { derivedPath, spellingsOf } from '../../api/pathSpellings';
import { idOf, isAccount } from '../../api/response';
import { subscriberFields } from '../../api/subscriber';
import type { Run } from '../../execution/Operation';
import { textOf } from '../../shared/text';
import { UserFacingError } from '../../shared/UserFacingError';
import type { ApiClient } from '../../transport/ApiClient';

export const description: INodeProperties[] = [];
export const endpoint = 'contactList.getAll';

/** Runs once for all items, which share a credential. Sends only GET, one request at a time. */
export async function executeOnce({ client, hints }: Run): Promise<IDataObject[]> {
	const check = new PathCheck(client);
	await check.run();
	const { toDo, items } = check.report();
	hints.add(toDo, toDo === nothingToDo ? 'info' : 'warning');
	return items;
}

interface Trial {
	readonly path: string;
	/** `unknown` if the response shows nothing about the path, such as a 403 or a 500. */
	readonly result: 'ok' | 'notFound' | 'unknown';
	readonly why: string;
	readonly status?: number;
	readonly body?: unknown;
}

/** Operations that need no ID. */
const plainKeys = ['account.get', 'contactList.getAll', 'campaign.getAll', 'domain.getAll', 'template.getAll'] as const;

/** Laravel's prefix for API routes, which users forget in the Base URL. */
const usualPrefix = '/api';

const nothingToDo = 'Nothing to change: every path that could be tested is correct.';

class PathCheck {
	private readonly trials = new Map<EndpointKey, readonly Trial[]>();
	private hasPrefix = false;

	constructor(private readonly client: ApiClient) {}

	async run(): Promise<void> {
		const lists = await this.find('contactList.getAll');
		if (lists?.result === 'notFound') {
			const { result } = await this.try('contactList.getAll', usualPrefix + endpoints['contactList.getAll'].path);
			this.hasPrefix = result === 'ok';
			if (this.hasPrefix) return;
		}
		for (const key of plainKeys) {
			if (!this.trials.has(key)) await this.find(key);
		}
		const contactList = firstId('contactList.getAll', lists);
		if (contactList === undefined) return;
		const subscribers = await this.find('subscriber.getAll', { contactList });
		const subscriber = firstId('subscriber.getAll', subscribers);
		if (subscriber !== undefined) await this.find('subscriber.get', { contactList, subscriber });
	}

	/** Tries the path in use, then other common spellings until one is found. */
	private async find(key: ReadingKey, pathValues: Readonly<Record<string, string>> = {}): Promise<Trial | undefined> {
		const inUse = this.pathInUse(key);
		const trials: Trial[] = [];
		for (const path of [inUse, ...spellingsOf(key, inUse, this.found())]) {
			trials.push(await this.try(key, path, pathValues));
			if (trials.at(-1)?.result !== 'notFound') break;
		}
		this.trials.set(key, trials);
		return trials.at(-1);
	}

	/** @throws UserFacingError if no other path would help: no response, or a rejected token */
	private async try(key: ReadingKey, path: string, pathValues: Readonly<Record<string, string>> = {}): Promise<Trial> {
		const request = { key, path, pathValues, isOptional: true };
		const response = await this.client.exchange(request).catch((thrown: unknown) => {
			if (!(thrown instanceof UserFacingError) || thrown.status === undefined || thrown.status === 401) throw thrown;
			return thrown;
		});
		if (response instanceof UserFacingError) return failedTrial(path, response);
		const { status, body } = response;
		if (!isExpected(key, body)) return { path, result: 'notFound', why: 'Returns something else', status };
		return { path, result: 'ok', why: 'Returns the expected data', status, body };
	}

	private pathInUse(key: EndpointKey): string {
		return this.client.connection.endpointPaths[key] ?? endpoints[key].path;
	}

	/** Operation → the path where it was found. */
	private found(): EndpointPaths {
		const trials = [...this.trials].map(([key, tried]) => [key, tried.find(({ result }) => result === 'ok')] as const);
		return Object.fromEntries(trials.flatMap(([key, trial]) => (trial ? [[key, trial.path]] : [])));
	}

	/** The first item has the JSON to paste; one item per operation follows. */
	report(): { readonly items: IDataObject[]; readonly toDo: string } {
		const found = this.found();
		const keys = Object.keys(endpoints) as EndpointKey[];
		const changed = keys.flatMap((key) => {
			const path = found[key] ?? (this.isDerivable(key) ? derivedPath(key, found) : undefined);
			return path === undefined || path === this.pathInUse(key) ? [] : [[key, path] as const];
		});
		const paths = { ...this.client.connection.endpointPaths, ...Object.fromEntries(changed) };
		const operations = keys.map((key) => this.operationItem(key, paths[key] ?? endpoints[key].path));
		const toDo = this.toDo(changed.length, operations);
		return { items: [{ toDo, endpointPaths: JSON.stringify(paths, null, 2) }, ...operations], toDo };
	}

	private operationItem(operation: EndpointKey, path: string): IDataObject {
		const { method } = endpoints[operation];
		const trials = this.trials.get(operation) ?? [];
		const last = trials.at(-1);
		if (last === undefined) {
			const notTested = this.hasPrefix ? "Correct 'Base URL' first." : 'Nothing to test it with.';
			const why = isReading(operation) ? notTested : 'Not tested, because it changes data.';
			return { operation, result: 'notTried', method, path, why };
		}
		// If no spelling was found, the reason of the path in use is the helpful one.
		const { why } = last.result === 'notFound' ? (trials[0] ?? last) : last;
		const tried = trials.length > 1 ? { tried: trials.map((trial) => `${trial.path}: ${trial.status}`) } : {};
		return { operation, result: last.result, method, path, why: `${why}.`, ...tried };
	}

	private toDo(changed: number, operations: readonly IDataObject[]): string {
		const { baseUrl } = this.client.connection;
		if (this.hasPrefix)
			return `Enter ${baseUrl}${usualPrefix} in 'Base URL' of the credential, where the service was found, and check again.`;
		const named = (wanted: Trial['result']): string[] =>
			operations.filter(({ result }) => result === wanted).map(({ operation }) => textOf(operation));
		const missing = named('notFound');
		const unknown = named('unknown');
		if (missing.length > 0 && unknown.length + Object.keys(this.found()).length === 0)
			return `Check 'Base URL' in the credential: nothing was found at ${baseUrl}.`;
		const parts: string[] = [];
		if (changed > 0) parts.push("Copy endpointPaths of the first item into 'Endpoint Paths' of the credential.");
		if (missing.length > 0)
			parts.push(`Not found: ${missing.join(', ')}. Ask the service for their paths and add them to 'Endpoint Paths'.`);
		if (unknown.length > 0) parts.push(`Could not be checked: ${unknown.join(', ')}. See 'why' in their items.`);
		return parts.join(' ') || nothingToDo;
	}

	/** A write whose path is neither documented nor in the credential. */
	private isDerivable(key: EndpointKey): boolean {
		return !isReading(key) && endpointOf(key).status === 'inferred' && !(key in this.client.connection.endpointPaths);
	}
}

function failedTrial(path: string, { message, status = 0 }: UserFacingError): Trial {
	const isNotFound = [404, 405].includes(status) || status < 400;
	return { path, result: isNotFound ? 'notFound' : 'unknown', why: message, status };
}

function isExpected(key: ReadingKey, body: unknown): boolean {
	if (key === 'account.get') return isAccount(body);
	if (key === 'subscriber.get') return idOf(subscriberFields(body)) !== undefined;
	return parsePage(body, collectionOf(key)) !== undefined;
}

function firstId(key: ReadingKey, trial: Trial | undefined): string | undefined {
	const [first] = parsePage(trial?.body, collectionOf(key))?.items ?? [];
	const id = idOf(first);
	return id === undefined ? undefined : textOf(id);
}
