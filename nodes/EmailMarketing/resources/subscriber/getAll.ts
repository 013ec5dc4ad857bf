import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { simplifySubscriber } from '../../api/response';
import { parseSubscriberFilter, type Filter } from './subscriberFilter';
import type { ItemInput, Run } from '../../execution/Operation';
import { fetchList, simplified } from '../../execution/standard';
import { choiceField } from '../../panel/fields';
import { getManyFields, simplifyField } from '../../panel/getMany';
import { contactListLocator } from '../../panel/locators';
import { tagsOption } from './tag';

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Applied to what was read: the service documents no filters',
	options: [
		{
			displayName: 'Inactive Since',
			name: 'inactiveSince',
			type: 'dateTime',
			default: '',
			description: 'Only subscribers who have not opened or clicked an email since then',
		},
		choiceField('Status', 'status', 'subscribed', 'Only subscribers with this subscription status', [
			['All', 'all'],
			['Subscribed', 'subscribed'],
			['Unsubscribed', 'unsubscribed'],
		]),
		tagsOption('Tags', 'tags', 'Only subscribers with one of these tags, separated by commas, or a list'),
	],
};

export const description = [contactListLocator, ...getManyFields, filters, simplifyField];

export function parseSettings(settings: ItemInput['settings']): ItemInput['settings'] {
	return { ...settings, filters: parseSubscriberFilter(settings.filters) };
}

/** 'Limit' counts matching subscribers, and reading ends once enough are found. */
export async function execute(input: ItemInput, run: Run): Promise<IDataObject[]> {
	const subscribers = await fetchList(input, run, input.settings.filters as Filter | undefined);
	return simplified(subscribers, input.settings, simplifySubscriber);
}
