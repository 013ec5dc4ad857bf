import type { IDataObject } from 'n8n-workflow';

import { endpoints, isReading, type EndpointKey } from '../../../api/endpoints';
import type { EndpointPaths } from '../../../api/endpointPaths';
import { foundAt, type Findings } from './checkReadings';
import { pathVerdicts, type Verdict } from './pathVerdicts';

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
	const verdicts = pathVerdicts(findings, given);
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
