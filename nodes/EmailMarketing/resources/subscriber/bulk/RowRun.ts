import type { IDataObject } from 'n8n-workflow';

import { pathKey } from '../../../api/response';
import { parseRowField } from '../../../api/serviceErrors';
import type { Subscriber } from '../../../api/subscriber';
import type { RowInput, Run } from '../../../execution/Operation';
import type { Batch, Outcome } from '../../../execution/Outcomes';
import { isRejection, Rejections } from '../../../execution/Rejections';
import { optionsOf } from '../../../execution/settings';
import { plannedWord, type RowAction } from '../../../execution/words';
import { inPortions } from '../../../shared/loops';
import { counted, displayNameOf, endSentence, textOf, type DisplayNames } from '../../../shared/text';
import { fieldsOf, isByName } from '../../../shared/values';
import { hasUnknownOutcome, ParameterError, userFacing, UserFacingError } from '../../../shared/UserFacingError';
import type { FieldMessage } from '../../../shared/UserFacingError';
import { AbortError } from '../../../transport/wait';
import { isFromBefore } from '../people/age';
import type { RowResult } from '../people/RowResult';
import { inputOf, rowDetails, rowOutput } from './rowOutput';
import { selectRows, shownBy, type ExcludedRow } from './selectRows';

/** A row, or a subscriber who is in no row. */
type Subject = { readonly input: RowInput } | { readonly subscriber: Subscriber };

/** More would bury the rows. */
const maxHeld = 100;

/** Runs the rows of one contact list, and adds their outcomes: no row stops another. */
export class RowRun {
	private readonly first: RowInput;
	/** Identifies the list. */
	private readonly name: string;
	private refusal?: UserFacingError;

	/** @param rejections shared by the lists that are written at the same time */
	constructor(
		private readonly shared: Run,
		private readonly rows: readonly [RowInput, ...RowInput[]],
		private readonly facts: Pick<Batch, 'title' | 'isDryRun'>,
		readonly rejections = new Rejections(),
	) {
		[this.first] = rows;
		this.name = pathKey(this.first.request.pathValues);
	}

	get outcomes(): readonly Outcome[] {
		return this.shared.outcomes.ofBatch(this.name);
	}

	/** Why the rest is not sent; `undefined` also if the execution was cancelled. */
	get stopReason(): UserFacingError | undefined {
		return this.shared.outage.stopReason ?? this.rejections.stopReason;
	}

	/** Whether no earlier try has done the row. */
	isOpen({ item }: RowInput): boolean {
		return !this.shared.outcomes.has(item);
	}

	/** Selects the rows to send. `open` are those that no earlier try has done, as are all `excluded` ones. */
	async select(selection: Parameters<typeof selectRows>[1]) {
		const selected = await selectRows(this.rows, selection);
		const open = selected.wanted.filter((input) => this.isOpen(input));
		return { ...selected, open, excluded: selected.excluded.filter(({ input }) => this.isOpen(input)) };
	}

	async exclude(rows: readonly ExcludedRow[]): Promise<void> {
		await inPortions(rows, (row) => this.add(row, row));
	}

	/** Does the work of a row, unless the sending has ended, and adds its outcome, if it has one. */
	async run(subject: Subject, work: () => Promise<RowResult | undefined>): Promise<void> {
		const startedAt = Date.now();
		const isUnsent = (result?: RowResult): boolean =>
			result?.action === 'unchanged' && isFromBefore(result.subscriber ?? {}, startedAt);
		try {
			if (this.rejections.stopReason !== undefined) throw new AbortError();
			const result = await this.shared.outage.attempt(work, isUnsent);
			if (result !== undefined) this.done(subject, result);
		} catch (thrown) {
			this.fail([subject], thrown);
		}
	}

	/** Adds people who are kept, the first hundred by name. */
	async hold(held: ReadonlyArray<RowResult & { readonly subscriber: Subscriber }>): Promise<void> {
		await inPortions(held.slice(0, maxHeld), (one) => this.add(one, one));
		const people = held.length - maxHeld;
		if (people <= 0) return;
		const who = counted(people, 'more person is', 'more people are');
		const reason = `${who} held, such as for: ${held[0]?.reason ?? ''}`;
		this.add({ subscriber: {} }, { action: 'held', reason }, people);
	}

	done(subject: Subject, result: RowResult): void {
		if (result.action !== 'unchanged') this.rejections.accept();
		this.add(subject, result);
	}

	/** Adds the outcomes of rows whose request failed or was not sent. */
	fail(subjects: readonly Subject[], thrown: unknown): void {
		const failure = thrown instanceof AbortError ? this.stopReason : userFacing(thrown);
		// The execution was cancelled.
		if (failure === undefined) return;
		this.rejections.count(failure);
		for (const subject of subjects) this.add(subject, { action: actionOf(failure), failure });
	}

