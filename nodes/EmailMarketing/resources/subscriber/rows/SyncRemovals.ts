import type { Call } from '../../../execution/Operation';
import type { Outcomes } from '../../../execution/Outcomes';
import { inParallel } from '../../../shared/loops';
import { textOf } from '../../../shared/text';
import { userFacing } from '../../../shared/UserFacingError';
import type { Removal } from './planSync';
import type { RowCall } from './selectRows';
import { sentenceOf } from './serviceRefusal';
import type { SyncRefusals } from './SyncRefusals';
import type { SyncReport } from './SyncReport';
import { remove } from './syncWrites';

/** Removes subscribers from a contact list after its rows are written. */
export class SyncRemovals {
	/** @param call of any item of the list */
	constructor(
		private readonly call: Call,
		private readonly outcomes: Outcomes,
		private readonly report: SyncReport,
		private readonly refusals: SyncRefusals,
	) {}

	/**
	 * Removes them, and outputs those that were removed in this try and before.
	 * @param unwritten rows that may not have been written: then nobody is removed
	 */
	async carryOut(removals: readonly Removal[], unwritten: readonly RowCall[]): Promise<void> {
		const { client } = this.call;
		if (removals.length > 0 && !client.signal.aborted && !this.isHeld(unwritten))
			await inParallel(removals, client.options.maxParallelRequests, async (removal) => await this.remove(removal));
		this.report.concludeRemovals(this.call);
	}

	/** A row that was not written may be a subscriber under another address, who would then be in neither. */
	private isHeld([first, ...others]: readonly RowCall[]): boolean {
		if (first === undefined) return false;
		this.call.hints.add(
			`Nobody was removed: ${others.length + 1} of the rows may not have been written (first: ${textOf(first.row.body.email)}), and could be subscribers under another address. Run it again when they are corrected, or when the list is not being changed.`,
		);
		return true;
	}

	private async remove(removal: Removal): Promise<void> {
		const { call } = this;
		try {
			if (call.client.signal.aborted) return;
			if (this.refusals.givenUp !== undefined) throw this.refusals.givenUp;
			await remove(call, removal);
			this.report.removed(call, removal);
			this.refusals.taken();
		} catch (thrown) {
			const isRejected = this.refusals.isOfOne(thrown);
			if (isRejected) this.refusals.note(thrown);
			const isOfOne = isRejected || this.refusals.isGone(thrown);
			this.report.notRemoved(removal, sentenceOf(userFacing(thrown)), isOfOne ? undefined : thrown);
			if (this.outcomes.mustStop) call.client.stop();
		}
	}
}
