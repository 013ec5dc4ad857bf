import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { components } from '../../contract/types';
import { pick, withNames } from '../EmailMarketing/api/response';
import { leading } from '../EmailMarketing/shared/besideRow';
import { isAboutSubscribers, type TriggerEvent } from './events';

/** With `event`: at most ten fields, most useful first, with the times that the events are derived from. */
const subscriberFields = [
	'email',
	'uuid',
	'first_name',
	'last_name',
	'is_subscribed',
	'tags',
	'created_at',
	'updated_at',
	'unsubscribed_at',
] satisfies Array<keyof components['schemas']['Subscriber']>;
const campaignFields = [
	'name',
	'uuid',
	'contact_list',
	'template',
	'is_sending',
	'is_sent',
	'created_at',
	'sent',
	'from_email',
] satisfies Array<keyof components['schemas']['Campaign']>;

/** The item that starts the workflow. */
export function itemOf({ event, resource }: TriggerEvent, simplify: boolean): INodeExecutionData {
	const simplified = isAboutSubscribers(event)
		? pick(resource, subscriberFields)
		: pick(withNames(resource), campaignFields);
	return { json: leading({ event }, (simplify ? simplified : resource) as IDataObject) };
}
