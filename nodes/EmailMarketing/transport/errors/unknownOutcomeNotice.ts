import { endpointOf } from '../../api/endpoints';
import type { FailedRequest } from './FailedRequest';

/** What has to be said when a thing that must not happen twice may have happened. */
export function unknownOutcomeNotice({ key }: FailedRequest): string {
	return `It may have happened all the same, so it was not sent again. ${endpointOf(key).howToVerify ?? 'Look at the account'} before running it again.`;
}
