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

	/** Rows whose shared request failed; `turn` is from `limit.begin()`. */
	fail(subjects: readonly Subject[], thrown: unknown, turn?: number): void {
		if (thrown instanceof AbortError) return;
		const failure = userFacing(thrown);
		const action = this.limit.countRow(failure, turn);
		for (const subject of subjects) this.settleFailure(subject, failure, action);
	}

	/** Rows that the rejection of a shared request names: it has the messages about all of them, `reasons` their own. */
	reject(reasons: ReadonlyMap<RowInput, string>, rejection: UserFacingError): void {
		const action = this.limit.countRow(rejection);
		const { status, mustNotRepeat } = rejection;
		for (const [input, reason] of reasons) {
			const own = new UserFacingError(reason, 'Correct the row and run it again.', { status, mustNotRepeat });
			this.settleFailure(input, own, action);
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

	private settle(subject: Subject, result: RowResult, failure?: UserFacingError): void {
		const { name: batch, isDryRun } = this.facts;
		const isRow = 'row' in subject;
		const subscriber = isRow ? shownBy(subject) : subject.subscriber;
		const input = isRow && this.shared.mode !== 'tool' ? subject.json : undefined;
		const shown = rowOutput({ subscriber, ...result, isDryRun }, input);
		const word = isDryRun === true ? plannedWord(result.action) : result.action;
		const outcome = { items: isRow ? [subject.item] : [], word, batch };
		this.shared.outcomes.add(failure === undefined ? { ...outcome, output: [shown] } : { ...outcome, failure, shown });
	}

	private settleFailure(subject: Subject, failure: UserFacingError, action: 'rejected' | 'failed' | 'unknown'): void {
		const reason = reasonOf(failure, 'row' in subject ? subject.request.names : undefined);
		this.settle(subject, { action, reason }, failure);
	}
}
