import { endpointOf, endpoints, isReading, type EndpointKey } from '../../../api/endpoints';
import type { EndpointPaths } from '../../../api/endpointPaths';
import { derivedPath, parentsOf } from '../../../api/pathSpellings';
import { foundAt, type Findings } from './checkReadings';
import type { Trial } from './PathTrier';

/** What there is to say of one operation. */
export interface Verdict {
	readonly result: 'ok' | 'notFound' | 'notTried';
	readonly why: string;
	/** Where it was found, is taken to be, or was not found. */
	readonly path: string;
	readonly trials?: readonly Trial[];
	readonly isDerived?: boolean;
}

/** Of each operation of the catalogue, in its order. @param given the credential's own Endpoint Paths */
export function pathVerdicts(findings: Findings, given: EndpointPaths): Array<[EndpointKey, Verdict]> {
	const found = foundPaths(findings);
	return (Object.keys(endpoints) as EndpointKey[]).map((key) => [key, verdictOf(key, findings, given, found)]);
}

function foundPaths({ trials }: Findings): EndpointPaths {
	return Object.fromEntries([...trials].map(([key, tried]) => [key, foundAt(tried)?.path]));
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
