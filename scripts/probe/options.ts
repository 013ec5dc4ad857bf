import { parseArgs } from 'node:util';

import { isEmailAddress } from '../../nodes/EmailMarketing/api/emailAddress';
import type { ProbeOptions } from './probe';
import { Refused } from './scratchList';

export const helpText = `npm run probe -- --base-url <address> --token <token> --list <ID> --domain <domain>

  --base-url <address>  of the service, without /v1
  --token <token>       the access token; without it, PROBE_TOKEN in the environment
  --list <ID>           of a scratch contact list, with at most 50 subscribers
  --domain <domain>     where the five addresses of the probe are; the service may send emails there
  --paths <JSON>        paths that differ, as in 'Endpoint Paths' of the credential
  --yes                 does not ask before it writes
  --json                prints the report as JSON
  --help                this text

It asks the service what docs/architecture.md infers of it, and takes its people away again.`;

interface CommandOptions extends ProbeOptions {
	readonly yes: boolean;
	readonly json: boolean;
}

/** @returns undefined for --help  @throws Refused for a wrong option */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): CommandOptions | undefined {
	const { help, yes = false, json = false, paths, ...given } = parse(args);
	if (help) return undefined;
	const token = given.token ?? env.PROBE_TOKEN;
	const { 'base-url': baseUrl, list, domain } = given;
	const missing = Object.entries({ '--base-url': baseUrl, '--token': token, '--list': list, '--domain': domain });
	const [name] = missing.find(([, value]) => (value ?? '').trim() === '') ?? [];
	if (name !== undefined) throw wrong(`${name} is missing.`);
	if (['.', '..'].includes(list?.trim() ?? '')) throw wrong('--list must be an ID.');
	if (!isEmailAddress(`probe@${domain}`)) throw wrong('--domain must be a domain, such as example.org.');
	return { baseUrl: baseUrl ?? '', token: token ?? '', list: list ?? '', domain: domain ?? '', paths, yes, json };
}

function parse(args: string[]) {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean' } as const;
	const options = { 'base-url': text, token: text, list: text, domain: text, paths: text } as const;
	try {
		return parseArgs({ args, options: { ...options, yes: flag, json: flag, help: flag } }).values;
	} catch (thrown) {
		// Node's own text quotes the argument, which may be the token.
		const code = (thrown as { code?: string }).code ?? '';
		throw wrong(
			code.includes('POSITIONAL')
				? 'Each value needs the name of its option before it.'
				: 'An option is unknown or has no value.',
		);
	}
}

function wrong(text: string): Refused {
	return new Refused(`${text} See npm run probe -- --help`);
}
