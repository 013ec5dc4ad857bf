import type { IDataObject } from 'n8n-workflow';

import { parsePage } from '../../api/pagination';
import { simplifySubscriber, unwrap } from '../../api/response';
import type { ItemInput, Run } from '../../execution/Operation';
import { simplified } from '../../execution/standard';
import { simplifyField } from '../../panel/getMany';
import { contactListLocator, subscriberLocator } from '../../panel/locators';
import { asItem, isRecord } from '../../shared/values';

export const description = [contactListLocator, subscriberLocator, simplifyField];

export { resolveEmail as resolve } from './people/resolveEmail';

/** The service returns a page of mails next to the subscriber; the item has the mails as a field. */
export async function execute({ request, settings }: ItemInput, { client }: Run): Promise<IDataObject[]> {
	const body = await client.send(request);
	const subscriber = isRecord(body) ? unwrap(body, 'subscriber') : asItem(body ?? request.pathValues);
	const mails = parsePage(subscriber.mails, 'mails')?.items;
	return simplified([{ ...subscriber, ...(mails && { mails }) }], settings, simplifySubscriber);
}
