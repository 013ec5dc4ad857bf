import { parseArgs, types } from 'node:util';
import type { FaultPlan } from './faults/plan';
import { presets } from './faults/presets';

interface CommandOptions {
	help: boolean;
	port: number;
	token: string | undefined;
	faults: FaultPlan | undefined;
}

const defaultPort = 8787;

/** The text of `--help`. */
export const helpText = `npm run sandbox -- [options]

  --port <number>    where to serve; ${defaultPort} by default, 0 for a free one
  --faults <preset>  what goes wrong
  --help             this text

The environment may have SANDBOX_PORT, and SANDBOX_TOKEN for the access token that is accepted.

Presets:
${Object.entries(presets)
	.map(([name, { about }]) => `  ${name.padEnd(8)}  ${about}`)
	.join('\n')}`;

/**
 * Reads the command line, and missing options from the environment.
 *
 * @throws Error with a message of one line that names the wrong option.
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): CommandOptions {
	const { help = false, port, faults } = parse(args);
	return {
		help,
		port: readPort(port || env.SANDBOX_PORT || String(defaultPort)),
		token: env.SANDBOX_TOKEN || undefined,
		faults: faults === undefined ? undefined : readFaults(faults),
	};
}

function parse(args: string[]) {
	try {
		const options = { port: { type: 'string' }, faults: { type: 'string' }, help: { type: 'boolean' } } as const;
		return parseArgs({ args, options }).values;
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

function readFaults(given: string): FaultPlan | undefined {
	if (Object.hasOwn(presets, given)) return presets[given]?.plan;
	throw new Error(`--faults cannot be "${given}": give one of ${Object.keys(presets).join(', ')}.`);
}
