import type { IDataObject } from 'n8n-workflow';

import { isRejection, rejectedRowsIn } from './rejection';
import type { RowResult } from './rowOutput';
import type { RowResults } from './RowResults';
import type { RowCall } from './selectRows';
import { inParallel } from '../../../shared/loops';
import { hasUnknownOutcome, UserFacingError } from '../../../shared/UserFacingError';
import type { ServiceResponse, ApiClient } from '../../../transport/ApiClient';
import type { ApiRequest } from '../../../transport/ApiRequest';

const doneLater = "The service does the import later (status 202). Check the list with 'Get Many'.";

export interface ImportRow {
	readonly call: RowCall;
	readonly body: IDataObject;
	/** Its result once the service has accepted it. */
	readonly result: RowResult;
}

type Rows = readonly ImportRow[];

/** Imports rows, many in one request. The rows that the service names are rejected, and the others sent again; where it names none, halves are sent. */
export class RowImport {
	/** How many rows travel in one request at most. How many the service takes is not documented. */
	private size = 500;

	/** The rows without a result. */
	private open = new Set<ImportRow>();

	/** Whether the service has accepted a request: until then one is sent at a time. */
	private hasAccepted = false;

	/** @param request without its rows @param onAccepted given the response to rows that were accepted */
	constructor(
		private readonly client: ApiClient,
		private readonly request: ApiRequest,
		private readonly results: RowResults,
		private readonly onAccepted?: (response: unknown) => void,
	) {}

	async run(rows: Rows): Promise<void> {
		this.open = new Set(rows);
		let at = 0;
		const next = (): Rows => rows.slice(at, (at += this.size));
		while (at < rows.length && !this.hasAccepted) await this.send(next());
		const workers = Math.ceil((rows.length - at) / this.size);
		await inParallel([...Array(workers).keys()], this.parallel, async () => {
			while (at < rows.length) await this.send(next());
		});
	}

	private get parallel(): number {
		return this.hasAccepted ? this.client.options.maxParallelRequests : 1;
	}

	/** @param isSecond whether the rows that the service named were taken out of them */
	private async send(rows: Rows, isSecond = false): Promise<void> {
		const { limit } = this.results;
		await limit.tryLast(async () => await this.sendNow([...this.open].slice(-1)));
		const open = rows.filter((row) => this.open.has(row));
		const calls = open.map(({ call }) => call);
		if (limit.stopReason !== undefined) return this.results.notSent(calls, limit.stopReason);
		await this.sendNow(open, isSecond);
	}

	private async sendNow(rows: Rows, isSecond = false): Promise<void> {
		if (this.client.signal.aborted || rows.length === 0) return;
		const calls = rows.map(({ call }) => call);
		const turn = this.results.limit.begin();
		let response: Pick<ServiceResponse, 'status' | 'body'>;
		let accepted = rows;
		try {
			response = await this.client.exchange({
				...this.request,
				body: { ...this.request.body, subscribers: rows.map(({ body }) => body) },
				rows: calls.map(({ item }) => item),
			});
		} catch (thrown) {
			if (isRejection(thrown) && rows.length > 1) return await this.sendAgain(rows, thrown, isSecond);
			// A response of status 200 to 299 may name the rows that were not imported.
			if (!hasUnknownOutcome(thrown) || (thrown.status ?? 300) > 299 || thrown.fieldMessages.length === 0)
				return this.results.fail(calls, thrown, turn);
			const undone = new UserFacingError(thrown.message, '', { status: 422, mustNotRepeat: true });
			accepted = this.reject(rows, rejectedRowsIn(thrown, rows.length, this.request.names), undone);
			response = { body: { message: thrown.serviceMessage } };
		} finally {
			for (const row of rows) this.open.delete(row);
		}
		if (response.status === 202) calls[0]?.hints.add(doneLater, 'info');
		if (accepted.length === 0) return;
		this.hasAccepted = true;
		this.onAccepted?.(response.body);
		for (const { call, result } of accepted) this.results.done(call, result);
	}

	/** @returns the rows that are not named */
	private reject(rows: Rows, named: ReadonlyMap<number, string>, why: UserFacingError): Rows {
		const reasons = new Map([...named].map(([index, reason]) => [(rows[index] as ImportRow).call, reason]));
		this.results.fail([...reasons.keys()], why, undefined, reasons);
		for (const index of named.keys()) this.open.delete(rows[index] as ImportRow);
		return rows.filter((_, index) => !named.has(index));
	}

	private async sendAgain(rows: Rows, rejection: UserFacingError, isSecond: boolean): Promise<void> {
		// What is too large is too large for the requests that follow, too.
		if (rejection.status === 413) this.size = Math.min(this.size, Math.ceil(rows.length / 2));
		const named = isSecond ? new Map<number, string>() : rejectedRowsIn(rejection, rows.length, this.request.names);
		if (named.size > 0) return await this.send(this.reject(rows, named, rejection), true);
		const half = Math.ceil(rows.length / 2);
		const halves = [rows.slice(0, half), rows.slice(half)];
		await inParallel(halves, this.parallel, async (part) => await this.send(part));
	}
}
