import type { IDataObject } from 'n8n-workflow';

import { addressKey } from '../../../api/emailAddress';
import { pathKey } from '../../../api/response';
import { updatedSubscriber, wasThere } from '../../../api/subscriber';
import type { ItemInput, Run } from '../../../execution/Operation';
import { sendOne } from '../../../execution/standard';
import type { ApiClient } from '../../../transport/ApiClient';
import { withChanges } from './changes';
import { peopleOf } from './People';
import type { RowResult } from './RowResult';

/** Base URLs of services whose create updates existing subscribers: there, everyone is looked up first. */
const updating = new Set<string>();

export function createsUpdate({ connection }: ApiClient): boolean {
	return updating.has(connection.baseUrl);
}

/** Creates the subscriber of a row of another operation, with `body` in place of the row's own. */
export async function createSubscriber(input: ItemInput, run: Run, body: IDataObject): Promise<RowResult> {
	const ifUnknown =
		'Run it again: a subscriber who was created is then found, as long as the service rejects taken addresses.';
	const request = { ...input.request, key: 'subscriber.create', body, advice: { ifUnknown } } as const;
	const { result } = await create({ request }, run);
	if (result.subscriber.id !== undefined) peopleOf(input, run).keep(result.subscriber);
	return result;
}

/** Creates of one address take turns: a service may check for it before it adds it, and two at once would both pass. */
export async function create({ request }: Pick<ItemInput, 'request'>, run: Run) {
	const name = pathKey({ ...request.pathValues, subscriber: addressKey(request.body?.email) });
	const [response = {}] = await run.client.inTurn([name], async () => await sendOne({ request }, run));
	const subscriber = updatedSubscriber(withChanges({ tags: [] }, request.body ?? {}), response);
	// Without a subscriber in the response, its message may say what happens next: "Confirmation email sent".
	const message = subscriber.id === undefined ? response.message : undefined;
	const shown = typeof message === 'string' ? message.slice(0, 200) : undefined;
	if (!wasThere(response)) return { response, result: { action: 'created', subscriber, reason: shown } as const };
	updating.add(run.client.connection.baseUrl);
	run.hints.add(
		'The service probably updated people who were in the list already. They may be subscribed again: check them.',
	);
	const reason = 'Probably updated by the service: may be subscribed again, tags replaced';
	return { response, result: { action: 'updated', subscriber, reason } as const };
}
