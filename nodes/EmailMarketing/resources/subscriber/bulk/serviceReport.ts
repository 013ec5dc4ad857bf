import { importReport } from '../../../api/response';
import type { Batch, Hint } from '../../../execution/Outcomes';

/** What the service reports of an import request. */
export interface ServiceReport {
	readonly message: string;
	/** Numbers by name; what they count is not documented. */
	readonly counts: Readonly<Record<string, number>>;
}

/** That of a request without a response. */
export const noReport: ServiceReport = { message: '', counts: {} };

/** The message of a response, and the numbers next to it. */
export function reportIn(body: unknown): ServiceReport {
	const { message, ...fields } = importReport(body);
	const counts = Object.entries(fields).filter(
		(field): field is [string, number] => typeof field[1] === 'number' && !/status|code|id$/i.test(field[0]),
	);
	return { message: typeof message === 'string' ? message.slice(0, 200) : '', counts: Object.fromEntries(counts) };
}

/** The counts that all requests report, added by name, as they are: `imported 0, skipped 600`. */
export function countsIn(reports: readonly ServiceReport[]): Array<readonly [name: string, count: number]> {
	const [first = noReport] = reports;
	const names = Object.keys(first.counts).filter((name) => reports.every(({ counts }) => Object.hasOwn(counts, name)));
	return names.map((name) => [name, reports.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0)] as const);
}

/** The counts for the user. Their names decide the color: no row tells who was skipped. */
export function hintOnCounts(reports: readonly ServiceReport[]): Hint | undefined {
	const counts = countsIn(reports);
	if (counts.length === 0) return undefined;
	const isUndone = counts.some(([name, count]) => count > 0 && /fail|skip|invalid|ignor|reject/i.test(name));
	return [`The service reports: ${textOf(counts)}.`, isUndone ? 'warning' : 'info'];
}

/** The message of an import: that of one request among several would look like that of the whole import. */
export function quotedIn(reports: readonly ServiceReport[], isAlone: boolean): Pick<Batch, 'note' | 'summary'> {
	const texts = [...new Set(reports.map(({ message }) => message))].filter((text) => text !== '');
	const note = isAlone && reports.length === 1 && texts.length === 1 ? `The service says: "${texts[0]}"` : undefined;
	const counts = textOf(countsIn(reports));
	const message = [texts.join(' · '), counts].filter((text) => text !== '').join('; ');
	return { note, summary: { message } };
}

function textOf(counts: ReturnType<typeof countsIn>): string {
	return counts.map(([name, count]) => `${name} ${count}`).join(', ');
}
