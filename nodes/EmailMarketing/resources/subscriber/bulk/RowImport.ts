import type { IDataObject } from 'n8n-workflow';

import { noReport, reportIn, type ImportReport } from '../../../api/importReport';
import { pathKey } from '../../../api/response';
import { isRejection } from '../../../execution/Rejections';
import { peopleOf } from '../people/People';
import type { RowResult } from '../people/RowResult';
import type { ListRun, RowStep } from './listRules';
import type { RowRun } from './RowRun';
import type { ExcludedRow } from './selectRows';
import type { RowInput, Run } from '../../../execution/Operation';
import { inParallel, inPortions } from '../../../shared/loops';
import { hasUnknownOutcome, UserFacingError } from '../../../shared/UserFacingError';
import { textOf } from '../../../shared/text';
import type { ServiceResponse } from '../../../transport/sendOnce';
import type { ApiRequest } from '../../../transport/ApiRequest';

const doneLater = 'the service imports later (status 202)';

/** If the list was read before: nobody who is in it is sent again. */
const adviceIfRead = {
	ifUnknown: 'Once the list no longer grows, run it again: nobody in it is added twice.',
};

/** A service may not be able to do many rows at once, however often they are sent. */
const sendFewer = "If this persists, lower 'Batch Size', or use 'Create or Update'.";

export interface ImportRow {
	readonly input: RowInput;
	readonly body: IDataObject;
	/** The result once the service has accepted the row. */
	readonly result: RowResult;
}

type Steps = readonly RowStep[];

interface StepBatch {
	readonly steps: Steps;
	/** Whether the service has named rows of it, which are gone: if the rest is rejected, too, it is halved. */
	readonly isRest?: boolean;
}

/**
 * Imports rows, many in one request. If a request is rejected, so are the rows that the service names, and the others
 * are sent again; if it names none, each half is sent.
 */
export class RowImport {
	private readonly run: Run;
	private readonly rowRun: RowRun;
	private readonly reports: ImportReport[];
	private readonly advice?: typeof adviceIfRead;
	/** Most rows in one request; the service's limit is not documented. */
	private size: number;
	/** Those of all batches. */
	private allSteps: Steps = [];
	/** Whether the service has accepted a request: until then, requests are sent one at a time. */
	private hasAccepted = false;

	/**
	 * @param request without rows
	 * @param rowNow what is sent for a row, or why nothing is; undefined if it stays open, to be written alone
	 */
	constructor(
		{ run, rowRun, reports, rules }: Pick<ListRun, 'run' | 'rowRun' | 'reports' | 'rules'>,
		private readonly request: ApiRequest,
		private readonly rowNow: (step: RowStep) => ImportRow | ExcludedRow | undefined,
	) {
		this.run = run;
		this.rowRun = rowRun;
		this.reports = reports;
		this.size = rules.batchSize ?? 500;
		this.advice = rules.isAsGiven ? undefined : adviceIfRead;
	}

	async send(steps: Steps): Promise<void> {
		this.allSteps = steps;
		const todo: StepBatch[] = [{ steps }];
		while (!this.hasAccepted) {
			const next = todo.shift();
			if (next === undefined) return;
			todo.unshift(...(await this.sendBatch(next)));
		}
		await this.sendAll(todo);
	}

	/** Sends batches at the same time, and then what is left of each. */
	private async sendAll(batches: readonly StepBatch[]): Promise<void> {
		const { maxParallelRequests } = this.run.client.options;
		await inParallel(batches, maxParallelRequests, async (batch) => await this.sendAll(await this.sendBatch(batch)));
	}

	/** Sends a batch, unless it is too large, and returns the batches that are left of it. */
	private async sendBatch({ steps, isRest }: StepBatch): Promise<readonly StepBatch[]> {
		if (steps.length > this.size) return inParts(steps, this.size);
		// After ten rejections, the last row of this group is sent alone, and all other batches wait for it.
		await this.rowRun.rejections.tryLast(async () => void (await this.sendInTurn(this.open(this.allSteps).slice(-1))));
		const open = this.open(steps);
		const { stopReason: failure } = this.rowRun;
		if (failure === undefined) return await this.sendInTurn(open, isRest);
		for (const step of open) this.rowRun.add(step, { action: 'failed', failure });
		return [];
	}

