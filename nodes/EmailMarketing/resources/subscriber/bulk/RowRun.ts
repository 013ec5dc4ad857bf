import { pathKey } from '../../../api/response';
import type { Subscriber } from '../../../api/subscriber';
import { FailureLimit } from '../../../execution/FailureLimit';
import type { RowInput, Run } from '../../../execution/Operation';
import { hasFailed, type Batch, type Outcome } from '../../../execution/Outcome';
import { optionsOf } from '../../../execution/settings';
import { plannedWord } from '../../../execution/words';
import { inPortions } from '../../../shared/loops';
import { textOf } from '../../../shared/text';
import { isRecord } from '../../../shared/values';
import { userFacing, UserFacingError } from '../../../shared/UserFacingError';
import { AbortError } from '../../../transport/wait';
import { staysUnsubscribed } from '../people/updateSubscriber';
import { reasonOf } from './rejection';
import { inputOf, rowOutput, type RowResult } from './rowOutput';
import { shownBy, type ExcludedRow } from './selectRows';

/** A row, or a subscriber who is in no row. */
type Subject = RowInput | { readonly subscriber: Subscriber };

/** Runs the rows of one contact list, and adds their outcomes: no row stops another. */
export class RowRun {
	private readonly first: RowInput;
	/** Identifies the list. */
	private readonly name: string;
	private refusal?: UserFacingError;

	/** @param limit shared by the lists that are written at the same time */
	constructor(
		private readonly shared: Run,
		private readonly rows: readonly [RowInput, ...RowInput[]],
		private readonly facts: Pick<Batch, 'title' | 'isDryRun'>,
		readonly limit = new FailureLimit(),
	) {
		[this.first] = rows;
		this.name = pathKey(this.first.request.pathValues);
	}

	get outcomes(): readonly Outcome[] {
		return this.shared.outcomes.ofBatch(this.name);
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
			if (this.isOpen(row.input)) this.add(row.input, row);
		});
	}

	/** Does the work of a row, unless the sending has ended, and adds its outcome, if it has one. */
	async run(subject: Subject, work: () => Promise<RowResult | undefined>): Promise<void> {
		if (this.shared.client.signal.aborted) return;
		const { stopReason } = this.limit;
		if (stopReason !== undefined) return this.add(subject, { action: 'failed', failure: stopReason });
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
		this.add(subject, result);
	}

	/** Rows whose shared request failed; `turn` is from `limit.begin()`. */
	fail(subjects: readonly Subject[], thrown: unknown, turn?: number): void {
		if (thrown instanceof AbortError) return;
		const failure = userFacing(thrown);
		const action = this.limit.countRow(failure, turn);
		for (const subject of subjects) this.add(subject, { action, failure });
	}

	/** Rows that the rejection of a shared request names: it has the messages about all of them, `reasons` their own. */
	reject(reasons: ReadonlyMap<RowInput, string>, rejection: UserFacingError): void {
		const action = this.limit.countRow(rejection);
		const { status, mustNotRepeat } = rejection;
		for (const [input, reason] of reasons) {
			const own = new UserFacingError(reason, 'Correct the row and run it again.', { status, mustNotRepeat });
			this.add(input, { action, failure: own });
		}
	}

	/** Sends no rows, because of a failure of the whole list: it cannot be read, for example. */
	refuse(thrown: unknown): void {
		if (thrown instanceof AbortError) return;
		const failure = userFacing(thrown);
		this.refusal = failure;
		for (const row of this.rows) if (this.isOpen(row)) this.add(row, { action: 'failed', failure });
	}

	/** Called when all rows have their outcomes; `summary` are more fields of the item with the counts. */
	conclude({ note, summary }: Pick<Batch, 'note' | 'summary'> = {}): void {
		const { name, facts, refusal, first, shared } = this;
		const { stopReason } = this.limit;
		const outputs = new Set(this.rows.map(({ settings }) => optionsOf(settings).output));
		const output = outputs.size === 1 ? (optionsOf(first.settings).output as Batch['output']) : 'rows';
		const uuid = first.request.pathValues.contactList;
		// The name is known if the list was chosen from the dropdown.
		const locator: unknown = shared.context.getNodeParameter('contactList', first.item, null);
		const listName = isRecord(locator) && locator.cachedResultName ? textOf(locator.cachedResultName) : uuid;
		const all = { contact_list: listName, ...summary, uuid };
		shared.outcomes.conclude({ ...facts, name, output, summary: all, note, refusal, stopReason });
	}

	/** Adds the outcome of a row that is not sent, or whose result is known. */
	add(subject: Subject, result: RowResult): void {
		const isRow = 'row' in subject;
		const { settings, request } = isRow ? subject : this.first;
		const { failure } = result;
		const subscriber = isRow ? shownBy(subject) : subject.subscriber;
		const reason = failure && reasonOf(failure, isRow ? request.names : undefined);
		const word = this.facts.isDryRun === true ? plannedWord(result.action) : result.action;
		const row = rowOutput(word, { subscriber, reason, ...result });
		const includesInput = optionsOf(settings).includeInput === true && this.shared.mode !== 'tool';
		const shown = includesInput ? { ...row, input: isRow ? inputOf(subject.json) : {} } : row;
		const items = isRow ? [subject.item] : [];
		this.shared.outcomes.add({ items, word, batch: this.name, output: [shown], failure });
	}
}

/** Counts the people whom the rows leave unsubscribed; a later row may have resubscribed them. */
export function hintAtUnsubscribed({ outcomes, hints }: Run): void {
	const isLeft = new Map<string, boolean>();
	for (const outcome of outcomes.list()) {
		if (hasFailed(outcome)) continue;
		for (const { uuid, reason } of outcome.output ?? [])
			isLeft.set(`${outcome.batch} ${uuid as string}`, reason === staysUnsubscribed);
	}
	const count = [...isLeft.values()].filter(Boolean).length;
	const people = count === 1 ? '1 person is' : `${count} people are`;
	if (count > 0) hints.add(`${people} still unsubscribed. Turn on 'Resubscribe' only if they asked for it.`);
}
