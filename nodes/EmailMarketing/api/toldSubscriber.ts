/** A single subscriber as answers tell of it. */

import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/isRecord';
import { addressKey } from './emailAddress';
import { knownSubscriber, type KnownSubscriber } from './knownSubscriber';
import { unwrap } from './response';
import { isSubscribedIn } from './subscriptionState';

/** The subscriber in an answer, with its state as true or false where it is told, in whatever way; without what stands beside it. */
export function subscriberIn(answer: unknown): IDataObject {
	const outer = isRecord(answer) ? unwrap(answer, 'subscriber') : {};
	const { id, email, isSubscribed } = knownSubscriber(outer);
	if (id === undefined && email === undefined && isSubscribed === undefined) return {};
	const fields = (isRecord(outer.attributes) ? { uuid: id, ...outer.attributes } : outer) as IDataObject;
	return {
		...without(fields, ['message', 'mails', 'is_subscribed']),
		...(isSubscribed === undefined ? {} : { is_subscribed: isSubscribed }),
	};
}

/** A subscriber without the fields that tell its state, or when that was: they are of before. */
export function withoutState(subscriber: IDataObject): IDataObject {
	const states = Object.entries(subscriber)
		.filter(([name, value]) => isSubscribedIn({ [name]: value }) !== undefined)
		.map(([name]) => name);
	return without(subscriber, ['unsubscribed_at', 'updated_at', ...states]);
}

function without(fields: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/**
 * By what an answer is about somebody else than was asked for; nothing where it is not, or tells of nobody.
 * @param names the IDs by which they are known, the one in the path among them
 * @param email theirs, where it is known
 */
export function showsAnother(answer: unknown, names: readonly unknown[], email?: unknown): string | undefined {
	const told = isRecord(answer) ? unwrap(answer, 'subscriber') : {};
	const known = names.map(written).filter((id) => id !== '');
	const forms = new Set(known.map(formOf));
	// Where one may be named by a number, a UUID and a name, an answer that shows another of these tells nothing.
	const alike = [told, told.attributes]
		.flatMap((fields) => (isRecord(fields) ? [fields.uuid, fields.id] : []))
		.map(written)
		.filter((id) => id !== '' && forms.has(formOf(id)));
	if (alike.length > 0 && !alike.some((id) => known.includes(id))) return alike[0];
	const shown = addressKey(knownSubscriber(told).email);
	return shown === '' || addressKey(email) === '' || shown === addressKey(email) ? undefined : shown;
}

/** An ID in the form in which two writings of it are equal; '' for none. */
function written(id: unknown): string {
	const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim().toLowerCase() : '';
	return formOf(text) === 'uuid' ? text.replaceAll('-', '') : text;
}

function formOf(id: string): 'number' | 'uuid' | 'name' {
	if (/^\d+$/.test(id)) return 'number';
	return /^[\da-f]{32}$/.test(id.replaceAll('-', '')) ? 'uuid' : 'name';
}

/** A subscriber as the answer to an update tells of it, and as it was expected where the answer leaves something out. */
export function asTold(expected: KnownSubscriber, answer: IDataObject): KnownSubscriber {
	const fields = isRecord(answer.attributes) ? answer.attributes : answer;
	const { firstName, lastName, tags = expected.tags, isSubscribed = expected.isSubscribed } = knownSubscriber(answer);
	return {
		...expected,
		tags,
		isSubscribed,
		firstName: 'first_name' in fields ? firstName : expected.firstName,
		lastName: 'last_name' in fields ? lastName : expected.lastName,
	};
}
