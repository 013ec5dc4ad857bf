import type { IDataObject } from 'n8n-workflow';

import type { Outcomes } from '../../../execution/Outcomes';
import { Tally } from '../../../execution/Tally';
import { isRecord } from '../../../shared/values';
import { isOutcomeUnknown } from '../../../shared/UserFacingError';
import { AbortError } from '../../../transport/wait';
import type { Batch } from './batchesOf';
import { leftItem } from './skippedItem';
import type { LeftRow, RowCall } from './selectRows';

/** So much of what the service says is kept. */
const maxSentences = 3;

/** What comes out of the import into one contact list: an item for each row, or one that sums them up. */
export class ImportOutput {
	/** What became of the rows. */
	readonly tally = new Tally();

	/** What the service said of its requests. */
	readonly sentences = new Set<string>();

	/** Whether any row has left for the service. */
	hasSent = false;

	private readonly left: LeftRow[] = [];

	/** The items that the summary stands for, and what became of them. */
	private readonly summed: number[] = [];

	private readonly summedUp = new Tally();

	constructor(
		private readonly batch: Batch,
		private readonly outcomes: Outcomes,
		private readonly isSummary: boolean,
	) {}

	/** A row that is imported, and its output. */
	settle(call: RowCall, output: IDataObject): void {
		this.tally.add('imported');
		if (this.isSummary) this.sumUp(call, 'imported');
		else this.outcomes.add([call.item], [output]);
	}

	/** A row that is not imported, or may not be. */
	leave(row: LeftRow): void {
		this.tally.add(row.status);
		this.left.push(row);
	}

	/** Of rows that failed together, and not for what is in them. */
	fail(calls: readonly RowCall[], thrown: unknown, wasSent: boolean): void {
		const { context } = this.batch[0];
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
	}

	/** The service has taken rows; its sentence is quoted. */
	answered(answer: unknown): void {
		const sentence = isRecord(answer) && typeof answer.message === 'string' ? answer.message.slice(0, 200) : '';
		if (sentence !== '' && this.sentences.size < maxSentences) this.sentences.add(sentence);
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
		else if (this.isSummary) this.sumUp(call, word);
		else this.outcomes.leaveOut(item, leftItem(said, json, isOptOut), word);
	}

	private sumUp({ item }: RowCall, word: string): void {
		this.summed.push(item);
		this.summedUp.add(word);
	}
}
