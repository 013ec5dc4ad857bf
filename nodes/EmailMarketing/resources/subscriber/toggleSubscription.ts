import { updateDisplayOptions, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { isNoTime } from '../../api/noTime';
import { simplifySubscriber } from '../../api/response';
import { showsAnother, subscriberIn, withoutState } from '../../api/toldSubscriber';
import type { Call } from '../../execution/Operation';
import { answeredWithAnother } from '../../execution/refuseAnswerOfAnother';
import { simplified } from '../../execution/standard';
import { simplifyField } from '../../shared/getMany';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import { textOf } from '../../shared/textOf';
import { UserFacingError } from '../../shared/UserFacingError';
import { refuseAnother } from './rows/refuseAnother';
import { deleted, notToggled, refuseContradiction, stillTheSame, unconfirmed } from './rows/toggleRefusals';

/** In the order of what is asked for most, and does least harm: a toggle undoes itself when it is run twice. */
const changeTo: INodeProperties = {
	displayName: 'Change To',
	name: 'changeTo',
	type: 'options',
	options: [
		{ name: 'Unsubscribed', value: 'unsubscribed', description: 'Unsubscribe, unless they are unsubscribed already' },
		{ name: 'Subscribed', value: 'subscribed', description: 'Subscribe again, unless they are subscribed already' },
		{ name: 'The Other State (Toggle)', value: 'toggle', description: 'Turn it over, whatever it is; twice undoes it' },
	],
	default: 'unsubscribed',
	description: 'The state that the subscription should have afterwards',
};

export const description = updateDisplayOptions(
	{ show: { resource: ['subscriber'], operation: ['toggleSubscription'] } },
	[contactListLocator, subscriberLocator, changeTo, simplifyField, optionsWith()],
);

/** Gives the subscriber as it is afterwards, with `changed`. */
export async function execute(call: Call): Promise<IDataObject[]> {
	const { memory, request, settings } = call;
	const name = `toggle ${JSON.stringify(request.pathValues)}`.toLowerCase();
	// A toggle that was not answered may still take place, so the state that is read now says nothing.
	memory.throwIfUnknown(name);
	const subscriber =
		settings.changeTo === 'toggle'
			? await turnOver(call, name)
			: await bring(call, name, settings.changeTo === 'subscribed');
	return simplified([subscriber], settings, simplifySubscriber);
}

/** The service can only toggle, so the wanted state is compared with the present one first. */
async function bring(call: Call, name: string, wanted: boolean): Promise<IDataObject> {
	const { memory, request } = call;
	const { habits } = memory;
	// What this execution has set is known better than a cache or a replica knows it, and a second toggle would undo it.
	const set = memory.subscribers.get(name);
	const present = set?.is_subscribed === undefined ? await presentSubscriber(call) : set;
	if (set === undefined) refuseContradiction(call, present);
	if (present.is_subscribed === wanted) return { ...present, changed: false };
	if (!isNoTime(present.deleted_at)) throw deleted();
	const after = await firstAlone(call, async () => {
		if (habits.toggledWrongly !== undefined && !habits.hasToggled) throw notToggled(habits.toggledWrongly);
		const answer = await toggle(call, name);
		return await confirmed(call, answer, present, wanted).catch((thrown: unknown) => {
			memory.remember(name, thrown);
			habits.toggledWrongly ??= textOf(present.email ?? request.pathValues.subscriber).slice(0, 80);
			throw thrown;
		});
	});
	habits.hasToggled = true;
	const subscriber = { ...withoutState(present), ...after };
	memory.subscribers.set(name, subscriber);
	return { ...subscriber, changed: true };
}

/** Toggles are made one after the other until one has brought about what was asked for: where the states that were read are old, all of them would do the opposite. */
async function firstAlone(
	{ memory: { habits }, client }: Call,
	toggleOne: () => Promise<IDataObject>,
): Promise<IDataObject> {
	if (habits.hasToggled) return await toggleOne();
	const first = await client.inTurn('first toggle', async () => (habits.hasToggled ? undefined : await toggleOne()));
	return first ?? (await toggleOne());
}

/**
 * The subscriber in the wanted state, as the answer to the toggle says or, where it does not, as is then read.
 * @throws UserFacingError when another state is said, or none
 */
async function confirmed(call: Call, answer: IDataObject, present: IDataObject, wanted: boolean): Promise<IDataObject> {
	const after = answer.is_subscribed === undefined ? { ...answer, ...(await readIfPossible(call)) } : answer;
	for (const told of [answer, after]) {
		const shown = showsAnother(told, [call.request.pathValues.subscriber, present.uuid, present.id], present.email);
		if (shown !== undefined) throw answeredWithAnother('subscriber', shown);
	}
	if (after.is_subscribed === undefined) throw unconfirmed();
	if (after.is_subscribed !== wanted) throw stillTheSame(wanted);
	return after;
}

/** Toggles without a look at the present state. Where the answer does not hold the subscriber, it is read: that this fails undoes nothing. */
async function turnOver(call: Call, name: string): Promise<IDataObject> {
	const { memory, request, hints } = call;
	memory.subscribers.delete(name);
	const answer = await toggle(call, name);
	// From here on, the contact list that was read before does not say how it is.
	memory.subscribers.set(name, {});
	const asked = { uuid: request.pathValues.subscriber };
	const isTold =
		answer.email !== undefined &&
		answer.is_subscribed !== undefined &&
		showsAnother(answer, [asked.uuid]) === undefined;
	const after = isTold ? {} : await readIfPossible(call);
	const shown = showsAnother(answer, [asked.uuid, after.uuid, after.id]);
	if (shown !== undefined) {
		const thrown = answeredWithAnother('subscriber', shown);
		memory.remember(name, thrown);
		throw thrown;
	}
	const subscriber: IDataObject =
		answer.is_subscribed === undefined ? { ...answer, ...after } : { ...withoutState(after), ...answer };
	if (subscriber.is_subscribed === undefined)
		hints.add('Subscriptions were toggled, and the service does not say which state they have now.');
	return { ...asked, ...subscriber, changed: true };
}

/** What the answer to a toggle says of the subscriber: often nothing but that it is done. */
async function toggle({ client, request, memory }: Call, name: string): Promise<IDataObject> {
	const answer = await client.send(request).catch((thrown: unknown) => {
		memory.remember(name, thrown);
		throw thrown;
	});
	return subscriberIn(answer);
}

/** That the subscriber cannot be read afterwards undoes nothing. */
async function readIfPossible(call: Call): Promise<IDataObject> {
	return await read(call, true).then(subscriberIn, () => ({}));
}

async function presentSubscriber(call: Call): Promise<IDataObject> {
	const answer = await read(call);
	refuseAnother(answer, call.request.pathValues.subscriber, call);
	const subscriber = subscriberIn(answer);
	if (subscriber.is_subscribed !== undefined) return { uuid: call.request.pathValues.subscriber, ...subscriber };
	throw new UserFacingError(
		'The service does not say whether the subscriber is subscribed',
		"Its answer has no 'is_subscribed', so nothing was changed. Check the path of \"subscriber.get\" in 'Endpoint Paths' of the credential. Without the present state only 'Toggle Subscription' with 'Change To: The Other State' is left, which turns it over whatever it is.",
	);
}

/** @param isOptional whether a failure must not stop the others */
async function read(
	{ client, request: { pathValues, names, isOptional: isOne } }: Call,
	isOptional = isOne,
): Promise<unknown> {
	return await client.send({ key: 'subscriber.get', pathValues, names, isOptional });
}
