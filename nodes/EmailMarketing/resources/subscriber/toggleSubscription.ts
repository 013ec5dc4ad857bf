import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { unwrap } from '../../api/answers';
import { isFields } from '../../shared/isFields';
import { Explained } from '../../shared/Explained';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';
import { send } from '../../transport/request';
import { operationRunner, type Call } from '../../transport/operationRunner';

const changeTo: INodeProperties = {
	displayName: 'Change To',
	name: 'changeTo',
	type: 'options',
	options: [
		{
			name: 'Subscribed',
			value: 'subscribed',
			description: 'Subscribe, unless the subscriber is subscribed already',
		},
		{
			name: 'The Other State (Toggle)',
			value: 'toggle',
			description: 'Unsubscribe who is subscribed, and the other way round. Running it twice undoes it.',
		},
		{
			name: 'Unsubscribed',
			value: 'unsubscribed',
			description: 'Unsubscribe, unless the subscriber is unsubscribed already',
		},
	],
	default: 'toggle',
	description: 'The state that the subscription should have afterwards',
};

export const subscriberToggleSubscriptionDescription: OperationDescription = {
	key: 'subscriber.toggleSubscription',
	properties: [contactListLocator, subscriberLocator, changeTo, optionsWith()],
};

/** The service can only toggle, so a wanted state is compared with the present one first. */
export const runToggleSubscription = operationRunner(async (call) => {
	const { caller, session, request } = call;
	const wanted = caller.getNodeParameter('changeTo', 'toggle') as string;
	const name = `toggle ${JSON.stringify(request.pathValues)}`;
	// Two items for one subscriber would both read the old state and toggle twice.
	return await session.oneAtATime(name, async () => {
		// A toggle that was not answered may still take place, so the state that is read now says nothing.
		session.memory.throwDoubt(name);
		if (wanted === 'toggle') return [{ json: await toggle(call, name) }];
		const subscriber = await presentSubscriber(call);
		const subscribed = wanted === 'subscribed';
		if (subscriber.is_subscribed === subscribed) return [{ json: subscriber }];
		const { uuid, email } = subscriber;
		return [{ json: { uuid, email, is_subscribed: subscribed, ...(await toggle(call, name)) } }];
	});
});

async function toggle({ caller, session, request }: Call, name: string): Promise<IDataObject> {
	const answer = await send(caller, session, request).catch((thrown: unknown) => {
		if (thrown instanceof Explained) session.memory.keep(name, thrown);
		throw thrown;
	});
	return (isFields(answer) ? unwrap(answer, 'subscriber') : { ...request.pathValues }) as IDataObject;
}

async function presentSubscriber({ caller, session, request }: Call): Promise<IDataObject> {
	const answer = await send(caller, session, { key: 'subscriber.get', pathValues: request.pathValues, platform: request.platform });
	const subscriber = isFields(answer) ? unwrap(answer, 'subscriber') : {};
	if (typeof subscriber.is_subscribed === 'boolean') return subscriber as IDataObject;
	throw new Explained(
		'The service does not say whether the subscriber is subscribed',
		"Its answer has no 'is_subscribed', so nothing was changed. Check the path of \"subscriber.get\" in 'Endpoint Paths' of the credential, or set 'Change To' to the toggle.",
	);
}
