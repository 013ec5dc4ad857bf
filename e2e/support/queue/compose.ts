import { parse } from 'yaml';

/** What a service of a compose file has, as far as it is used here. */
interface ComposeService {
	image: string;
	pull_policy?: string;
	command?: string;
	environment?: Record<string, string>;
	build?: { dockerfile_inline: string };
	deploy?: { replicas: number };
	volumes?: string[];
	ports?: string[];
	depends_on?: Record<string, { condition: string }>;
	healthcheck?: { test: string[] };
}

interface Compose {
	services: Record<'postgres' | 'redis' | 'n8n' | 'worker', ComposeService>;
	volumes: Record<string, null>;
}

/** The compose file in a page such as docs/scaling.md: its only block of YAML. */
export function composeIn(markdown: string): Compose {
	const [, yaml = ''] = /^```yaml\n([^]*?)^```/m.exec(markdown) ?? [];
	return parse(yaml, { merge: true }) as Compose;
}

/**
 * What Compose would hand to a service, with these values in place of `${NAME}`.
 * @throws Error where a value is missing, with what the file says of it
 */
export function environmentOf(
	{ environment = {} }: ComposeService,
	values: Record<string, string>,
): Record<string, string> {
	return Object.fromEntries(
		Object.entries(environment).map(([name, text]) => [
			name,
			text.replace(/\$\{(\w+)(?::\?([^}]*))?\}/g, (_, variable: string, advice = '') => {
				const value = values[variable];
				if (value === undefined) throw new Error(`${variable} is not set: ${advice}`);
				return value;
			}),
		]),
	);
}
