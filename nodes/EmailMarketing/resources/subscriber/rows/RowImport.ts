import type { IDataObject } from 'n8n-workflow';

import { inParallel } from '../../../shared/loops';
import type { UserFacingError } from '../../../shared/UserFacingError';
import type { ApiClient } from '../../../transport/ApiClient';
import type { ApiRequest } from '../../../transport/Sending';
import { GuiltyRowSearch } from './GuiltyRowSearch';
import { ImportRefusals } from './ImportRefusals';
import type { ImportReport, ImportRow } from './ImportReport';
import { LengthLimit } from './LengthLimit';
import { isRefusalOfAll, isRowRefusal, reasonOf } from './serviceRefusal';

/** How many rows travel in one request, unless the user says otherwise. What the service takes at most is not documented. */
export const defaultChunkSize = 500;

/**
 * Imports rows in requests of at most so many.
 * A request that is refused is split until the guilty rows are alone; the others are imported.
 */
export class RowImport<T extends ImportRow> {
	private readonly limit = new LengthLimit();

	private readonly refusals = new ImportRefusals();

	private hasRejectedAny = false;

	private readonly search: GuiltyRowSearch<T>;

	/** @param request without its rows */
	constructor(
		private readonly client: ApiClient,
		private readonly request: ApiRequest,
		private readonly chunkSize: number,
		private readonly report: ImportReport<T>,
	) {
		this.search = new GuiltyRowSearch(request.names, client.options.maxParallelRequests, this.refusals, {
			send: async (rows, peels) => await this.send(rows, peels),
			reject: (row, reason, status) => this.reject(row, reason, status),
		});
	}

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
		if (rows.length > 1 && this.limit.isBeyond(bodiesOf(rows))) {
			await this.search.sendHalves(rows);
			return false;
		}
		let body: unknown;
		try {
			body = await this.client.send({
				...this.request,
				body: { ...this.request.body, subscribers: bodiesOf(rows) },
				rows: rows.map(({ item }) => item),
				isOptional: true,
			});
		} catch (thrown) {
			if (isRowRefusal(thrown) && !this.isOfAllRows(thrown)) return await this.refused(rows, thrown, peels);
			if (isRowRefusal(thrown) || isRefusalOfAll(thrown)) this.refusals.all(thrown);
			return this.fail(rows, thrown);
		}
		return this.accept(rows, body);
	}

	private accept(rows: readonly T[], body: unknown): boolean {
		this.refusals.taken();
		this.limit.taken(bodiesOf(rows));
		this.report.imported(rows, body);
		return true;
	}

	/** What is said of nothing but a field beside the rows is said of all of them. */
	private isOfAllRows({ fieldMessages }: UserFacingError): boolean {
		const beside = Object.keys(this.request.body ?? {});
		return fieldMessages.length > 0 && fieldMessages.every(({ field }) => beside.includes(field.split('.', 1).join()));
	}

	private async refused(rows: readonly T[], refusal: UserFacingError, peels: number): Promise<boolean> {
		if (refusal.status === 413) this.limit.refused(bodiesOf(rows));
		if (rows.length === 1) {
			for (const row of rows) this.reject(row, reasonOf(refusal, this.request.names), refusal.status);
			this.refusals.alone(refusal);
			return false;
		}
		this.report.refusedTogether(rows);
		await this.search.run(rows, refusal, peels);
		return false;
	}

	private reject(row: T, reason: string, status?: number): void {
		this.hasRejectedAny = true;
		this.report.rejected(row, reason, status);
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
