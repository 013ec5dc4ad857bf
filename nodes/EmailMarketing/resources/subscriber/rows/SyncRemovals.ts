import type { Call } from '../../../execution/Operation';
import type { Outcomes } from '../../../execution/Outcomes';
import { inParallel } from '../../../shared/inParallel';
import { userFacing } from '../../../shared/UserFacingError';
import type { Removal } from './planSync';
import { sentenceOf } from './serviceRefusal';
import type { SyncRefusals } from './SyncRefusals';
import type { SyncReport } from './SyncReport';
import { remove } from './syncWrites';
import type { WrittenPeople } from './WrittenPeople';

/** So many new people who are not found are named at most. */
const maxNamed = 5;

/** Removes people from a contact list after its rows are written, unless any of them may be one of the rows. */
export class SyncRemovals {
	/** @param call of any item of the list */
	constructor(
		private readonly call: Call,
		private readonly outcomes: Outcomes,
		private readonly report: SyncReport,
		private readonly refusals: SyncRefusals,
		private readonly written: WrittenPeople,
	) {}

	/** Removes them, or nobody, and gives those who were removed in this try and before. */
	async carryOut(removals: readonly Removal[]): Promise<void> {
		const { maxParallelRequests } = this.call.client.options;
		if (await this.mayRemove(removals))
			await inParallel(removals, maxParallelRequests, async (removal) => await this.remove(removal));
		this.report.concludeRemovals(this.call);
	}

	/** Somebody new who was not created, or is not found, may be somebody in the list under another address, who would then be in neither. */
	private async mayRemove(removals: readonly Removal[]): Promise<boolean> {
		const { client, hints } = this.call;
		if (removals.length === 0 || client.signal.aborted) return false;
		const why = this.written.lacking ?? (await this.whyInDoubt());
		if (why === undefined || client.signal.aborted) return why === undefined;
		hints.add(
			`Nobody was removed: ${why}, and anybody in the list might be one of them under another address. See to these rows and run it again.`,
		);
		return false;
	}

	/** The service need not say whom it has made of a row, and may have taken it for somebody who is there. */
	private async whyInDoubt(): Promise<string | undefined> {
		const lacking = await this.written.notFound(this.call).catch((thrown: unknown) => ({ thrown }));
		if ('thrown' in lacking) {
			this.outcomes.failUnpaired(lacking.thrown);
			return 'the contact list could not be read again to find the new ones of the rows';
		}
		if (lacking.length === 0) return undefined;
		const named = `${lacking.slice(0, maxNamed).join(', ')}${lacking.length > maxNamed ? '…' : ''}`;
		return `${lacking.length} of the rows that were sent are not found in the contact list (${named})`;
	}

	private async remove(removal: Removal): Promise<void> {
		const { call } = this;
		try {
			if (call.client.signal.aborted || this.written.has(removal.subscriber)) return;
			if (this.refusals.givenUp !== undefined) throw this.refusals.givenUp;
			await remove(call, removal);
			this.report.removed(call, removal);
			this.refusals.taken();
		} catch (thrown) {
			// Then it is as it was to be.
			if (this.refusals.isGone(thrown)) return;
			const isRefused = this.refusals.isOfOne(thrown);
			if (isRefused) this.refusals.note(thrown);
			this.report.notRemoved(removal, sentenceOf(userFacing(thrown)), isRefused ? undefined : thrown);
			if (this.outcomes.mustStop) call.client.stop();
		}
	}
}
