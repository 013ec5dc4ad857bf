import type { IDataObject } from 'n8n-workflow';

import type { Subscriber } from '../../../api/subscriber';
import type { Call } from '../../../execution/Operation';
import type { RunResults } from '../../../execution/RunResults';
import { Tally } from '../../../execution/Tally';
import { inPortions } from '../../../shared/loops';
import { endSentence, itemNames, textOf } from '../../../shared/text';
import { hasUnknownOutcome, userFacing, UserFacingError } from '../../../shared/UserFacingError';
import { AbortError } from '../../../transport/wait';
import { FailureLimit } from './FailureLimit';
import { isRejection, reasonOf } from './rejection';
import { rowOutput, type RowResult } from './rowOutput';
import { shownBy, type ExcludedRow, type RowCall } from './selectRows';

interface RowResultsOptions {
	/** How the note after the run begins. */
	readonly title: string;
	/** Whether the results are of what would be done. */
	readonly isDryRun?: boolean;
	/** The fields of the one item that is output in place of the rows, besides the counts. */
	readonly summary?: () => IDataObject;
}

interface Unsuccessful {
	/** `undefined` for a subscriber who is in no row. */
	readonly item?: number;
	readonly action: 'rejected' | 'failed' | 'unknown';
	readonly thrown: UserFacingError;
}

/** The results of the rows of Import, Create or Update and Sync: one shape, one vocabulary, and nothing that happens to one row stops another. */
export class RowResults {
	private readonly tally = new Tally();

	private readonly unsuccessful: Unsuccessful[] = [];

	readonly limit = new FailureLimit();

	/** Why nothing was sent. */
	private refusal?: UserFacingError;

	/** The items that a summary stands for. */
	private readonly summed: number[] = [];

	/** @param call of any row */
	constructor(
		private readonly call: Call,
		private readonly runResults: RunResults,
		private readonly options: RowResultsOptions,
	) {}

	/** The rows that were rejected, failed, or have an unknown outcome. */
	get unsuccessfulRows(): readonly number[] {
		return this.unsuccessful.flatMap(({ item }) => item ?? []);
	}

	/** Rows that are not to be sent. */
	async exclude(rows: readonly ExcludedRow[]): Promise<void> {
		await inPortions(rows, (row) => {
			if (!('thrown' in row)) this.add(row.call, row);
			else this.unsuccess(row.call, isRejection(row.thrown) ? 'rejected' : 'failed', row.thrown);
		});
	}

	/** Whether an earlier try has settled the row. Then its result is what that try found out. */
	isSettled(call: RowCall): boolean {
		try {
			const before = call.cache.recall(call.item);
			if (before === undefined) return false;
			this.give(call, before);
		} catch (thrown) {
			const failure = userFacing(thrown);
			const action = isRejection(failure) ? 'rejected' : 'failed';
			this.unsuccess(call, hasUnknownOutcome(failure) ? 'unknown' : action, failure);
		}
		return true;
	}

	/** Does the work of one row, unless the rest is not sent, and adds its result. */
	async run(call: RowCall, work: () => Promise<RowResult>): Promise<void> {
		if (call.client.signal.aborted) return;
		const { stopReason } = this.limit;
		if (stopReason !== undefined) return this.notSent([call], stopReason);
		const turn = this.limit.begin();
		try {
			this.done(call, await work());
		} catch (thrown) {
			this.fail([call], thrown, turn);
		}
	}

	/** A row that is as it asks to be. */
	done(call: RowCall, result: RowResult): void {
		if (result.action !== 'unchanged') this.limit.accept();
		call.cache.keep(call.item, this.add(call, result));
	}

	/** Rows that were sent together and did not get through. @param turn as the limit counts @param reasons what the service says of rows that it names */
	fail(calls: readonly RowCall[], thrown: unknown, turn?: number, reasons?: ReadonlyMap<RowCall, string>): void {
		if (thrown instanceof AbortError) return;
		const failure = userFacing(thrown);
		const action = this.limit.count(failure, turn);
		const facts = { status: failure.status, mustNotRepeat: failure.mustNotRepeat };
		// What the service says of the other rows is left out.
		const ofRow = (reason: string) => new UserFacingError(reason, 'Correct the row and run it again.', facts);
		for (const call of calls) {
			const reason = reasons?.get(call);
			const own = reason === undefined ? failure : ofRow(reason);
			call.cache.remember(call.item, own);
			this.unsuccess(call, action, own, reason);
		}
	}

	/** Rows that are not sent, because something concerns all of them, such as a list that cannot be read. */
	refuse(calls: readonly RowCall[], thrown: unknown): void {
		if (thrown instanceof AbortError) return;
		this.refusal = userFacing(thrown);
		this.notSent(calls, this.refusal);
	}

	/** Rows that were not sent, because the rest is not. */
	notSent(calls: readonly RowCall[], why: UserFacingError): void {
		for (const call of calls) this.unsuccess(call, 'failed', why);
	}

