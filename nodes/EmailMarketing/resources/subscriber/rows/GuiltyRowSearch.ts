import { inParallel } from '../../../shared/loops';
import type { DisplayNames } from '../../../shared/text';
import type { UserFacingError } from '../../../shared/UserFacingError';
import { maxRefusedInVain, type ImportRefusals } from './ImportRefusals';
import type { ImportRow } from './ImportReport';
import { rowsNamedIn } from './serviceRefusal';

/** When the service names the guilty rows one at a time, halving finds them sooner. */
const maxPeels = 3;

/** What the search does with rows. */
interface Actions<T> {
	/** @returns whether the service took them all in one request */
	send(rows: readonly T[], peels?: number): Promise<boolean>;
	/** @param status of the answer that refused it */
	reject(row: T, reason: string, status?: number): void;
}

/**
 * Splits requests that were refused until the guilty rows are alone; the others are sent again.
 * The rows that the service names are believed only when the others are then taken.
 */
export class GuiltyRowSearch<T extends ImportRow> {
	/** Whether a row named in a refusal has been the one that was meant, so far. */
	private trustsRowNumbers = true;

	constructor(
		private readonly names: DisplayNames | undefined,
		private readonly maxParallelRequests: number,
		private readonly refusals: ImportRefusals,
		private readonly actions: Actions<T>,
	) {}

	/**
	 * Sends the rows again in parts.
	 * @param rows several, which were refused together
	 * @param peels how often named rows were taken out of them already
	 */
	async run(rows: readonly T[], refusal: UserFacingError, peels: number): Promise<void> {
		const named = this.trustsRowNumbers ? rowsNamedIn(refusal, rows.length, this.names) : new Map<number, string>();
		if (named.size === rows.length) {
			rows.forEach((row, index) => this.actions.reject(row, named.get(index) ?? '', refusal.status));
			return;
		}
		if (named.size === 0 && !this.refusals.hasTakenAny && refusal.status !== 413) return await this.sendSamples(rows);
		if (named.size === 0 || peels >= maxPeels) return await this.sendHalves(rows);
		// Once the others are taken, those that were named are the guilty ones; else the numbers may mean something else, and each is asked for alone.
		const isRight = await this.actions.send(
			rows.filter((_, index) => !named.has(index)),
			peels + 1,
		);
		await inParallel([...named], this.parallel, async ([index, reason]) => {
			const row = rows[index] as T;
			if (isRight) this.actions.reject(row, reason, refusal.status);
			else if (await this.actions.send([row])) this.trustsRowNumbers = false;
		});
	}

	/** For rows of which nothing more is known than that they are too many. */
	async sendHalves(rows: readonly T[]): Promise<void> {
		const half = Math.ceil(rows.length / 2);
		await inParallel(
			[rows.slice(0, half), rows.slice(half)],
			this.parallel,
			async (part) => void (await this.actions.send(part)),
		);
	}

	/** Before anything was taken: some rows alone, from all over, until one is. */
	private async sendSamples(rows: readonly T[]): Promise<void> {
		const step = Math.ceil(rows.length / maxRefusedInVain);
		const left = new Set(rows);
		for (const sample of rows.filter((_, index) => index % step === 0)) {
			left.delete(sample);
			if (await this.actions.send([sample])) break;
		}
		if (left.size > 0) await this.actions.send([...left]);
	}

	/** Until something is taken, all may be in vain. */
	private get parallel(): number {
		return this.refusals.hasTakenAny ? this.maxParallelRequests : 1;
	}
}