	private open(steps: Steps): Steps {
		return steps.filter(({ input }) => this.rowRun.isOpen(input));
	}

	/** Other changes of these people wait; so do creates of their addresses, as new people have no ID yet. */
	private async sendInTurn(steps: Steps, isRest = false): Promise<readonly StepBatch[]> {
		const { pathValues } = this.request;
		const keys = steps.map(({ input, subscriber }) => textOf(subscriber?.id ?? input.row.key));
		const people = keys.map((subscriber) => pathKey({ ...pathValues, subscriber }));
		return await this.run.client.inTurn(people, async () => {
			const rows = (await inPortions(steps, this.rowNow)).filter((row) => row !== undefined);
			await this.rowRun.exclude(rows.filter((row): row is ExcludedRow => !('body' in row)));
			const sent = rows.filter((row) => 'body' in row);
			const rejection = await this.sendNow(sent);
			return rejection === undefined ? [] : this.leftOf(sent, this.open(steps), rejection, isRest);
		});
	}

	/** Returns the rejection of several rows. */
	private async sendNow(rows: readonly ImportRow[]): Promise<UserFacingError | undefined> {
		const { client, hints, outage } = this.run;
		if (rows.length === 0) return undefined;
		let response: ServiceResponse;
		try {
			const body = { ...this.request.body, subscribers: rows.map((row) => row.body) };
			const items = rows.map(({ input }) => input.item);
			const request = { ...this.request, body, advice: this.advice, rows: items };
			response = await outage.attempt(async () => await client.exchange(request));
		} catch (thrown) {
			if (isRejection(thrown) && rows.length > 1) return thrown;
			if (hasUnknownOutcome(thrown)) this.doubt(rows);
			this.rowRun.fail(rows, rows.length > 1 ? this.explained(thrown) : thrown);
			return undefined;
		}
		const later = response.status === 202 ? doneLater : undefined;
		hints.add(later && "The service imports later (status 202). Check the list with 'Get Many'.", 'info');
		this.hasAccepted = true;
		this.reports.push(reportIn(response.body));
		// The response shows nobody: kept is what was sent, with the `updated_at` of before.
		const readAt = Date.now();
		await inPortions(rows, (row) => {
			const { subscriber = {}, reason } = row.result;
			if (subscriber.id !== undefined)
				peopleOf(row.input, this.run).keep({ ...subscriber, readAt }, subscriber, response.headers.date);
			const reasons = [reason, later].filter((text) => text !== undefined);
			this.rowRun.done(row, { ...row.result, reason: reasons.join('; ') || undefined });
		});
		return undefined;
	}

	/** Rows that may have been imported. */
	private doubt(rows: readonly ImportRow[]): void {
		this.reports.push(noReport);
		for (const { input, result } of rows)
			if (result.subscriber?.id !== undefined) peopleOf(input, this.run).forget(result.subscriber);
	}

	/** A failure of many rows that fewer may not meet: the service or a proxy gave up. */
	private explained(thrown: unknown): unknown {
		const mayBeTooMany = hasUnknownOutcome(thrown) && (thrown.status ?? 500) >= 408;
		if (!mayBeTooMany) return thrown;
		this.run.hints.add(`Rows sent together failed. ${sendFewer}`);
		const { description, message, ...facts } = thrown;
		return new UserFacingError(message, `${description} ${sendFewer}`, facts);
	}

	/** The batches to send after several rows were rejected together. */
	private leftOf(rows: readonly ImportRow[], steps: Steps, rejection: UserFacingError, isRest: boolean): StepBatch[] {
		const half = Math.ceil(steps.length / 2);
		// Later requests of this size would be too large as well.
		if (rejection.status === 413) this.size = Math.min(this.size, half);
		// `steps` still has the rows just rejected: `sendBatch` drops what is no longer open.
		if (!isRest && this.rowRun.rejectNamed(rows, rejection)) return [{ steps, isRest: true }];
		return inParts(steps, half);
	}
}

function inParts(steps: Steps, size: number): StepBatch[] {
	const count = Math.ceil(steps.length / size);
	return Array.from({ length: count }, (_, part) => ({ steps: steps.slice(part * size, (part + 1) * size) }));
}