	/** A subscriber in no row, who was removed or, in a dry run, would be. */
	addRemoval(result: RowResult): IDataObject {
		this.limit.accept();
		const output = rowOutput({ ...result, isDryRun: this.options.isDryRun });
		this.addOutput(output);
		return output;
	}

	/** The same of an earlier try. */
	addOutput(output: IDataObject): void {
		this.tally.add(textOf(output.action));
		this.runResults.addUnpaired(output);
	}

	/** A subscriber in no row, who was not removed, as far as is known. */
	failRemoval(subscriber: Subscriber, thrown: unknown, turn: number): void {
		if (thrown instanceof AbortError) return;
		const failure = userFacing(thrown);
		const action = this.limit.count(failure, turn);
		this.tally.add(action);
		this.unsuccessful.push({ action, thrown: failure });
		this.runResults.failUnpaired(failure, rowOutput({ action, subscriber, reason: reasonOf(failure) }));
	}

	/** Adds the note after the run; under Stop, fails the run where a row failed or is unknown, or where every row was rejected. @param more said after the counts */
	conclude(more = ''): void {
		const { hints } = this.call;
		const { title, isDryRun, summary } = this.options;
		// The rows that are left may all be skipped, so that none reports it.
		if (this.refusal !== undefined && !this.runResults.stopsAtFailure)
			hints.add(`${title} refused: ${endSentence(this.refusal.message)}`);
		const counts = this.tally.text();
		if (counts === undefined) return;
		this.summed.sort((one, other) => one - other);
		if (summary !== undefined && this.summed.length > 0)
			this.runResults.add(this.summed, [{ ...summary(), ...this.tally.toJson() }]);
		const lead = isDryRun === true ? `Dry run: ${this.tally.plan()}. Nothing changed.` : `${title}: ${counts}.`;
		hints.add(`${lead}${more && ` ${more}`}`, this.unsuccessful.length > 0 ? 'warning' : 'info');
		const serious = this.unsuccessful.filter(({ action }) => action !== 'rejected');
		const isAllRejected = this.tally.total === this.tally.count('rejected') + this.tally.count('skipped');
		const first = serious[0] ?? (isAllRejected ? this.unsuccessful[0] : undefined);
		if (this.refusal !== undefined) this.runResults.failRun(this.refusal);
		else if (first !== undefined) this.runResults.failRun(this.explain(first), first.item);
	}

	/** The first failure, with the results of all rows. */
	private explain({ thrown, item }: Unsuccessful): UserFacingError {
		const { message, description, status, outcomeUnknown } = thrown;
		if (this.tally.total === 1) return thrown;
		const failed = this.tally.count('failed') + this.tally.count('unknown');
		const count =
			failed > 0
				? `${failed} of ${this.tally.total} rows did not succeed`
				: `All ${this.tally.count('rejected')} rows were rejected`;
		const unknown = this.unsuccessful.flatMap(({ action, item: row }) => (action === 'unknown' ? (row ?? []) : []));
		const doubt = unknown.length === 0 ? '' : `May have been done: ${itemNames(unknown, 20)}. `;
		const unsent = this.unsuccessful.filter((row) => row.thrown === this.limit.stopReason).length;
		const rest = unsent === 0 ? '' : `Not sent: ${unsent}. `;
		const where = item === undefined ? '' : ` (${itemNames([item])})`;
		// Rejected rows are rejected again, the rest is not sent again, and a 401 or 403 remains one.
		const mayHelp = unknown.length === 0 && failed > unsent && (status ?? 500) >= 408;
		return new UserFacingError(
			`${count}: ${message}${where}`,
			`${endSentence(description)} ${doubt}${rest}Result: ${this.tally.text()}.${mayHelp ? ' Run it again: completed rows are not repeated.' : ''}`,
			{ status, outcomeUnknown },
		);
	}

	private unsuccess(
		call: RowCall,
		action: Unsuccessful['action'],
		thrown: UserFacingError,
		reason = reasonOf(thrown, this.call.request.names),
	): void {
		this.unsuccessful.push({ item: call.item, action, thrown });
		if (this.runResults.outputsRows) return void this.add(call, { action, reason, subscriber: shownBy(call) });
		this.tally.add(action);
		this.runResults.fail([call.item], thrown);
	}

	private add(call: RowCall, result: RowResult): IDataObject[] {
		const input = this.runResults.isTool ? undefined : call.json;
		return this.give(call, [rowOutput({ ...result, isDryRun: this.options.isDryRun }, input)]);
	}

	private give({ item }: RowCall, output: IDataObject[]): IDataObject[] {
		this.tally.add(textOf(output[0]?.action));
		if (this.options.summary === undefined) this.runResults.add([item], output);
		else this.summed.push(item);
		return output;
	}
}
