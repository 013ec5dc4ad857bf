import { updateDisplayOptions, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { readPage } from '../../api/pagination';
import { simplifySubscriber, unwrap } from '../../api/response';
import type { Call } from '../../execution/Operation';
import { optionsOf } from '../../execution/settings';
import { simplified } from '../../execution/standard';
import { simplifyField } from '../../shared/getMany';
import { isRecord } from '../../shared/values';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import { optionsField } from '../../shared/options';
import { PagedList } from '../../transport/PagedList';

const allMails: INodeProperties = {
	displayName: 'All Mails',
	name: 'allMails',
	type: 'boolean',
	default: false,
	description: 'Whether to get all mails of the subscriber instead of the first page of them',
};

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['get'] } }, [
	contactListLocator,
	subscriberLocator,
	simplifyField,
	optionsField(allMails),
]);

/** The subscriber with its mails as one of its fields; the service returns them next to it, a page at a time. */
export async function execute({ client, request, settings, hints }: Call): Promise<IDataObject[]> {
	const wantsAll = optionsOf(settings).allMails === true;
	let body: unknown;
	let mails: unknown[] | undefined;
	if (wantsAll) {
		const list = new PagedList(client, request, (page) => {
			body ??= page;
			return mailsIn(page) ?? [];
		});
		mails = [];
		while (!list.hasEnded) for (const mail of await list.more()) mails.push(mail);
		hints.add(list.warning);
	} else {
		body = await client.send(request);
		mails = readPage(mailsIn(body), 'mails')?.items as unknown[] | undefined;
	}
	const subscriber = isRecord(body) ? unwrap(body, 'subscriber') : { ...request.pathValues };
	const found = (mails === undefined ? subscriber : { ...subscriber, mails }) as IDataObject;
	return simplified([found], settings, simplifySubscriber);
}

function mailsIn(body: unknown): unknown {
	return [body, ...(isRecord(body) ? [body.data, body.subscriber] : [])]
		.filter(isRecord)
		.find((part) => 'mails' in part)?.mails;
}
