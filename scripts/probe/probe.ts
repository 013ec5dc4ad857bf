import type { IDataObject } from 'n8n-workflow';

import { Hints } from '../../nodes/EmailMarketing/execution/Hints';
import { executeOnce as checkPaths } from '../../nodes/EmailMarketing/resources/account/checkPaths';
import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { isRecord, parseJson } from '../../nodes/EmailMarketing/shared/values';
import { ApiClient } from '../../nodes/EmailMarketing/transport/ApiClient';
import { readConnection, type Connection } from '../../nodes/EmailMarketing/transport/connection';
import { AbortError } from '../../nodes/EmailMarketing/transport/wait';
import { askAll } from './askAll';
import { announcement, type Report } from './report';
import { cleanUp, readScratchList, Refused } from './scratchList';
import { sendWith, type Sent } from './send';
import { Session } from './Session';

export interface ProbeOptions {
	readonly baseUrl: string;
	readonly token: string;
	readonly list: string;
	readonly domain: string;
	/** As in 'Endpoint Paths'. */
	readonly paths?: string;
	/** Overwrites the waits, for tests. */
	readonly waitsMs?: readonly number[];
	readonly maxRetries?: number;
}

export interface Rim {
	/** Tells what is being done. */
	readonly tell: (text: string) => void;
	/** Shows what will be written, and asks whether it may. */
	readonly confirm: (text: string) => Promise<boolean>;
	/** Aborted by Ctrl-C. */
	readonly interrupted: AbortSignal;
}

/**
 * Asks a service what is inferred of it, and takes its own people away again.
 * @throws Refused before anything was written
 */
export async function probe(options: ProbeOptions, rim: Rim): Promise<Report> {
	const sent: Sent[] = [];
	const given = connectionOf(options);
	const clientAt = (connection: Connection, cancelled?: AbortSignal): ApiClient =>
		new ApiClient({
			connection,
			options: { maxParallelRequests: 1, maxRetries: options.maxRetries ?? 3, isInteractive: true },
			sendOnce: sendWith(options.token, (request) => void sent.push(request)),
			cancelled,
		});
	rim.tell('Checking the paths, which only reads');
	const checking = clientAt(given, rim.interrupted);
	const check = checkPaths({ client: checking, hints: new Hints() }).finally(checking.stop);
	const paths = await reading(check, options);
	const connection = { ...given, endpointPaths: { ...given.endpointPaths, ...pathsFound(paths) } };
	const client = clientAt(connection, rim.interrupted);
	const { list, domain, waitsMs = [1100, 2000, 4000, 8000] } = options;
	const run = Math.random().toString(36).slice(2, 8);
	const session = new Session({ client, list, domain, run, sent, waitsMs, paths });
	const { before, asked } = await asking(session, options, rim).finally(client.stop);
	rim.tell('Taking its people away again');
	// Not interrupted: it takes the people away also after Ctrl-C.
	session.client = clientAt(connection);
	const cleaned = await cleanUp(session, before);
	const worked = new Set<unknown>([...client.succeeded, ...session.client.succeeded]);
	const tested = paths.slice(1).map((item) => (worked.has(item.operation) ? { ...item, ...used } : item));
	return { baseUrl: given.baseUrl, list, requests: sent.length, ...asked, paths: tested, cleanUp: cleaned };
}

/** Reads the list, and asks all questions if it may write. */
async function asking(session: Session, options: ProbeOptions, rim: Rim) {
	const before = await reading(readScratchList(session), options, session.setup.paths);
	const mayWrite = await rim.confirm(announcement(options.list, before.length, Object.values(session.emails)));
	if (!mayWrite || rim.interrupted.aborted) throw new Refused('Nothing was written.');
	return { before, asked: await askAll(session, rim.interrupted, rim.tell) };
}

const used = { result: 'found', why: 'The probe has used it.' };

function connectionOf({ baseUrl, token, paths }: ProbeOptions): Connection {
	try {
		return readConnection({ baseUrl, accessToken: token, endpointPaths: paths ?? '' });
	} catch (thrown) {
		throw refusalOf(thrown);
	}
}

/** The paths of the first item of Check Endpoint Paths, if any differ from those in use. */
function pathsFound([first]: readonly IDataObject[]): Connection['endpointPaths'] {
	const found = parseJson(first?.path === undefined ? '' : textOf(first.path));
	return isRecord(found) ? found : {};
}

/** What is read before anything is written: a failure ends the probe. */
async function reading<T>(work: Promise<T>, { list }: ProbeOptions, paths: readonly IDataObject[] = []): Promise<T> {
	try {
		return await work;
	} catch (thrown) {
		const isFound = paths.some(({ operation, result }) => operation === 'contactList.getAll' && result === 'found');
		if (!(thrown instanceof UserFacingError) || thrown.status !== 404) throw refusalOf(thrown);
		if (!isFound) throw refusalOf(thrown, paths[0]?.why);
		throw new Refused(
			`The contact list "${list}" was not found (status 404): it may be in another account, deleted, or mistyped. If it is there, give the path of "subscriber.getAll" by --paths. Nothing was written.`,
		);
	}
}

function refusalOf(thrown: unknown, advice?: unknown): Error {
	if (thrown instanceof Refused) return thrown;
	if (thrown instanceof AbortError) return new Refused('Interrupted. Nothing was written.');
	if (!(thrown instanceof UserFacingError)) return new Refused('The response was unexpected. Nothing was written.');
	const text = `${thrown.message}. ${typeof advice === 'string' ? advice : thrown.description} Nothing was written.`;
	return new Refused(
		text
			.replace(/ (in|of) the credential|Open the credential and /g, '')
			.replace(/'(Base URL|Access Token|Endpoint Paths)'/g, (name) => optionOf[name] ?? name),
	);
}

/** Where a user of the probe corrects a field of the credential. */
const optionOf: Readonly<Record<string, string>> = {
	"'Base URL'": '--base-url',
	"'Access Token'": '--token',
	"'Endpoint Paths'": '--paths',
};
