import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const file = join(__dirname, 'RESULTS.md');
const introduction =
	'# Measured\n\nWritten by `npm run bench`. The ratios are what to compare; the times are those of one machine, whose cores the server shares.\n\n';

/** Something that a part must show. */
export interface Target {
	readonly what: string;
	readonly met: boolean;
	/** What was found, and what was wanted. */
	readonly found: string;
}

/** A number that must not be above another; what could not be measured is not met. */
export function atMost(what: string, value: number, limit: number, unit = ''): Target {
	return { what, met: value <= limit, found: `${short(value)}${unit}, at most ${short(limit)}${unit} wanted` };
}

/** A number that must not be below another. */
export function atLeast(what: string, value: number, limit: number, unit = ''): Target {
	return { what, met: value >= limit, found: `${short(value)}${unit}, at least ${short(limit)}${unit} wanted` };
}

/** What a part has found. */
export interface Findings {
	/** What it ran on besides the package, e.g. `n8n 2.41.1`. */
	readonly versions: string[];
	readonly text: string[];
	readonly targets: Target[];
	/** What a user should know: what, against what, and how much. */
	readonly inShort: string[];
}

export type Rows = ReadonlyArray<ReadonlyArray<string | number>>;

/** A table in Markdown. */
export function table(head: readonly string[], rows: Rows): string {
	return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A section of RESULTS.md. */
export function sectionOf(title: string, { versions, text, targets }: Findings): string {
	const ranOn = `${new Date().toISOString().slice(0, 10)}, ${versions.join(', ')}, commit ${commit()}, ${cpus().length} cores.`;
	const missed = targets.filter(({ met }) => !met).map(({ what, found }) => `- **not met**: ${what}: ${found}`);
	const summary = missed.length === 0 ? `All ${targets.length} targets are met.` : missed.join('\n');
	const tables = ['<details><summary>Tables</summary>', ...text, '</details>'];
	return [`## ${title}`, ranOn, summary, ...tables].join('\n\n') + '\n';
}

/** Replaces the section of this title in RESULTS.md and its lines at the top, or adds them. */
export function writeSection(title: string, section: string, inShort: readonly string[]): void {
	const known = existsSync(file) ? readFileSync(file, 'utf8') : introduction;
	const [top = '', ...sections] = known.split(/^(?=## )/m);
	const link = `([${title}](#${title
		.toLowerCase()
		.replace(/[^a-z\d -]/g, '')
		.replaceAll(' ', '-')}))`;
	const others = top.split('\n').filter((line) => line.startsWith('- ') && !line.endsWith(link));
	const lines = [...others, ...inShort.map((line) => `- ${line} ${link}`)];
	const place = sections.findIndex((other) => other.startsWith(`## ${title}\n`));
	sections.splice(place === -1 ? sections.length : place, 1, section);
	const all = [introduction + lines.join('\n'), ...sections];
	writeFileSync(file, all.map((each) => `${each.trimEnd()}\n`).join('\n'));
}

/** The commit that is checked out, and whether what is published differs from it. */
function commit(): string {
	const git = (...words: string[]) => execFileSync('git', words, { cwd: __dirname, encoding: 'utf8' }).trim();
	const isChanged = git('status', '--porcelain', '../nodes', '../credentials') !== '';
	return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`;
}

/** A number as it is read: two digits after the point where it is small. */
export function short(value: number): string {
	return value.toFixed(value >= 20 || Number.isInteger(value) ? 0 : 2);
}

export function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
