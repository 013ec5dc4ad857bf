import { readFileSync } from 'node:fs';

/** A stretch of time, in ms since 1970. */
interface Span {
	readonly from: number;
	readonly to: number;
}

interface Line {
	readonly at: number;
	readonly rssMb: number;
	readonly pauses: ReadonlyArray<readonly [from: number, to: number]>;
}

/** What probe.cjs has written about n8n's process. */
export function readProbe(file: string): { peakMb: (span: Span) => number; longestPause: (span: Span) => number } {
	const lines = readFileSync(file, 'utf8')
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as Line);
	const pauses = lines.flatMap((line) => line.pauses);
	return {
		/** The greatest resident memory of n8n in that time. */
		peakMb: ({ from, to }) => Math.max(...lines.filter(({ at }) => at >= from && at <= to).map(({ rssMb }) => rssMb)),
		/** The longest time, in ms, for which n8n's event loop stood still within the span; 15 ms go unnoticed. */
		longestPause: ({ from, to }) =>
			Math.max(0, ...pauses.map(([begin, end]) => Math.min(end, to) - Math.max(begin, from))),
	};
}
