import { UserFacingError } from '../../../shared/UserFacingError';
import { isRowRefusal } from './serviceRefusal';

/** A service that has refused so many writes and taken none refuses them for something else than what is in them: then the rest is not sent. */
const maxInVain = 200;

/** From so many on, rows that are as they should be already do not make up for them. */
const many = 20;

/** Tells a service that refuses single writes from one that takes none. */
export class SyncRefusals {
	/** Whether the service has taken anything. */
	private takesWrites = false;

	private inVain = 0;

	private last?: UserFacingError;

	/** The service has taken something. */
	taken(): void {
		this.takesWrites = true;
	}

	/** The service has refused one write. */
	note(refusal: UserFacingError): void {
		this.last = refusal;
		if (!this.takesWrites) this.inVain += 1;
	}

	/** Why nothing more is to be sent, also by a node that goes on. */
	get givenUp(): UserFacingError | undefined {
		if (this.last === undefined || this.takesWrites || this.inVain < maxInVain) return undefined;
		return refusedAll(
			`all ${this.inVain} changes of the contact list that were tried, and the others were not sent`,
			this.last,
		);
	}

	/** Whether the service refuses this one, and takes others. */
	isOfOne(thrown: unknown): thrown is UserFacingError {
		return isRowRefusal(thrown) && (this.takesWrites || this.inVain < maxInVain);
	}

	/** Whether somebody was deleted since the list was read. As long as nothing was written, the path may be wrong. */
	isGone(thrown: unknown): thrown is UserFacingError {
		return this.takesWrites && thrown instanceof UserFacingError && thrown.status === 404;
	}

	/** Why a run must not pass for a success: everything was refused. @param hasUnchanged whether other rows are as they should be */
	whyInVain(hasUnchanged: boolean): UserFacingError | undefined {
		if (this.last === undefined || this.takesWrites || (hasUnchanged && this.inVain < many)) return undefined;
		return refusedAll(`all ${this.inVain} changes of the contact list`, this.last);
	}
}

function refusedAll(what: string, { message, description, status }: UserFacingError): UserFacingError {
	return new UserFacingError(`The service has refused ${what}`, `The last time it was: ${message}. ${description}`, {
		status,
	});
}
