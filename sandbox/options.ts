import { parseArgs, types } from 'node:util';
import type { FaultPlan } from './faults/plan';
import { presets } from './faults/presets';
import { parsePlan } from './faults/read-plan';
import { pagingStyleNames } from './paging-styles';
import type { PagingStyleName } from './paging-styles';
import { perPageNames } from './per-page';
import type { PerPageName } from './per-page';

/** What the command was told. */
interface CommandOptions {
	help: boolean;
	port: number;
	token: string | undefined;
	paging: PagingStyleName;
	perPage: PerPageName;
	faults: FaultPlan | undefined;
}

export const defaultPort = 8787;

/**
 * Reads the command line, and where it says nothing, the environment.
 *
 * @throws Error with a message of one line that says what is wrong.
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): CommandOptions {
	const { values } = parse(args);
	return {
		help: values.help ?? false,
		port: readPort(values.port || env.SANDBOX_PORT || env.PORT || String(defaultPort)),
		token: env.SANDBOX_TOKEN || undefined,
		paging: readPaging(values.paging ?? (env.SANDBOX_PAGING || 'numbered')),
		perPage: readPerPage(values['per-page'] ?? 'honoured'),
		faults: values.faults === undefined ? undefined : readFaults(values.faults),
	};
}

function parse(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				port: { type: 'string' },
				paging: { type: 'string' },
				'per-page': { type: 'string' },
				faults: { type: 'string' },
				help: { type: 'boolean' },
			},
		});
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

function readPaging(given: string): PagingStyleName {
	const style = pagingStyleNames.find((name) => name === given);
	if (style === undefined)
		throw new Error(`There is no paging style "${given}": give one of ${pagingStyleNames.join(', ')}.`);
	return style;
}

function readPerPage(given: string): PerPageName {
	if (isPerPageName(given)) return given;
	throw new Error(`per_page cannot be "${given}": give one of ${Object.keys(perPageNames).join(', ')}.`);
}

function isPerPageName(given: string): given is PerPageName {
	return Object.hasOwn(perPageNames, given);
}

function readFaults(given: string): FaultPlan | undefined {
	if (given.trimStart().startsWith('{')) return parsePlan(given);
	const preset = Object.hasOwn(presets, given) ? presets[given] : undefined;
	if (preset === undefined)
		throw new Error(
			`There is no preset "${given}": give one of ${Object.keys(presets).join(', ')}, or a fault plan as JSON.`,
		);
	return preset.plan;
}
