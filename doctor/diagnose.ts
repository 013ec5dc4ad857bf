import { endpoints, type EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { differences } from './compare';
import { documentPaths, type DocumentPaths } from './documentPaths';
import { matchOperations, type Matches } from './matchOperations';
import { DoctorError, type FoundOperation, type OpenApiDocument } from './readDocument';

const keys = Object.keys(endpoints) as EndpointKey[];

/** With fewer, the document is hardly the service's. */
const fewMatches = 5;

/**
 * Compares an OpenAPI document with what the node sends and reads.
 * @param contract the node's own, whose operationIds are the keys of the catalogue
 * @returns the lines of a report
 * @throws DoctorError where the document has none of the service's operations
 */
export function diagnose(document: OpenApiDocument, contract: OpenApiDocument): string {
	const own = new Map(contract.operations.map((operation) => [operation.operationId ?? '', operation]));
	const names = Object.fromEntries(keys.map((key) => [key, own.get(key)?.summary ?? key])) as Record<
		EndpointKey,
		string
	>;
	const matches = matchOperations(document, names);
	if (matches.size === 0)
		throw new DoctorError(
			`None of the ${keys.length} operations of the node is in this document, so it is not the one of the service. It has: ${listed(document.operations, 5)}.`,
		);
	const paths = documentPaths(matches);
	const found = [...matches].map(([key, operation]) => {
		const mine = own.get(key);
		const differing =
			mine === undefined
				? []
				: differences(key, { operation: mine, root: contract.root }, { operation, root: document.root });
		return {
			key,
			operation,
			differing: [paths.unusable.get(key), paths.notes.get(key), ...differing].filter((line) => line !== undefined),
		};
	});
	const missing = keys.filter((key) => !matches.has(key));
	const unused = document.operations.filter((operation) => ![...matches.values()].includes(operation));
	const differing = found.filter((one) => one.differing.length > 0);
	return [
		`OpenAPI ${document.version}, "${document.title}", ${document.operations.length} operations. ${matches.size} of the ${keys.length} operations of the node are in it.`,
		...(matches.size < fewMatches
			? ['So few are more likely a chance: check that it is the document of the service.']
			: []),
		...section("'Base URL' of the credential", baseUrlLines(paths)),
		...section("'Endpoint Paths' of the credential", pathLines(paths, matches)),
		...section(
			'What differs in methods, bodies and answers',
			differing.length === 0
				? ['Nothing differs.']
				: differing.flatMap(({ key, operation, differing: lines }) => [
						`${key} (${operation.method} ${operation.path})`,
						...lines.map((line) => `  - ${line}`),
					]),
		),
		...(missing.length === 0
			? []
			: section(
					'Not in the document',
					missing.map((key) => `${key} (${endpoints[key].method} ${endpoints[key].path}, "${names[key]}")`),
				)),
		...(unused.length === 0 ? [] : section('In the document, and not in the node', unused.map(nameOf))),
	].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
	return ['', title, ...lines.map((line) => `  ${line}`)];
}

function baseUrlLines({ baseUrl, baseUrlNote }: DocumentPaths): string[] {
	return [
		baseUrl === '' ? 'As your account has it, without a path.' : baseUrl,
		...(baseUrlNote === undefined ? [] : [`Note: ${baseUrlNote}.`]),
	];
}

function pathLines({ endpointPaths, unusable }: DocumentPaths, matches: Matches): string[] {
	if (Object.keys(endpointPaths).length > 0) return JSON.stringify(endpointPaths, null, 2).split('\n');
	return [
		unusable.size === 0 && matches.size === keys.length
			? '{} is right: the paths are those of the node.'
			: '{} is right as far as the operations were found.',
	];
}

function nameOf({ method, path, summary }: FoundOperation): string {
	return `${method} ${path}${summary === undefined ? '' : ` (${summary.split('\n')[0]})`}`;
}

function listed(operations: readonly FoundOperation[], most: number): string {
	const more = operations.length - most;
	return `${operations
		.slice(0, most)
		.map(({ method, path }) => `${method} ${path}`)
		.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
