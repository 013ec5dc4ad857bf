import type { IDataObject } from 'n8n-workflow';

import { addressKey } from '../../../api/emailAddress';
import { inParallel } from '../../../shared/inParallel';
import type { UserFacingError } from '../../../shared/UserFacingError';
import type { ApiClient } from '../../../transport/ApiClient';
import type { ApiRequest } from '../../../transport/Sending';
import { refusedBy } from './importAnswer';
import { someLeftOut } from './importErrors';
import { ImportRefusals, maxRefusedInVain } from './ImportRefusals';
import { LengthLimit } from './LengthLimit';
import { isRefusalOfAll, isRowRefusal, reasonOf, rowsNamedIn } from './serviceRefusal';

export interface ImportRow {
	/** The input item that it comes from. */
	readonly item: number;
	readonly body: IDataObject;
}

/** What becomes of the rows; each is told of once. */
export interface ImportReport<T extends ImportRow> {
	/** @param isShort whether the service has passed some over that may not be in the list */
	imported(rows: readonly T[], answer: unknown, isShort: boolean): void;
	/** The service took the others, and not this one. @param status of the answer that refused it; none where it was a success */
	rejected(row: T, reason: string, status?: number): void;
	/** The request with all of them was refused; each is told of later, unless something else ends the run. */
	refusedTogether(rows: readonly T[]): void;
	/** Not for what is in these rows: no answer, no right to it, no such path. */
	failed(rows: readonly T[], thrown: unknown): void;
}

/** How many rows travel in one request, unless the user says otherwise. What the service takes at most is not documented. */
export const defaultChunkSize = 500;

/** When the service names the guilty rows one at a time, halving finds them sooner. */
const maxPeels = 3;

/**
 * Imports rows in requests of at most so many.
 * A request that is refused is split until the guilty rows are alone; the others are imported.
 */
export class RowImport<T extends ImportRow> {
	private readonly limit = new LengthLimit();

	/** Whether a row named in a refusal has been the one that was meant, so far. */
	private trustsRowNumbers = true;

	private readonly refusals = new ImportRefusals();

	private hasRejectedAny = false;

	/** @param request without its rows */
	constructor(
		private readonly client: ApiClient,
		private readonly request: ApiRequest,
		private readonly chunkSize: number,
		private readonly report: ImportReport<T>,
	) {}

	async run(rows: readonly T[]): Promise<void> {
		const chunks = chunksOf(rows, this.chunkSize).values();
		// What one request finds out, such as a wrong path or how much is too large, the others need not find out again.
		for (const chunk of chunks) {
			await this.send(chunk);
			if (this.refusals.hasTakenAny || !this.hasRejectedAny) break;
		}
		await inParallel(
			[...chunks],
			this.client.options.maxParallelRequests,
			async (chunk) => void (await this.send(chunk)),
		);
	}

	/** @returns whether the service took them all in one request */
	private async send(rows: readonly T[], peels = 0): Promise<boolean> {
		if (this.client.signal.aborted) return false;
		const { givenUp } = this.refusals;
		if (givenUp !== undefined) return this.fail(rows, givenUp);
		if (rows.length > 1 && this.limit.isBeyond(bodiesOf(rows))) return await this.sendHalves(rows);
		let answer: unknown;
		try {
			answer = await this.client.send({
				...this.request,
				body: { ...this.request.body, subscribers: bodiesOf(rows) },
				rows: rows.map(({ item }) => item),
				isOptional: true,
			});
		} catch (thrown) {
			if (isRowRefusal(thrown) && !this.isOfAllRows(thrown)) return await this.split(rows, thrown, peels);
			if (isRowRefusal(thrown) || isRefusalOfAll(thrown)) this.refusals.all(thrown);
			return this.fail(rows, thrown);
		}
		return this.accept(rows, answer);
	}

