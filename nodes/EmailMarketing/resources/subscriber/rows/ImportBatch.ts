import type { IDataObject } from 'n8n-workflow';

import type { Outcomes } from '../../../execution/Outcomes';
import { groupedBy } from '../../../shared/groupedBy';
import { inParallel } from '../../../shared/loops';
import type { Batch } from './batchesOf';
import { notTaken } from './importErrors';
import { importOptions, type ImportOptions } from './importOptions';
import { ImportOutput } from './ImportOutput';
import type { ImportReport } from './ImportReport';
import { prepareRows, type PreparedRow } from './prepareRows';
import { defaultChunkSize, RowImport } from './RowImport';
import { selectRows, type RowCall } from './selectRows';

/** The rows of one contact list on their way into it. */
export class ImportBatch implements ImportReport<PreparedRow> {
	private readonly options: ImportOptions;

	/** What became of the rows. */
	readonly output: ImportOutput;

	/** @throws UserFacingError where the options differ between items: they hold for the list */
	constructor(
		private readonly batch: Batch,
		private readonly outcomes: Outcomes,
	) {
		this.options = importOptions(batch);
		this.output = new ImportOutput(batch, outcomes, this.options.output === 'summary');
	}

	async run(): Promise<void> {
		const [{ client }] = this.batch;
		const { wanted, left } = selectRows(this.batch, this.options.includeUnsubscribed === true);
		left.forEach((row) => this.output.leave(row));
		const unsettled = this.unsettled(wanted);
		if (this.outcomes.mustStop) return;
		// Rows with the same values beside them can travel together.
		const prepared = await this.prepared(unsettled);
		const [first, ...others] = groupedBy(prepared, ({ call }) => JSON.stringify(call.request.body));
		if (first !== undefined) await this.send(first);
		await inParallel(others, client.options.maxParallelRequests, async (rows) => await this.send(rows));
	}

	imported(rows: readonly PreparedRow[], body: unknown): void {
		this.output.answered(body);
		for (const row of rows) this.settle(row.call, { status: 'imported', ...row.body });
	}

	rejected({ call }: PreparedRow, reason: string, httpStatus?: number): void {
		this.output.leave({ call, status: 'rejected', reason, refusal: notTaken(reason, httpStatus) });
	}

	refusedTogether(rows: readonly PreparedRow[]): void {
		this.outcomes.refusedTogether(rows.map(({ item }) => item));
	}

	failed(rows: readonly PreparedRow[], thrown: unknown): void {
		this.fail(
			rows.map(({ call }) => call),
			thrown,
		);
	}

	/** The rows that no earlier try has settled. */
	private unsettled(wanted: readonly RowCall[]): RowCall[] {
		const unsure: Array<{ readonly call: RowCall; readonly thrown: unknown }> = [];
		const left = wanted.filter((call) => {
			try {
				const before = call.memory.recall(nameOf(call))?.[0];
				if (before !== undefined) this.settle(call, before);
				return before === undefined;
			} catch (thrown) {
				unsure.push({ call, thrown });
				return false;
			}
		});
		for (const thrown of new Set(unsure.map((row) => row.thrown)))
			this.fail(
				unsure.filter((row) => row.thrown === thrown).map(({ call }) => call),
				thrown,
			);
		return left;
	}

	/** The rows as they are sent; none where the contact list has to be read for it, and cannot be. */
	private async prepared(calls: readonly RowCall[]): Promise<readonly PreparedRow[]> {
		try {
			const { rows, left } = await prepareRows(calls, this.options);
			left.forEach((row) => this.output.leave(row));
			return rows;
		} catch (thrown) {
			this.fail(calls, thrown, false);
			return [];
		}
	}

	private async send(rows: readonly [PreparedRow, ...PreparedRow[]]): Promise<void> {
		const { client, request } = rows[0].call;
		this.output.hasSent = true;
		await new RowImport(client, request, this.options.chunkSize ?? defaultChunkSize, this).run(rows);
	}

	/** Of rows that failed together, and not for what is in them. */
	private fail(calls: readonly RowCall[], thrown: unknown, wasSent = true): void {
		const { memory, client } = this.batch[0];
		for (const call of calls) memory.remember(nameOf(call), thrown);
		this.output.fail(calls, thrown, wasSent);
		if (this.outcomes.mustStop) client.stop();
	}

	private settle(call: RowCall, output: IDataObject): void {
		call.memory.keep(nameOf(call), [output]);
		this.output.settle(call, output);
	}
}

/** By the item: values such as the present time differ from try to try. */
function nameOf({ item }: RowCall): string {
	return `imported item ${item}`;
}
