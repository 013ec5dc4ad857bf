import { showsAnother } from '../../../api/toldSubscriber';
import type { Call } from '../../../execution/Operation';
import { UserFacingError } from '../../../shared/UserFacingError';

/**
 * What is sent rests on what was read: that must not be somebody else, as from a cache that mixes answers up.
 * @param answer to a reading of the subscriber @param asked the ID in its path
 * @throws UserFacingError before anything is sent
 */
export function refuseAnother(answer: unknown, asked: unknown, { known }: Pick<Call, 'known'>): void {
	const shown = showsAnother(answer, [asked], known?.email);
	if (shown === undefined) return;
	throw new UserFacingError(
		`The service was asked for one subscriber and showed another (${shown.slice(0, 60)})`,
		"What it shows may come from a cache that mixes answers up, so nothing was changed by it. Read the subscriber with 'Get', and run this item again when it shows the right one. If it stays so, tell the support of the service.",
	);
}
