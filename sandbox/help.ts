import { faults } from './faults/faults';
import { planSchema } from './faults/plan-schema';
import { presets } from './faults/presets';
import { defaultPort } from './options';
import { pagingStyles } from './paging-styles';
import { perPageNames } from './per-page';

/** The text of `--help`. */
export function helpText(): string {
	return [
		'npm run sandbox -- [options]',
		'',
		...columns([
			['--port <number>', `where to serve; ${defaultPort} by default, 0 for a free one`],
			['--paging <style>', 'how lists are paged; numbered by default'],
			['--per-page <what>', 'how ?per_page= is treated; honoured by default'],
			['--faults <preset or plan>', 'what goes wrong: a preset by name, or a fault plan as JSON'],
			['--help', 'this text'],
		]),
		'',
		'The environment may say SANDBOX_PORT or PORT, SANDBOX_PAGING, and SANDBOX_TOKEN for the access token that is accepted.',
		'',
		'Paging styles:',
		...columns(Object.entries(pagingStyles).map(([name, { about }]) => [name, about])),
		'',
		'per_page may be:',
		...columns(Object.entries(perPageNames)),
		'',
		'Presets:',
		...columns(Object.entries(presets).map(([name, { about }]) => [name, about])),
		'',
		`A plan may have these: ${Object.keys(planSchema.properties).join(', ')}.`,
		`  npm run sandbox -- --faults '{"rate": 0.1, "kinds": ["500", "reset-after"], "seed": 7}'`,
		`  npm run sandbox -- --faults '{"script": [{"fault": "429-date", "operation": "campaign.update", "times": 2}]}'`,
		'While it runs: GET, PUT and DELETE /_sandbox/faults.',
		'',
		'Faults:',
		...columns(
			Object.entries(faults).map(([name, { about, workDone }]) => [
				name,
				workDone ? `${about} (the work is done)` : about,
			]),
		),
	].join('\n');
}

function columns(rows: ReadonlyArray<readonly [left: string, right: string]>): string[] {
	const width = Math.max(...rows.map(([left]) => left.length));
	return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