	/** Rejects those of the rows that the rejection of their shared request names, and returns whether there are any. */
	rejectNamed(rows: ReadonlyArray<{ input: RowInput }>, rejection: UserFacingError): boolean {
		const { fieldMessages, status, mustNotRepeat } = rejection;
		const byRow = new Map<RowInput, FieldMessage[]>();
		for (const { field, text } of fieldMessages) {
			const { row: index = -1, inner = '' } = parseRowField(field) ?? {};
			const input = rows[index]?.input;
			if (input !== undefined) byRow.set(input, [...(byRow.get(input) ?? []), { field: inner, text }]);
		}
		if (byRow.size === 0) return false;
		this.rejections.count(rejection);
		for (const [input, messages] of byRow) {
			const reason = joined(messages, input.request.names);
			const failure = new UserFacingError(reason, 'Correct the row and run it again.', { status, mustNotRepeat });
			this.add({ input }, { action: 'rejected', failure });
		}
		return true;
	}

	/** Sends no rows, because of a failure of the whole list: it cannot be read, for example. */
	refuse(thrown: unknown): void {
		const open = this.rows.filter((input) => this.isOpen(input)).map((input) => ({ input }));
		// Another list may have ended the sending.
		if (thrown instanceof AbortError) return this.fail(open, thrown);
		const failure = userFacing(thrown);
		this.refusal = failure;
		// A list without open rows must not look like a success.
		const subjects: readonly Subject[] = open.length > 0 ? open : [{ subscriber: {} }];
		for (const subject of subjects) this.add(subject, { action: 'failed', failure });
	}

	/** Called when all rows have their outcomes; `summary` are more fields of the item with the counts. */
	conclude({ summary, stopReason = this.stopReason, ...said }: Partial<Batch> = {}): void {
		const { name, facts, refusal, first, shared } = this;
		const outputs = new Set(this.rows.map(({ settings }) => optionsOf(settings).output));
		const isSame = outputs.size === 1 && shared.mode !== 'tool';
		// Of a plan, one wants to see what would change.
		const byDefault = facts.isDryRun === true ? 'plan' : 'rows';
		const shows = isSame ? ((optionsOf(first.settings).output ?? byDefault) as Batch['shows']) : 'rows';
		const uuid = first.request.pathValues.contactList;
		// The name is known if the list was chosen from the dropdown or by name.
		const locator: unknown = shared.context.getNodeParameter('contactList', first.item, null);
		const chosen = isByName(locator) ? locator.value : fieldsOf(locator).cachedResultName;
		const listName = textOf(chosen || uuid);
		const why = refusal && { message: refusal.message };
		const all = { contact_list: listName, ...summary, ...why, uuid };
		const emptyRow = this.itemOf('unchanged', { action: 'unchanged' });
		shared.outcomes.conclude({ ...facts, name, shows, emptyRow, summary: all, ...said, refusal, stopReason });
	}

	/** Adds the outcome of a row that is not sent, or whose result is known. */
	add(subject: Subject, result: RowResult, people?: number): void {
		const row = 'input' in subject ? subject.input : undefined;
		const { failure } = result;
		const shown = 'input' in subject ? shownBy(subject.input) : subject.subscriber;
		const subscriber = failure?.countsAsOptOut === true ? { ...shown, isSubscribed: false } : shown;
		const reason = failure && reasonOf(failure, row?.request.names);
		const word = this.facts.isDryRun === true ? plannedWord(result.action) : result.action;
		const whole = { subscriber, reason, ...result };
		const item = this.itemOf(word, whole, row);
		const items = row === undefined ? [] : [row.item];
		const { needsAttention, kind } = result;
		const facts = { id: whole.subscriber?.id, reason: whole.reason, people, needsAttention, kind };
		this.shared.outcomes.add({ items, word, batch: this.name, output: [item], failure, ...facts });
	}

	/** The output for a row, or for none. */
	private itemOf(word: string, result: RowResult, row?: RowInput): IDataObject {
		const broken = row?.row.broken;
		const { includeDetails, includeInput } = optionsOf((row ?? this.first).settings);
		return {
			...rowOutput(word, result, broken),
			...(includeDetails === true && rowDetails(result, broken, row?.row.agreed)),
			...(includeInput === true && this.shared.mode !== 'tool' && { input: inputOf(row?.json ?? {}) }),
		};
	}
}

function actionOf(failure: UserFacingError): RowAction {
	if (isRejection(failure)) return 'rejected';
	return hasUnknownOutcome(failure) ? 'unknown' : 'failed';
}

/** Why a row was rejected or failed, in one line: the service's messages about a rejected row, else the failure. */
function reasonOf(failure: UserFacingError, names?: DisplayNames): string {
	const { fieldMessages, message, serviceMessage = message, outcomeUnknown } = failure;
	if (outcomeUnknown) return `${message}; it may have been done`;
	if (failure instanceof ParameterError) return `${endSentence(message)} ${failure.advice}`;
	if (!isRejection(failure)) return message;
	const own = fieldMessages.map(({ field, text }) => ({ field: parseRowField(field)?.inner ?? field, text }));
	return own.length === 0 ? serviceMessage : joined(own, names);
}

function joined(messages: readonly FieldMessage[], names?: DisplayNames): string {
	const texts = messages.map(({ field, text }) => (field === '' ? text : `${displayNameOf(field, names)}: ${text}`));
	return [...new Set(texts)].slice(0, 5).join(' · ');
}
