import { parseArgs, types } from 'node:util';
import type { FaultPlan } from './faults/plan';
import { presets } from './faults/presets';
import { parsePlan } from './faults/read-plan';
import { pagingStyles, type PagingStyleName } from './paging-styles';
import { perPageNames, type PerPageName } from './per-page';
import { searchTreatments, type Searches } from './searches';

interface CommandOptions {
	help: boolean;
	port: number;
	token: string | undefined;
	paging: PagingStyleName;
	perPage: PerPageName;
	searches: Searches;
	faults: FaultPlan | undefined;
}

export const defaultPort = 8787;

/**
 * Reads the command line, and missing options from the environment.
 *
 * @throws Error with a message of one line that names the wrong option.
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): CommandOptions {
	const { values } = parse(args);
	const treatment = nameIn(searchTreatments, values.searches ?? 'honoured', '--searches');
	return {
		help: values.help ?? false,
		port: readPort(values.port || env.SANDBOX_PORT || env.PORT || String(defaultPort)),
		token: env.SANDBOX_TOKEN || undefined,
		paging: nameIn(pagingStyles, values.paging ?? (env.SANDBOX_PAGING || 'numbered'), '--paging'),
		perPage: nameIn(perPageNames, values['per-page'] ?? 'honoured', '--per-page'),
		searches: { 'filter[email]': treatment, search: treatment, sort: treatment },
		faults: values.faults === undefined ? undefined : readFaults(values.faults),
	};
}

function parse(args: string[]) {
	const text = { type: 'string' } as const;
	try {
		const options = {
			port: text,
			paging: text,
			'per-page': text,
			searches: text,
			faults: text,
			help: { type: 'boolean' },
		} as const;
		return parseArgs({ args, options });
	} catch (thrown) {
		const [line = ''] = (types.isNativeError(thrown) ? thrown.message : String(thrown)).split('\n');
		throw new Error(`${line.replace(/\.?$/, '.')} See npm run sandbox -- --help`);
	}
}

function readPort(given: string): number {
	const port = Number(given);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new Error(`"${given}" is not a port: give a number from 0 to 65535.`);
	return port;
}

function nameIn<Name extends string>(table: Readonly<Record<Name, unknown>>, given: string, option: string): Name {
	if (Object.hasOwn(table, given)) return given as Name;
	throw new Error(`${option} cannot be "${given}": give one of ${Object.keys(table).join(', ')}.`);
}

function readFaults(given: string): FaultPlan | undefined {
	if (given.trimStart().startsWith('{')) return parsePlan(given);
	return presets[nameIn(presets, given, '--faults')]?.plan;
}
