import type { IDataObject } from 'n8n-workflow';

import type { Outcomes } from '../../../execution/Outcomes';
import { Progress } from '../../../execution/Progress';
import { Tally } from '../../../execution/Tally';
import { groupedBy } from '../../../shared/groupedBy';
import { inParallel } from '../../../shared/inParallel';
import { isRecord } from '../../../shared/isRecord';
import { isOutcomeUnknown } from '../../../shared/UserFacingError';
import { AbortError } from '../../../transport/wait';
import type { Batch } from './batchesOf';
import { sentenceIn } from './importCounts';
import { notTaken } from './importErrors';
import { importOptions, type ImportOptions } from './importOptions';
import { leftItem } from './leftItem';
import { prepareRows, type PreparedRow } from './prepareRows';
import type { ImportReport } from './ImportReport';
import { defaultChunkSize, RowImport } from './RowImport';
import { selectRows, type LeftRow, type RowCall } from './selectRows';

/** So much of what the service says is kept. */
const maxSentences = 3;

/** The rows of one contact list on their way into it. */
export class ImportBatch implements ImportReport<PreparedRow> {
	/** What became of the rows. */
	readonly tally = new Tally();

	/** What the service said of its requests. */
	readonly sentences = new Set<string>();

	/** Whether any row has left for the service. */
	hasSent = false;

	/** Whether the service has passed rows over that may not be in the list. */
	isShort = false;

	private readonly options: ImportOptions;

	private readonly left: LeftRow[] = [];

	/** The items that the summary stands for, and what became of them. */
	private readonly summed: number[] = [];

	private readonly summedUp = new Tally();

	private progress?: Progress;

	/** @throws UserFacingError where the options differ between items: they hold for the list */
	constructor(
		private readonly batch: Batch,
		private readonly outcomes: Outcomes,
	) {
		this.options = importOptions(batch);
	}

	async run(): Promise<void> {
		const [{ client, context }] = this.batch;
		const { wanted, left } = selectRows(this.batch, this.options.includeUnsubscribed === true);
		left.forEach((row) => this.leave(row));
		const unsettled = this.unsettled(wanted);
		if (this.outcomes.mustStop) return;
		// Rows with the same values beside them can travel together.
		const prepared = await this.prepared(unsettled);
		this.progress = new Progress(context, prepared.length, 'rows are settled');
		const [first, ...others] = groupedBy(prepared, ({ call }) => JSON.stringify(call.request.body));
		if (first !== undefined) await this.send(first);
		await inParallel(others, client.options.maxParallelRequests, async (rows) => await this.send(rows));
	}

	imported(rows: readonly PreparedRow[], answer: unknown, isShort: boolean): void {
		this.isShort ||= isShort;
		const sentence = isRecord(answer) ? sentenceIn(answer) : '';
		if (sentence !== '' && this.sentences.size < maxSentences) this.sentences.add(sentence);
		for (const { call, body } of rows) this.settle(call, { status: 'imported', ...body });
		this.progress?.add(rows.length);
	}

	rejected({ call }: PreparedRow, reason: string, httpStatus?: number): void {
		this.leave({ call, status: 'rejected', reason, refusal: notTaken(reason, httpStatus) });
		this.progress?.add(1);
	}

	refusedTogether(rows: readonly PreparedRow[]): void {
		this.outcomes.refusedTogether(rows.map(({ item }) => item));
	}

	failed(rows: readonly PreparedRow[], thrown: unknown): void {
		this.fail(
			rows.map(({ call }) => call),
			thrown,
		);
		this.progress?.add(rows.length);
	}

	/** Whether any row is in the contact list now as it says. */
	get hasAny(): boolean {
		return this.tally.has('imported') || this.left.some(({ isThere }) => isThere);
	}

	/** Tells of the rows that are not imported. @param isInVain whether no row at all was, so that the run must not pass for a success */
	conclude(isInVain: boolean, wasSent: boolean): void {
		const [first, ...others] = isInVain ? this.left.filter(({ refusal }) => refusal !== undefined) : [];
		if (first !== undefined) this.outcomes.fail([first.call.item], first.refusal, wasSent);
		if (others[0] !== undefined)
			this.outcomes.fail(
				others.map(({ call }) => call.item),
				others[0].refusal,
				wasSent,
			);
		for (const row of this.left) if (first === undefined || row.refusal === undefined) this.tell(row);
		if (this.summed.length === 0) return;
		const { contactList } = this.batch[0].request.pathValues;
		this.summed.sort((a, b) => a - b);
		this.outcomes.add(
			this.summed,
			[{ contactList, rows: this.batch.length, ...this.tally.toJson(), messages: [...this.sentences] }],
			this.summedUp,
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
			left.forEach((row) => this.leave(row));
			return rows;
		} catch (thrown) {
			this.fail(calls, thrown, false);
			return [];
		}
	}

	private async send(rows: readonly [PreparedRow, ...PreparedRow[]]): Promise<void> {
		const { client, request } = rows[0].call;
		this.hasSent = true;
		await new RowImport(client, request, this.options.chunkSize ?? defaultChunkSize, this).run(rows);
	}

	/** Of rows that failed together, and not for what is in them. */
	private fail(calls: readonly RowCall[], thrown: unknown, wasSent = true): void {
		const { context, memory, client } = this.batch[0];
		for (const call of calls) memory.remember(nameOf(call), thrown);
		if (isOutcomeUnknown(thrown) && context.getNode().onError === 'continueRegularOutput') {
			for (const call of calls)
				this.leave({
					call,
					status: 'unknown',
					reason: `${thrown.message}; whether this row was imported is not known`,
					doubt: thrown,
				});
			return;
		}
		if (!(thrown instanceof AbortError)) this.tally.add(isOutcomeUnknown(thrown) ? 'unknown' : 'failed', calls.length);
		this.outcomes.fail(
			calls.map(({ item }) => item),
			thrown,
			wasSent,
		);
		if (this.outcomes.mustStop) client.stop();
	}

	private settle(call: RowCall, output: IDataObject): void {
		call.memory.keep(nameOf(call), [output]);
		this.tally.add('imported');
		if (this.options.output === 'summary') this.sumUp(call, 'imported');
		else this.outcomes.add([call.item], [output]);
	}

	private sumUp({ item }: RowCall, word: string): void {
		this.summed.push(item);
		this.summedUp.add(word);
	}

	private leave(row: LeftRow): void {
		this.tally.add(row.status);
		this.left.push(row);
	}

	private tell({ call, status, reason, refusal, doubt, isOptOut }: LeftRow): void {
		const { item, json, context } = call;
		const httpStatus = (refusal ?? doubt)?.status;
		const said = {
			status,
			reason,
			...(httpStatus !== undefined && { httpStatus }),
			...(doubt && { outcomeUnknown: true }),
		};
		const word = status === 'duplicate' ? 'left out' : status;
		if (refusal !== undefined && context.getNode().onError === 'continueErrorOutput')
			this.outcomes.fail([item], refusal, this.hasSent);
		else if (this.options.output === 'summary') this.sumUp(call, word);
		else this.outcomes.leaveOut(item, leftItem(said, json, isOptOut), word);
	}
}

/** By the item: values such as the present time differ from try to try. */
function nameOf({ item }: RowCall): string {
	return `imported item ${item}`;
}
