import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { components } from '../../contract/types';
import { pick, withNames } from '../EmailMarketing/api/response';
import { leading } from '../EmailMarketing/shared/besideRow';
import { isAboutSubscribers } from './events';
import type { TriggerSettings } from './settings';
import type { Happened } from './watch/entries';

/** Beside `event`: at most ten fields in all, most useful first, with the times that the events are told from. */
const subscriberFields = [
	'uuid',
	'email',
	'first_name',
	'last_name',
	'is_subscribed',
	'tags',
	'created_at',
	'updated_at',
	'unsubscribed_at',
] satisfies Array<keyof components['schemas']['Subscriber']>;
const campaignFields = [
	'uuid',
	'name',
	'contact_list',
	'template',
	'is_sending',
	'is_sent',
	'created_at',
	'sent',
	'from_email',
] satisfies Array<keyof components['schemas']['Campaign']>;

/** What the workflow is given of something that happened. */
export function itemOf({ event, entry }: Happened, { simplify }: TriggerSettings): INodeExecutionData {
	const simplified = isAboutSubscribers(event) ? pick(entry, subscriberFields) : pick(withNames(entry), campaignFields);
	return { json: leading({ event }, (simplify ? simplified : entry) as IDataObject) };
}
