import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { simplifySubscriber } from '../../api/response';
import { readSubscriberFilter } from '../../api/subscriberFilter';
import type { Call } from '../../execution/Operation';
import { readList, simplified } from '../../execution/standard';
import { choiceField } from '../../shared/fields';
import { getManyFields, simplifyField } from '../../shared/getMany';
import { contactListLocator } from '../../shared/locators';

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Applied after the list is read: no filter of the service is documented',
	options: [
		{
			displayName: 'Inactive Since',
			name: 'inactiveSince',
			type: 'dateTime',
			default: '',
			description: 'Only subscribers who neither opened nor clicked an email since then',
		},
		choiceField('Status', 'status', 'all', 'The subscription that a subscriber has to have', [
			['All', 'all'],
			['Subscribed', 'subscribed'],
			['Unsubscribed', 'unsubscribed'],
		]),
		{
			displayName: 'Tags',
			name: 'tags',
			type: 'string',
			default: '',
			placeholder: 'e.g. customer, newsletter',
			description: 'Tags separated by commas, or a list from an expression; one of them is enough',
		},
	],
};

export const description = [contactListLocator, ...getManyFields, filters, simplifyField];

/** 'Limit' counts the subscribers that fit, and reading ends when so many are there. */
export async function execute(call: Call): Promise<IDataObject[]> {
	const subscribers = await readList(call, readSubscriberFilter(call.settings.filters));
	return simplified(subscribers, call.settings, simplifySubscriber);
}
