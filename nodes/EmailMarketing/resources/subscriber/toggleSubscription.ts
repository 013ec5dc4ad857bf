import { updateDisplayOptions, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { knownSubscriber } from '../../api/knownSubscriber';
import { unwrap } from '../../api/response';
import type { Call } from '../../execution/Operation';
import { isRecord } from '../../shared/isRecord';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import { UserFacingError } from '../../shared/UserFacingError';

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

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['toggleSubscription'] } }, [
	contactListLocator,
	subscriberLocator,
	changeTo,
	optionsWith(),
]);

/** The service can only toggle, so a wanted state is compared with the present one first. */
export async function execute(call: Call): Promise<IDataObject[]> {
	const { memory, request, settings } = call;
	const name = `toggle ${JSON.stringify(request.pathValues)}`.toLowerCase();
	// A toggle that was not answered may still take place, so the state that is read now says nothing.
	memory.throwIfUnknown(name);
	if (settings.changeTo === 'toggle') {
		memory.subscribers.delete(name);
		return [await toggle(call, name)];
	}
	// What this execution has set is known better than a cache or a replica knows it, and a second toggle would undo it.
	const subscriber = memory.subscribers.get(name) ?? (await presentSubscriber(call));
	const wanted = settings.changeTo === 'subscribed';
	if (subscriber.is_subscribed === wanted) return [subscriber];
	const { uuid, email } = subscriber;
	const changed = { uuid, email, is_subscribed: wanted, ...(await toggle(call, name)) };
	if (typeof changed.is_subscribed === 'boolean' && changed.is_subscribed !== wanted) throw stillTheSame(wanted);
	memory.subscribers.set(name, changed);
	return [changed];
}

/** Somebody else may have toggled in between: then the subscription is now the opposite of what was asked for. */
function stillTheSame(wanted: boolean): UserFacingError {
	return new UserFacingError(
		`The service says that the subscriber is ${wanted ? 'not subscribed' : 'still subscribed'}`,
		"The subscription was toggled, and its state is not the one in 'Change To'. Somebody else may have changed it at the same time. Read the subscriber with 'Get' before running this item again.",
		{ isOutcomeUnknown: true },
	);
}

async function toggle({ client, request, memory }: Call, name: string): Promise<IDataObject> {
	const answer = await client.send(request).catch((thrown: unknown) => {
		memory.remember(name, thrown);
		throw thrown;
	});
	return (isRecord(answer) ? unwrap(answer, 'subscriber') : { ...request.pathValues }) as IDataObject;
}

async function presentSubscriber({ client, request: { pathValues, names, isOptional } }: Call): Promise<IDataObject> {
	const answer = await client.send({ key: 'subscriber.get', pathValues, names, isOptional });
	const subscriber = isRecord(answer) ? unwrap(answer, 'subscriber') : {};
	const { isSubscribed } = knownSubscriber(subscriber);
	if (isSubscribed !== undefined) return { ...subscriber, is_subscribed: isSubscribed } as IDataObject;
	throw new UserFacingError(
		'The service does not say whether the subscriber is subscribed',
		"Its answer has no 'is_subscribed', so nothing was changed. Check the path of \"subscriber.get\" in 'Endpoint Paths' of the credential, or set 'Change To' to the toggle.",
	);
}