	/** @returns whether it took them all, as far as it says */
	private accept(rows: readonly T[], answer: unknown): boolean {
		const refused = refusedBy(
			answer,
			rows.map(({ body }) => addressKey(body.email)),
			this.request.names,
		);
		rows.forEach((row, index) => {
			const reason = refused.rows.get(index);
			if (reason !== undefined) this.reject(row, reason);
		});
		const taken = rows.filter((_, index) => !refused.rows.has(index));
		if (taken.length === 0) return false;
		this.refusals.taken();
		this.limit.taken(bodiesOf(rows));
		if (refused.unnamed === undefined) this.report.imported(taken, answer, refused.isShort === true);
		else this.report.failed(taken, someLeftOut(taken.length, refused.unnamed));
		return refused.rows.size === 0;
	}

	/** What is said of nothing but a field beside the rows is said of all of them. */
	private isOfAllRows({ fieldMessages }: UserFacingError): boolean {
		const beside = Object.keys(this.request.body ?? {});
		return fieldMessages.length > 0 && fieldMessages.every(({ field }) => beside.includes(field.split('.', 1).join()));
	}

	private async split(rows: readonly T[], refusal: UserFacingError, peels: number): Promise<boolean> {
		if (refusal.status === 413) this.limit.refused(bodiesOf(rows));
		if (rows.length === 1) return this.rejectAlone(rows, refusal);
		this.report.refusedTogether(rows);
		const named = this.trustsRowNumbers
			? rowsNamedIn(refusal, rows.length, this.request.names)
			: new Map<number, string>();
		if (named.size === rows.length) {
			rows.forEach((row, index) => this.reject(row, named.get(index) ?? '', refusal.status));
			return false;
		}
		if (named.size === 0 && !this.refusals.hasTakenAny && refusal.status !== 413) return await this.sendSamples(rows);
		if (named.size === 0 || peels >= maxPeels) return await this.sendHalves(rows);
		// Once the others are taken, those that were named are the guilty ones; else the numbers may mean something else, and each is asked for alone.
		const isRight = await this.send(
			rows.filter((_, index) => !named.has(index)),
			peels + 1,
		);
		await inParallel([...named], this.parallel, async ([index, reason]) => {
			const row = rows[index] as T;
			if (isRight) this.reject(row, reason, refusal.status);
			else if (await this.send([row])) this.trustsRowNumbers = false;
		});
		return false;
	}

	private async sendHalves(rows: readonly T[]): Promise<boolean> {
		const half = Math.ceil(rows.length / 2);
		await inParallel(
			[rows.slice(0, half), rows.slice(half)],
			this.parallel,
			async (part) => void (await this.send(part)),
		);
		return false;
	}

	/** Before anything was taken: some rows alone, from all over, until one is. */
	private async sendSamples(rows: readonly T[]): Promise<boolean> {
		const step = Math.ceil(rows.length / maxRefusedInVain);
		const left = new Set(rows);
		for (const sample of rows.filter((_, index) => index % step === 0)) {
			left.delete(sample);
			if (await this.send([sample])) break;
		}
		if (left.size > 0) await this.send([...left]);
		return false;
	}

	/** Until something is taken, all may be in vain. */
	private get parallel(): number {
		return this.refusals.hasTakenAny ? this.client.options.maxParallelRequests : 1;
	}

	private reject(row: T, reason: string, status?: number): void {
		this.hasRejectedAny = true;
		this.report.rejected(row, reason, status);
	}

	private rejectAlone(rows: readonly T[], refusal: UserFacingError): boolean {
		for (const row of rows) this.reject(row, reasonOf(refusal, this.request.names), refusal.status);
		this.refusals.alone(refusal);
		return false;
	}

	private fail(rows: readonly T[], thrown: unknown): boolean {
		this.report.failed(rows, thrown);
		return false;
	}
}

function chunksOf<T>(rows: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
		rows.slice(index * size, (index + 1) * size),
	);
}

function bodiesOf(rows: readonly ImportRow[]): IDataObject[] {
	return rows.map(({ body }) => body);
}
