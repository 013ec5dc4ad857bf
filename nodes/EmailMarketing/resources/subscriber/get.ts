import { updateDisplayOptions, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { readPage } from '../../api/pages';
import { simplifySubscriber, unwrap } from '../../api/response';
import type { Call } from '../../execution/Operation';
import { simplified } from '../../execution/standard';
import { simplifyField } from '../../shared/getMany';
import { isRecord } from '../../shared/isRecord';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import { fetchPages } from '../../transport/fetchPages';

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
	optionsWith(allMails),
]);

/** The subscriber with its mails as one of its fields; the service gives them beside it, a page at a time. */
export async function execute({ client, request, settings, hints }: Call): Promise<IDataObject[]> {
	const { options } = settings;
	let answer: unknown;
	const mailsOf = (body: unknown): unknown => {
		answer ??= body;
		return [body, ...(isRecord(body) ? [body.data, body.subscriber] : [])]
			.filter(isRecord)
			.find((part) => 'mails' in part)?.mails;
	};
	const { items: mails, shortfall } =
		isRecord(options) && options.allMails === true
			? await fetchPages(client, request, { listOf: mailsOf })
			: { items: readPage(mailsOf(await client.send(request)))?.items };
	hints.add(shortfall);
	const subscriber = isRecord(answer) ? unwrap(answer, 'subscriber') : { ...request.pathValues };
	const found = (mails === undefined ? subscriber : { ...subscriber, mails }) as IDataObject;
	return simplified([found], settings, simplifySubscriber);
}
