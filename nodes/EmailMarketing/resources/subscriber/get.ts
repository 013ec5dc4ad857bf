import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { unwrap } from '../../api/answers';
import { isFields } from '../../shared/isFields';
import { readPage } from '../../api/pages';
import { simplifyField } from '../../shared/getMany';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';
import { fetchPages } from '../../transport/fetchPages';
import { send } from '../../transport/request';
import { operationRunner } from '../../transport/operationRunner';

const allMails: INodeProperties = {
	displayName: 'All Mails',
	name: 'allMails',
	type: 'boolean',
	default: false,
	description: 'Whether to get all mails of the subscriber instead of the first page of them',
};

export const subscriberGetDescription: OperationDescription = {
	key: 'subscriber.get',
	properties: [contactListLocator, subscriberLocator, simplifyField, optionsWith(allMails)],
};

/** The subscriber with its mails as one of its fields; the service gives them beside it, a page at a time. */
export const runGetSubscriber = operationRunner(async ({ caller, session, request }) => {
	const options = caller.getNodeParameter('options', {}) as { allMails?: boolean };
	let answer: unknown;
	const mailsOf = (body: unknown): unknown => {
		answer ??= body;
		return [body, ...(isFields(body) ? [body.data, body.subscriber] : [])].filter(isFields).find((part) => 'mails' in part)?.mails;
	};
	const mails = options.allMails === true
		? await fetchPages(caller, session, request, { listOf: mailsOf })
		: readPage(mailsOf(await send(caller, session, request)))?.items;
	const subscriber = isFields(answer) ? unwrap(answer, 'subscriber') : { ...request.pathValues };
	return [{ json: (mails === undefined || (mails.length === 0 && 'mails' in subscriber) ? subscriber : { ...subscriber, mails }) as IDataObject }];
});
