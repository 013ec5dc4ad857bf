import type { EndpointKey } from '../../api/endpoints';
import type { Failure } from '../attempt';
import { isUncertain } from '../retry';
import type { Subject } from './Subject';

/** What must not happen twice → how to find out whether it has happened. */
const howToMakeSure: Partial<Record<EndpointKey, string>> = {
	'campaign.create': "Look for the campaign with 'Campaign' → 'Get Many' before running this item again.",
	'contactList.create': "Look for the list with 'Contact List' → 'Get Many' before running this item again.",
	'domain.create': "Look for the domain with 'Domain' → 'Get Many' before running this item again.",
	'email.send': "Look at the service's sending log before running this item again: the email may be on its way.",
	'subscriber.create': "Look the address up with 'Subscriber' → 'Get' by email before running this item again.",
	'subscriber.import': "Look at the list with 'Subscriber' → 'Get Many' before running the import again.",
	'subscriber.toggleSubscription': "Read the subscriber with 'Get' before running this item again, or set 'Change To' to the state you want.",
	'template.togglePublish': "Look at the template with 'Template' → 'Get Many' before running this item again.",
};

/** What has to be said when a thing that must not happen twice may have happened; `undefined` when it cannot have. */
export function doubt({ repeatable, key, uncertain }: Subject, failure: Failure): string | undefined {
	if (repeatable || !(uncertain || isUncertain(failure))) return undefined;
	return `It may have happened all the same, so it was not sent again. ${howToMakeSure[key] ?? 'Look at the account before running this item again.'}`;
}
