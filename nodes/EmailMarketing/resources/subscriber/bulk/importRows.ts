import type { IDataObject } from 'n8n-workflow';

import { addressKey } from '../../../api/emailAddress';
import { pathKey } from '../../../api/response';
import { isRejection } from '../../../execution/FailureLimit';
import { peopleOf } from '../people/People';
import type { RowResult } from './rowOutput';
import type { RowRun } from './RowRun';
import type { ExcludedRow } from './selectRows';
import type { RowInput, Run } from '../../../execution/Operation';
import { inParallel } from '../../../shared/loops';
import { hasUnknownOutcome, UserFacingError } from '../../../shared/UserFacingError';
import { textOf } from '../../../shared/text';
import { isRecord } from '../../../shared/values';
import type { ServiceResponse } from '../../../transport/sendOnce';
import type { ApiRequest } from '../../../transport/ApiRequest';

const doneLater = 'The service does the import later (status 202)';

export interface ImportRow {
	readonly input: RowInput;
	readonly body: IDataObject;
	/** The result once the service has accepted the row. */
	readonly result: RowResult;
	/** Prepares the row again when it is sent, because the person may have changed since the list was read. */
	readonly again?: () => ImportRow | ExcludedRow;
}

type Rows = readonly ImportRow[];

/**
 * Imports rows, many in one request. If a request is rejected, so are the rows that the service names, and the others
 * are sent again; if it names none, each half is sent.
 */
export class RowImport {
	/** Most rows in one request; the service's limit is not documented. */
	private size = 500;
	private rows: Rows = [];
	/** Whether the service has accepted a request: until then, requests are sent one at a time. */
	private hasAccepted = false;

	/** `request` has no rows yet; `messages` gets the service's message for each request that may be done, or ''. */
	constructor(
		private readonly run: Run,
		private readonly request: ApiRequest,
		private readonly rowRun: RowRun,
		private readonly messages: string[] = [],
	) {}

	async send(rows: Rows): Promise<void> {
		this.rows = rows;
		const waiting = [...rows];
		const sendNext = async (): Promise<void> => await this.sendRows(waiting.splice(0, this.size));
		while (waiting.length > 0 && !this.hasAccepted) await sendNext();
		const workers = Math.ceil(waiting.length / this.size);
		await inParallel([...Array(workers).keys()], this.parallel, async () => {
			while (waiting.length > 0) await sendNext();
		});
	}

	/** Those without an outcome. */
	private open(rows: Rows): Rows {
		return rows.filter(({ input }) => this.rowRun.isOpen(input));
	}

	private get parallel(): number {
		return this.hasAccepted ? this.run.client.options.maxParallelRequests : 1;
	}

	/** @param isSecond whether the rows that the service named were removed before */
	private async sendRows(rows: Rows, isSecond = false): Promise<void> {
		const { limit } = this.rowRun;
		await limit.tryLast(async () => await this.sendNow(this.open(this.rows).slice(-1)));
		const open = this.open(rows);
		if (limit.stopReason === undefined) return await this.sendNow(open, isSecond);
		for (const row of open) this.rowRun.add(row, { action: 'failed', failure: limit.stopReason });
	}

	private async sendNow(rows: Rows, isSecond = false): Promise<void> {
		const { pathValues } = this.request;
		// New people have no ID yet: other creates of their addresses wait, too.
		const keys = rows.map(({ body, result: { subscriber } }) => subscriber?.id ?? addressKey(body.email));
		const people = keys.map((key) => pathKey({ ...pathValues, subscriber: textOf(key) }));
		let sent: Rows = [];
		const rejection = await this.run.client.inTurn(people, async () => {
			const current = rows.map((row) => row.again?.() ?? row);
			await this.rowRun.exclude(current.filter((row): row is ExcludedRow => !('body' in row)));
			sent = current.filter((row) => 'body' in row);
			return await this.sendInTurn(sent);
		});
		if (rejection !== undefined) await this.sendAgain(sent, rejection, isSecond);
	}

	/** Returns the rejection of several rows. Other changes of these people wait. */
	private async sendInTurn(rows: Rows): Promise<UserFacingError | undefined> {
		const { client, hints } = this.run;
		if (rows.length === 0) return undefined;
		const turn = this.rowRun.limit.begin();
		let response: Pick<ServiceResponse, 'status' | 'body' | 'headers'>;
		try {
			const body = { ...this.request.body, subscribers: rows.map((row) => row.body) };
			response = await client.exchange({ ...this.request, body, rows: rows.map(({ input }) => input.item) });
		} catch (thrown) {
			if (isRejection(thrown) && rows.length > 1) return thrown;
			if (!namesRowsOfSuccess(thrown)) {
				this.messages.push('');
				this.rowRun.fail(rows, thrown, turn);
				return undefined;
			}
			const { message, fieldMessages, serviceMessage } = thrown;
			const undone = new UserFacingError(message, '', { status: 422, mustNotRepeat: true, fieldMessages });
			this.rowRun.rejectNamed(rows, undone);
			response = { body: { message: serviceMessage }, headers: {} };
		}
		const reason = response.status === 202 ? doneLater : undefined;
		hints.add(reason && `${reason}. Check the list with 'Get Many'.`, 'info');
		const accepted = this.open(rows);
		if (accepted.length === 0) return undefined;
		this.hasAccepted = true;
		const { message } = isRecord(response.body) ? response.body : {};
		this.messages.push(typeof message === 'string' ? message.slice(0, 200) : '');
		const readAt = Date.now();
		for (const row of accepted) {
			const { subscriber = {} } = row.result;
			if (subscriber.id !== undefined)
				peopleOf(row.input, this.run).keep({ ...subscriber, readAt }, subscriber, response.headers.date);
			this.rowRun.done(row, { ...row.result, reason });
		}
		return undefined;
	}

	private async sendAgain(rows: Rows, rejection: UserFacingError, isSecond: boolean): Promise<void> {
		// Later requests of this size would be too large as well.
		if (rejection.status === 413) this.size = Math.min(this.size, Math.ceil(rows.length / 2));
		if (!isSecond && this.rowRun.rejectNamed(rows, rejection)) return await this.sendRows(rows, true);
		const half = Math.ceil(rows.length / 2);
		const halves = [rows.slice(0, half), rows.slice(half)];
		await inParallel(halves, this.parallel, async (part) => await this.sendRows(part));
	}
}

/** Whether a response with a status of 200 to 299 names rows that were not imported. */
function namesRowsOfSuccess(thrown: unknown): thrown is UserFacingError {
	if (!hasUnknownOutcome(thrown)) return false;
	return thrown.status !== undefined && thrown.status <= 299 && thrown.fieldMessages.length > 0;
}
