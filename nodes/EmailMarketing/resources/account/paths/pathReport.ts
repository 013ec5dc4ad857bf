import type { IDataObject } from 'n8n-workflow';

import { endpointOf, endpoints, isReading, type EndpointKey } from '../../../api/endpoints';
import type { EndpointPaths } from '../../../api/endpointPaths';
import { derivedPath, parentsOf } from '../../../api/pathSpellings';
import { foundAt, type Findings } from './checkReadings';
import type { Trial } from './PathTrier';

/** What there is to say of one operation. */
interface Verdict {
	readonly result: 'ok' | 'notFound' | 'notTried';
	readonly why: string;
	/** Where it was found, is taken to be, or was not found. */
	readonly path: string;
	readonly trials?: readonly Trial[];
	readonly isDerived?: boolean;
}

export interface PathReport {
	/** One for each operation of the catalogue, in its order, and one with the Endpoint Paths. */
	readonly items: IDataObject[];
	/** What to do now. */
	readonly toDo: string;
	/** Whether there is nothing to be done. */
	readonly isFine: boolean;
}

/**
 * Says of each operation whether its path is right, and what belongs into the credential.
 * @param given the credential's own Endpoint Paths, all of which are kept but for those that were found elsewhere
 */
export function pathReport(findings: Findings, given: EndpointPaths, baseUrl: string): PathReport {
	const found = foundPaths(findings);
	const verdicts = (Object.keys(endpoints) as EndpointKey[]).map((key): [EndpointKey, Verdict] => [
		key,
		verdictOf(key, findings, given, found),
	]);
	const changed = verdicts.filter(
		([key, { path, result, isDerived }]) =>
			path !== (given[key] ?? endpoints[key].path) && (result === 'ok' || isDerived),
	);
	const paths = { ...given, ...Object.fromEntries(changed.map(([key, { path }]) => [key, path])) };
	const { isFine, text } = toDoOf(verdicts, changed, findings, baseUrl);
	return {
		items: [...verdicts.map(itemOf), { endpointPaths: JSON.stringify(paths, null, 2), toDo: text }],
		toDo: text,
		isFine,
	};
}

function foundPaths({ trials }: Findings): EndpointPaths {
	return Object.fromEntries([...trials].map(([key, tried]) => [key, foundAt(tried)?.path]));
}

function itemOf([operation, { path, result, why, trials = [] }]: [EndpointKey, Verdict]): IDataObject {
	const tried = trials.map((trial) => `${trial.path}: ${trial.status ?? 'no answer'}`);
	return {
		operation,
		result,
		method: endpoints[operation].method,
		path,
		why: `${why}.`,
		...(tried.length > 1 ? { tried } : {}),
	};
}

function verdictOf(key: EndpointKey, findings: Findings, given: EndpointPaths, found: EndpointPaths): Verdict {
	const path = given[key] ?? endpoints[key].path;
	const trials = isReading(key) ? findings.trials.get(key) : undefined;
	if (trials !== undefined) return triedVerdict(trials, path, findings);
	const reason = isReading(key) ? findings.untried.get(key) : 'A write, so it was not tried';
	const say = (...sentences: Array<string | undefined>): string =>
		[reason, ...sentences].filter((sentence) => sentence !== undefined).join('. ');
	if (given[key] !== undefined)
		return { result: 'notTried', path, why: say("The path is the one in 'Endpoint Paths' of the credential") };
	if (endpointOf(key).status === 'documented')
		return { result: 'notTried', path, why: say('The path is documented', whatReadingTells(key, findings)) };
	const derived = derivedPath(key, found);
	if (derived !== undefined)
		return {
			result: 'notTried',
			path: derived.path,
			isDerived: true,
			why: say(`The path is derived from ${derived.from}, which was found at ${found[derived.from]}`),
		};
	if (isReading(key)) return { result: 'notTried', path, why: say() };
	const isSame = parentsOf(key).some((parent) => found[parent] === endpoints[key].path);
	return {
		result: 'notTried',
		path,
		why: say(
			whatReadingTells(key, findings),
			isSame ? undefined : 'Whether the path is right cannot be known without writing',
		),
	};
}

