import type { Subscriber } from '../../../api/subscriber';
import { FailureLimit, isRejection } from '../../../execution/FailureLimit';
import type { RowInput, Run } from '../../../execution/Operation';
import { hasFailed, type Batch, type Outcome } from '../../../execution/Outcome';
import { plannedWord } from '../../../execution/words';
import { inPortions } from '../../../shared/loops';
import { userFacing, UserFacingError } from '../../../shared/UserFacingError';
import { AbortError } from '../../../transport/wait';
import { staysUnsubscribed } from '../people/updateSubscriber';
import { reasonOf } from './rejection';
import { rowOutput, type RowResult } from './rowOutput';
import { shownBy, type ExcludedRow } from './selectRows';

/** A row, or a subscriber who is in no row. */
type Subject = RowInput | { readonly subscriber: Subscriber };

/** Runs the rows of Import, Create or Update, or Sync List, and adds their outcomes: no row stops another. */
export class RowRun {
	readonly limit = new FailureLimit();
	private refusal?: UserFacingError;

	constructor(
		private readonly shared: Run,
		private readonly facts: Pick<Batch, 'name' | 'title' | 'isDryRun'>,
	) {}

	get outcomes(): readonly Outcome[] {
		return this.shared.outcomes.ofBatch(this.facts.name);
	}

	/** Items that were rejected, failed, or have an unknown outcome. */
	get unsuccessfulRows(): readonly number[] {
		return this.outcomes.filter(hasFailed).flatMap(({ items }) => items);
	}

	/** Whether no earlier try has done the row. */
	isOpen({ item }: RowInput): boolean {
		return !this.shared.outcomes.has(item);
	}

	/** Adds the outcomes of rows that are not sent. */
	async exclude(rows: readonly ExcludedRow[]): Promise<void> {
		await inPortions(rows, (row) => {
			if (!this.isOpen(row.input)) return;
			if ('thrown' in row) this.settleFailure(row.input, row.thrown, isRejection(row.thrown) ? 'rejected' : 'failed');
			else this.settle(row.input, row);
		});
	}

	/** Does the work of a row, unless the sending has ended, and adds its outcome, if it has one. */
	async run(subject: Subject, work: () => Promise<RowResult | undefined>): Promise<void> {
		if (this.shared.client.signal.aborted) return;
		const { stopReason } = this.limit;
		if (stopReason !== undefined) return this.notSent([subject], stopReason);
		const turn = this.limit.begin();
		try {
			const result = await work();
			if (result !== undefined) this.done(subject, result);
		} catch (thrown) {
			this.fail([subject], thrown, turn);
		}
	}

	done(subject: Subject, result: RowResult): void {
		if (result.action !== 'unchanged') this.limit.accept();
		this.settle(subject, result);
	}

	/** Rows whose shared request failed; `turn` is from `limit.begin()`, `reasons` are messages about single rows. */
	fail(subjects: readonly Subject[], thrown: unknown, turn?: number, reasons?: ReadonlyMap<RowInput, string>): void {
		if (thrown instanceof AbortError) return;
		const failure = userFacing(thrown);
		const action = this.limit.countRow(failure, turn);
		const { status, mustNotRepeat } = failure;
		for (const subject of subjects) {
			const reason = reasons?.get(subject as RowInput);
			if (reason === undefined) {
				this.settleFailure(subject, failure, action);
				continue;
			}
			// Not the shared failure: it has the messages about other rows too.
			const own = new UserFacingError(reason, 'Correct the row and run it again.', { status, mustNotRepeat });
			this.settleFailure(subject, own, action, reason);
		}
	}

	/** Rows that are not sent because of a failure of the whole list: it cannot be read, for example. */
	refuse(rows: readonly RowInput[], thrown: unknown): void {
		if (thrown instanceof AbortError) return;
		this.refusal = userFacing(thrown);
		const open = rows.filter((row) => this.isOpen(row));
		this.notSent(open, this.refusal);
	}

	notSent(subjects: readonly Subject[], why: UserFacingError): void {
		for (const subject of subjects) this.settleFailure(subject, why, 'failed');
	}

	/** Counts the people whom the rows leave unsubscribed; a later row may have resubscribed them. */
	hintAtUnsubscribed(): void {
		const shown = this.outcomes.flatMap((outcome) => (hasFailed(outcome) ? [] : outcome.output));
		const isLeft = new Map(shown.map(({ uuid, reason }) => [uuid, reason === staysUnsubscribed]));
		const count = [...isLeft.values()].filter(Boolean).length;
		const people = count === 1 ? '1 person is' : `${count} people are`;
		const what = `${people} still unsubscribed. Turn on 'Resubscribe' only if they asked for it.`;
		if (count > 0) this.shared.hints.add(what);
	}

	/** Called when all rows have their outcomes. */
	conclude(more: Pick<Batch, 'note' | 'summary'> = {}): void {
		const { facts, refusal, limit } = this;
		this.shared.outcomes.conclude({ ...facts, ...more, refusal, stopReason: limit.stopReason });
	}

	private settle(subject: Subject, result: RowResult): void {
		const { name: batch, isDryRun } = this.facts;
		const word = isDryRun === true ? plannedWord(result.action) : result.action;
		this.shared.outcomes.add({ items: itemsOf(subject), word, batch, output: [this.outputOf(subject, result)] });
	}

	private settleFailure(
		subject: Subject,
		failure: UserFacingError,
		action: 'rejected' | 'failed' | 'unknown',
		reason = reasonOf(failure, 'row' in subject ? subject.request.names : undefined),
	): void {
		const shown = this.outputOf(subject, { action, reason });
		this.shared.outcomes.add({ items: itemsOf(subject), word: action, batch: this.facts.name, failure, shown });
	}

	private outputOf(subject: Subject, result: RowResult) {
		const { isDryRun } = this.facts;
		if (!('row' in subject)) return rowOutput({ subscriber: subject.subscriber, ...result, isDryRun });
		const input = this.shared.mode === 'tool' ? undefined : subject.json;
		return rowOutput({ subscriber: shownBy(subject), ...result, isDryRun }, input);
	}
}

function itemsOf(subject: Subject): number[] {
	return 'row' in subject ? [subject.item] : [];
}
