import type { IDataObject } from 'n8n-workflow';

import type { TagsMode } from '../../../api/knownSubscriber';
import type { Call } from '../../../execution/Operation';
import type { Outcomes } from '../../../execution/Outcomes';
import { Progress } from '../../../execution/Progress';
import { Tally } from '../../../execution/Tally';
import { isRecord } from '../../../shared/isRecord';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { Batch } from './batchesOf';
import { prepareRows, type PreparedRow } from './prepareRows';
import { defaultChunkSize, RowImport, type ImportReport } from './RowImport';
import { selectRows, sentenceOf, type LeftRow, type RowCall } from './selectRows';

interface Options {
	readonly chunkSize?: number;
	readonly includeUnsubscribed?: boolean;
	readonly output?: 'rows' | 'summary';
	readonly readListFirst?: boolean;
	readonly tagsMode?: TagsMode;
}

/** The rows of one contact list on their way into it. */
export class ImportBatch implements ImportReport<PreparedRow> {
	private readonly options: Options;

	private readonly tally = new Tally();

	/** The items that the summary stands for. */
	private readonly summed: number[] = [];

	/** What the service said of its requests. */
	private readonly sentences = new Set<string>();

	private readonly progress: Progress;

	constructor(
		private readonly batch: Batch,
		private readonly outcomes: Outcomes,
	) {
		const [{ context, settings }] = batch;
		this.options = isRecord(settings.options) ? settings.options : {};
		this.progress = new Progress(context, batch.length, 'rows are settled');
	}

	async run(): Promise<void> {
		const [{ client, request }] = this.batch;
		const { wanted, left } = selectRows(this.batch, this.options.includeUnsubscribed === true);
		if (wanted.length === 0) this.failRefused(left);
		const unsent = wanted.filter((call) => !this.recall(call));
		if (this.outcomes.mustStop) return;
		try {
			const { rows, left: others } = await prepareRows(unsent, this.options);
			[...left, ...others].forEach((row) => this.leave(row));
			await new RowImport(client, request, this.options.chunkSize ?? defaultChunkSize, this).run(rows);
		} catch (thrown) {
			this.outcomes.fail(this.batch.map(({ item }) => item), thrown, false);
		}
		this.conclude();
	}

	imported(rows: readonly PreparedRow[], answer: unknown): void {
		if (isRecord(answer) && typeof answer.message === 'string') this.sentences.add(answer.message.slice(0, 200));
		for (const { call } of rows) this.settle(call, 'imported');
		this.progress.add(rows.length);
	}

	rejected({ call }: PreparedRow, reason: string): void {
		this.leave({ call, status: 'rejected', reason, refusal: new UserFacingError('The service did not take this row', reason) });
		this.progress.add(1);
	}

	failed(rows: readonly PreparedRow[], thrown: unknown): void {
		const { context, memory, client } = this.batch[0];
		const isTold = thrown instanceof UserFacingError && thrown.isOutcomeUnknown && context.getNode().onError === 'continueRegularOutput';
		for (const { call } of rows) {
			memory.remember(nameOf(call), thrown);
			if (isTold) this.leave({ call, status: 'unknown', reason: sentenceOf(thrown) });
		}
		if (isTold) return;
		this.outcomes.fail(rows.map(({ item }) => item), thrown);
		if (this.outcomes.mustStop) client.stop();
	}

	/** Where nothing can be sent, nothing is done: then the run does not pass for a success. */
	private failRefused(left: readonly LeftRow[]): void {
		for (const { call, refusal } of left) if (refusal !== undefined) this.outcomes.fail([call.item], refusal, false);
	}

	/** Whether an earlier try has settled a row. */
	private recall(call: RowCall): boolean {
		try {
			const before = call.memory.recall(nameOf(call));
			if (before !== undefined) this.settle(call, 'imported');
			return before !== undefined;
		} catch (thrown) {
			this.failed([{ call, item: call.item, body: {} }], thrown);
			return true;
		}
	}

	private settle(call: RowCall, status: 'imported'): void {
		call.memory.keep(nameOf(call), []);
		this.tally.add(status);
		if (this.options.output === 'summary') this.summed.push(call.item);
		else this.outcomes.add([call.item], [{ status, ...call.row.body }]);
	}

	private leave({ call, status, reason, refusal }: Omit<LeftRow, 'status'> & { status: LeftRow['status'] | 'unknown' }): void {
		const { item, row, json, context } = call;
		this.tally.add(status);
		if (refusal !== undefined && context.getNode().onError === 'continueErrorOutput') this.outcomes.fail([item], refusal);
		else if (this.options.output === 'summary') this.summed.push(item);
		else this.outcomes.leaveOut(item, { status, reason, ...(refusal === undefined ? row.body : json) } as IDataObject);
	}

	private conclude(): void {
		const { request, hints } = this.batch[0];
		const { contactList } = request.pathValues;
		if (this.summed.length > 0) this.outcomes.add(this.summed, [{ contactList, rows: this.batch.length, ...this.tally.toJson(), messages: [...this.sentences].slice(0, 3) }]);
		hints.add(`Rows: ${this.tally.text()}.`, this.tally.has('rejected', 'skipped', 'unknown') ? 'warning' : 'info');
	}
}

/** By the item: values such as the present time differ from try to try. */
function nameOf({ item }: Call): string {
	return `imported item ${item}`;
}
