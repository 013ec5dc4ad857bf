import { importReport } from './response';

/** The service's report of an import request. Its fields are not documented. */
export interface ImportReport {
	readonly message: string;
	/** Numbers by name; what they count is not documented. */
	readonly counts: Readonly<Record<string, number>>;
}

/** The report of a request that may be done, but got no response. */
export const noReport: ImportReport = { message: '', counts: {} };

export function reportIn(body: unknown): ImportReport {
	const { message, ...fields } = importReport(body);
	const counts = Object.entries(fields).filter(
		(field): field is [string, number] => typeof field[1] === 'number' && !/status|code|total|id$/i.test(field[0]),
	);
	return { message: typeof message === 'string' ? message.slice(0, 200) : '', counts: Object.fromEntries(counts) };
}

/** The counts that all requests report, added by name. */
function countsIn(reports: readonly ImportReport[]): Array<readonly [name: string, count: number]> {
	const [first = noReport] = reports;
	const names = Object.keys(first.counts).filter((name) => reports.every(({ counts }) => Object.hasOwn(counts, name)));
	return names.map((name) => [name, reports.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0)] as const);
}

/** The counts as they are, `imported 0, skipped 600`, and whether their names say that somebody was left out. */
export function reportedIn(reports: readonly ImportReport[]) {
	const counts = countsIn(reports);
	const isUndone = counts.some(([name, count]) => count > 0 && /fail|skip|invalid|ignor|reject|error/i.test(name));
	return { text: counts.map(([name, count]) => `${name} ${count}`).join(', '), isUndone };
}
