import type { IDataObject } from 'n8n-workflow';

import { addressKey } from '../../../api/emailAddress';
import { inParallel } from '../../../shared/inParallel';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { ApiClient } from '../../../transport/ApiClient';
import type { ApiRequest } from '../../../transport/Sending';
import { sentenceOf } from './selectRows';
import { isRowRefusal, refusedBy, rowsNamedIn } from './serviceRefusal';

export interface ImportRow {
	/** The input item that it comes from. */
	readonly item: number;
	readonly body: IDataObject;
}

/** What becomes of the rows; each is told of once. */
export interface ImportReport<T extends ImportRow> {
	imported(rows: readonly T[], answer: unknown): void;
	/** The service took the others, and not this one. */
	rejected(row: T, reason: string): void;
	/** Not for what is in these rows: no answer, no right to it, no such path. */
	failed(rows: readonly T[], thrown: unknown): void;
}

/** How many rows travel in one request, unless the user says otherwise. What the service takes at most is not documented. */
export const defaultChunkSize = 500;

/** When the service names the guilty rows one at a time, halving finds them sooner. */
const maxPeels = 3;

/** A service that has refused so many rows alone and taken none refuses them for something else than what is in them. */
const maxRefusedInVain = 10;

/**
 * Imports rows in requests of at most so many.
 * A request that is refused is split until the guilty rows are alone; the others are imported.
 */
export class RowImport<T extends ImportRow> {
	/** Lower once a request was too large. */
	private maxRows: number;

	/** Whether a row named in a refusal has been the one that was meant, so far. */
	private trustsRowNumbers = true;

	private hasTakenAny = false;

	private refusedInVain = 0;

	private givenUp?: UserFacingError;

	/** @param request without its rows */
	constructor(
		private readonly client: ApiClient,
		private readonly request: ApiRequest,
		chunkSize: number,
		private readonly report: ImportReport<T>,
	) {
		this.maxRows = chunkSize;
	}

	async run(rows: readonly T[]): Promise<void> {
		const [first, ...others] = chunksOf(rows, this.maxRows);
		// What one request finds out, such as a wrong path or how much is too large, the others need not find out again.
		if (first !== undefined) await this.send(first);
		await inParallel(others, this.client.options.maxParallelRequests, async (chunk) => void (await this.send(chunk)));
	}

	/** @returns whether the service took them all in one request */
	private async send(rows: readonly T[], peels = 0): Promise<boolean> {
		if (this.client.signal.aborted) return false;
		if (this.givenUp !== undefined) return this.fail(rows, this.givenUp);
		if (rows.length > this.maxRows) return await this.sendHalves(rows);
		try {
			const subscribers = rows.map(({ body }) => body);
			const answer = await this.client.send({ ...this.request, body: { ...this.request.body, subscribers }, rows: rows.map(({ item }) => item), isOptional: true });
			return this.accept(rows, answer);
		} catch (thrown) {
			return isRowRefusal(thrown) && !this.isOfAllRows(thrown) ? await this.split(rows, thrown, peels) : this.fail(rows, thrown);
		}
	}

	private accept(rows: readonly T[], answer: unknown): boolean {
		this.hasTakenAny = true;
		const refused = refusedBy(answer, rows.map(({ body }) => addressKey(body.email)), this.request.names);
		const taken = rows.filter((_, index) => !refused.rows.has(index));
		rows.forEach((row, index) => {
			const reason = refused.rows.get(index);
			if (reason !== undefined) this.report.rejected(row, reason);
		});
		if (refused.unnamed === undefined) this.report.imported(taken, answer);
		else this.report.failed(taken, someLeftOut(taken.length, refused.unnamed));
		return true;
	}

	/** What is said of nothing but a field beside the rows is said of all of them. */
	private isOfAllRows({ fieldMessages }: UserFacingError): boolean {
		const beside = Object.keys(this.request.body ?? {});
		return fieldMessages.length > 0 && fieldMessages.every(({ field }) => beside.includes(field.split('.', 1).join()));
	}

	private async split(rows: readonly T[], refusal: UserFacingError, peels: number): Promise<boolean> {
		const named = this.trustsRowNumbers ? rowsNamedIn(refusal, rows.length, this.request.names) : new Map<number, string>();
		if (rows.length === 1 || named.size === rows.length) {
			rows.forEach((row, index) => this.reject(row, named.get(index) ?? sentenceOf(refusal), refusal));
			return false;
		}
		if (refusal.status === 413) this.maxRows = Math.min(this.maxRows, Math.ceil(rows.length / 2));
		if (named.size === 0 && !this.hasTakenAny && refusal.status !== 413) return await this.sendSamples(rows);
		if (named.size === 0 || peels >= maxPeels) return await this.sendHalves(rows);
		// Once the others are taken, those that were named are the guilty ones; else the numbers may mean something else, and each is asked for alone.
		const isRight = await this.send(rows.filter((_, index) => !named.has(index)), peels + 1);
		await inParallel([...named], this.client.options.maxParallelRequests, async ([index, reason]) => {
			const row = rows[index] as T;
			if (isRight) this.reject(row, reason, refusal);
			else if (await this.send([row])) this.trustsRowNumbers = false;
		});
		return false;
	}

	private async sendHalves(rows: readonly T[]): Promise<boolean> {
		const half = Math.ceil(rows.length / 2);
		await Promise.all([this.send(rows.slice(0, half)), this.send(rows.slice(half))]);
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

	private reject(row: T, reason: string, refusal: UserFacingError): void {
		this.report.rejected(row, reason);
		if (!this.hasTakenAny) this.refusedInVain += 1;
		if (this.refusedInVain >= maxRefusedInVain && !this.hasTakenAny) this.givenUp = inVain(refusal);
	}

	private fail(rows: readonly T[], thrown: unknown): boolean {
		this.report.failed(rows, thrown);
		return false;
	}
}

function chunksOf<T>(rows: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));
}

function inVain({ message, description, status }: UserFacingError): UserFacingError {
	return new UserFacingError(`${message}, and it has taken none of the rows`, `${maxRefusedInVain} rows were sent alone and refused, so the rest was not sent. ${description}`, { status });
}

function someLeftOut(count: number, said: string): UserFacingError {
	return new UserFacingError(
		'The service says that it did not take all rows, but not which',
		`Of these ${count} rows it says: ${said}. Look at the list with 'Subscriber' → 'Get Many' before you send them again.`,
		{ isOutcomeUnknown: true, notRetryable: true },
	);
}
