import type { IDataObject } from 'n8n-workflow';

export interface ImportRow {
	/** The input item that it comes from. */
	readonly item: number;
	readonly body: IDataObject;
}

/** What becomes of the rows; each is told of once. */
export interface ImportReport<T extends ImportRow> {
	imported(rows: readonly T[], body: unknown): void;
	/** The service took the others, and not this one. @param status of the answer that refused it; none where it was a success */
	rejected(row: T, reason: string, status?: number): void;
	/** The request with all of them was refused; each is told of later, unless something else ends the run. */
	refusedTogether(rows: readonly T[]): void;
	/** Not for what is in these rows: no answer, no right to it, no such path. */
	failed(rows: readonly T[], thrown: unknown): void;
}
