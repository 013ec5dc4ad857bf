import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { simplifyCampaign, simplifySubscriber } from '../EmailMarketing/api/response';
import { isAboutSubscribers } from './events';
import type { TriggerSettings } from './settings';
import type { Happened } from './watch/subscribers';

/** What the workflow is given of something that happened. */
export function itemOf({ event, entry }: Happened, { simplify }: TriggerSettings): INodeExecutionData {
	const simplified = isAboutSubscribers(event) ? simplifySubscriber : simplifyCampaign;
	// The service may have a field of the same name.
	return { json: Object.assign({ event }, simplify ? simplified(entry) : entry, { event }) as IDataObject };
}