function triedVerdict(trials: readonly Trial[], path: string, { missingStart }: Findings): Verdict {
	const [first] = trials;
	const right = foundAt(trials);
	if (first === undefined) return { result: 'notTried', path, why: 'Nothing was found' };
	if (right !== undefined)
		return {
			result: 'ok',
			path: right.path,
			trials,
			why: right === first ? right.why : `${right.why}, and ${first.path} does not (${first.status ?? 'no answer'})`,
		};
	if (first.result === 'unknown') return { result: 'notTried', path, trials, why: first.why };
	if (missingStart !== undefined)
		return { result: 'notFound', path, trials, why: `${first.why}. 'Base URL' lacks ${missingStart} at its end` };
	const others = trials.length - 1;
	return {
		result: 'notFound',
		path,
		trials,
		why:
			others === 0
				? first.why
				: `${first.why}. ${others} other spelling${others === 1 ? ' is' : 's are'} not it either`,
	};
}

/** What reading tells of a write. A path at whose beginning nothing is to be read is hardly right. */
function whatReadingTells(key: EndpointKey, { trials }: Findings): string | undefined {
	const parent = parentsOf(key).find((one) => trials.has(one));
	const tried = parent === undefined ? [] : (trials.get(parent) ?? []);
	const [inUse] = tried;
	if (parent === undefined || inUse?.path !== endpoints[parent].path || inUse.result === 'unknown') return undefined;
	const place = inUse.path === endpoints[key].path ? 'The same path' : `Its beginning, ${inUse.path},`;
	if (inUse.result === 'ok') return `${place} answers to reading (${parent})`;
	const isLost = endpointOf(key).status === 'documented' && foundAt(tried) === undefined;
	return `${place} does not answer to reading (${parent})${isLost ? ". 'Base URL' in the credential may be that of something else" : ''}`;
}

interface ToDo {
	readonly text: string;
	readonly isFine: boolean;
}

function toDoOf(
	verdicts: ReadonlyArray<[EndpointKey, Verdict]>,
	changed: ReadonlyArray<[EndpointKey, Verdict]>,
	{ missingStart, trials }: Findings,
	baseUrl: string,
): ToDo {
	if (missingStart !== undefined) {
		return {
			isFine: false,
			text: `Enter ${baseUrl}${missingStart} in 'Base URL' of the credential, where the service was found, and check again. 'Endpoint Paths' can stay as they are.`,
		};
	}
	const tried = [...trials.values()];
	if (tried.every(([first]) => first?.result === 'notFound') && tried.every((all) => foundAt(all) === undefined)) {
		return {
			isFine: false,
			text: `Check 'Base URL' in the credential: nothing was found at ${baseUrl}, not even at /v1/contact-lists and /v1/campaigns, with which documented paths begin. 'Endpoint Paths' can stay as they are.`,
		};
	}
	const lost = verdicts.filter(([, { result }]) => result === 'notFound').map(([key]) => key);
	const unclear = verdicts.filter(([key, { result }]) => isReading(key) && result === 'notTried').map(([key]) => key);
	const derived = changed.filter(([, { isDerived }]) => isDerived).map(([key]) => key);
	const parts = [
		changed.length === 0
			? ''
			: "Open the credential, put the last item's endpointPaths in place of what is in 'Endpoint Paths', and save.",
		derived.length === 0
			? ''
			: `Derived, not tried: ${derived.join(', ')}. Try each first with something that may go wrong.`,
		lost.length === 0
			? ''
			: `Not found: ${lost.join(', ')}. Ask the service for the path and add it to 'Endpoint Paths'.`,
		unclear.length === 0 ? '' : `Not known: ${unclear.join(', ')}. The item of each says why.`,
	].filter((part) => part !== '');
	return {
		isFine: parts.length === 0,
		text: parts.length === 0 ? 'Nothing is to be changed: every path that can be tried is right.' : parts.join(' '),
	};
}
