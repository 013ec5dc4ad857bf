import type { UserFacingError } from '../../../shared/UserFacingError';
import { refusedInVain } from './importErrors';

/** A service that has refused so many rows alone and taken none refuses them for something else than what is in them. */
export const maxRefusedInVain = 10;

/** After so many in a row, for nothing that is in them, the account has come to a limit. */
const maxRefusedInARow = 20;

/** Tells a service that refuses single rows of an import from one that takes none, or no more. */
export class ImportRefusals {
	hasTakenAny = false;

	private refusedAlone = 0;

	/** Rows refused alone since something was taken, of which the service names no field. */
	private refusedInARow = 0;

	private reason?: UserFacingError;

	/** The service has taken rows. */
	taken(): void {
		this.hasTakenAny = true;
		this.refusedInARow = 0;
	}

	/** The service has refused a row that was alone in its request. */
	alone(refusal: UserFacingError): void {
		this.refusedAlone += 1;
		if (refusal.fieldMessages.length === 0) this.refusedInARow += 1;
		if (this.refusedInARow >= maxRefusedInARow) this.reason = refusedInVain(refusal, maxRefusedInARow);
		if (this.refusedAlone >= maxRefusedInVain) this.reason ??= refusedInVain(refusal, maxRefusedInVain);
	}

	/** The service refuses any request: for the token, the rights, the path, a field beside the rows. */
	all(refusal: UserFacingError): void {
		this.reason ??= refusal;
	}

	/** Why nothing more is sent; nothing as long as something is taken in between. */
	get givenUp(): UserFacingError | undefined {
		return !this.hasTakenAny || this.refusedInARow >= maxRefusedInARow ? this.reason : undefined;
	}
}
