import { reportedIn, type ImportReport } from '../../../api/importReport';
import type { Batch } from '../../../execution/Outcomes';

/** The service's words. The message of one request among several would look like that of the whole import. */
export function quotedIn(
	reports: readonly ImportReport[],
	isAlone: boolean,
): Pick<Batch, 'note' | 'reported'> & { message: string } {
	const texts = [...new Set(reports.map(({ message }) => message))].filter((text) => text !== '');
	const { text, isUndone } = reportedIn(reports);
	const reported = [`The service reports: ${text}.`, isUndone ? 'warning' : 'info'] as const;
	return {
		note: isAlone && reports.length === 1 && texts.length === 1 ? `The service says: "${texts[0]}"` : undefined,
		reported: text === '' ? undefined : reported,
		message: [texts.join(' · '), text].filter((part) => part !== '').join('; '),
	};
}
