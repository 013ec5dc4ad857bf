import { faults } from './faults/faults';
import { planSchema } from './faults/plan-schema';
import { presets } from './faults/presets';
import { defaultPort } from './options';
import { pagingStyles } from './paging-styles';
import { perPageNames } from './per-page';
import { searchTreatments } from './searches';

/** The text of `--help`. */
export function helpText(): string {
	return [
		'npm run sandbox -- [options]',
		'',
		...columns({
			'--port <number>': `where to serve; ${defaultPort} by default, 0 for a free one`,
			'--paging <style>': 'how lists are paged; numbered by default',
			'--per-page <what>': 'how ?per_page= is treated; honoured by default',
			'--searches <what>': 'how searches of subscribers are treated; honoured by default',
			'--faults <preset or plan>': 'what goes wrong: a preset by name, or a fault plan as JSON',
			'--help': 'this text',
		}),
		'',
		'The environment may have SANDBOX_PORT or PORT, SANDBOX_PAGING, and SANDBOX_TOKEN for the access token that is accepted.',
		'',
		'Paging styles:',
		...columns(pagingStyles),
		'',
		'per_page may be:',
		...columns(perPageNames),
		'',
		'Searches may be:',
		...columns(searchTreatments),
		'',
		'Presets:',
		...columns(abouts(presets)),
		'',
		`A plan may have these: ${Object.keys(planSchema.properties).join(', ')}.`,
		`  npm run sandbox -- --faults '{"rate": 0.1, "kinds": ["500", "reset-after"], "seed": 7}'`,
		`  npm run sandbox -- --faults '{"script": [{"fault": "429-date", "operation": "campaign.update", "times": 2}]}'`,
		'While it runs: GET, PUT and DELETE /_sandbox/faults.',
		'',
		'Faults:',
		...columns(abouts(faults)),
	].join('\n');
}

function abouts(table: Readonly<Record<string, { about: string; workDone?: boolean }>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(table).map(([name, { about, workDone }]) => [
			name,
			workDone ? `${about} (the work is done)` : about,
		]),
	);
}

function columns(rows: Readonly<Record<string, string>>): string[] {
	const width = Math.max(...Object.keys(rows).map((left) => left.length));
	return Object.entries(rows).map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
