/** Reads the body of a 2xx response. All shapes but `{message, campaign}` and `{message, subscriber}` are inferred. */

import type { components } from '../../../contract/types';
import { textOf } from '../shared/text';
import { fieldsOf, isRecord, leavesEmpty, parseFlag, type JsonRecord } from '../shared/values';
import { joinTags } from './tagText';

/** The resource in `{message, campaign: {...}}` or (most are inferred) `{data: {...}}`; else the whole response. */
export function unwrap(response: JsonRecord, name: string): JsonRecord {
	const inner = response[name];
	if (isRecord(inner)) {
		// Fields next to the resource belong to it, such as the DNS records of a domain.
		const others = Object.entries(response).filter(([key]) => ![name, 'message', 'data'].includes(key));
		return { ...Object.fromEntries(others), ...inner };
	}
	// An object with a UUID is a resource, not an envelope.
	return isRecord(response.data) && !('uuid' in response) ? unwrap(response.data, name) : response;
}

/** The named fields, in that order. A resource with none of them has an unknown shape and is returned whole. */
export function pick(resource: JsonRecord, fields: readonly string[]): JsonRecord {
	const present = fields.filter((field) => field in resource);
	return present.length === 0 ? resource : Object.fromEntries(present.map((field) => [field, resource[field]]));
}

/**
 * The failure that a 2xx body reports, if any.
 * 'incomplete': `error`, `errors` or `failures`, and no resource. Part of the work may be done.
 * 'declined': `success` or `ok` is false, or there is no resource and `status` is "error" or "failed".
 * @param name key of the resource
 */
export function failureIn(body: unknown, name = 'data'): 'declined' | 'incomplete' | undefined {
	if (!isRecord(body)) return undefined;
	const hasResource = [name, 'data', 'uuid', 'id'].some((key) => !leavesEmpty(body[key]));
	if (body.success === false || body.ok === false) return 'declined';
	if (!hasResource && undoneIn(body).length > 0) return 'incomplete';
	return !hasResource && (body.status === 'error' || body.status === 'failed') ? 'declined' : undefined;
}

/** The report of an import, which may be under `data`. It contains no resource. */
export function importReport(body: unknown): JsonRecord {
	const fields = fieldsOf(body);
	return { ...fields, ...fieldsOf(fields.data) };
}

/** Everything that a body reports as not done: texts, counts, or objects. */
export function undoneIn({ error, errors, failures }: JsonRecord): unknown[] {
	return [error, errors, failures].flat().filter((entry) => !isNothing(entry));
}

function isNothing(entry: unknown): boolean {
	if (isRecord(entry)) return Object.values(entry).every(leavesEmpty);
	return /^(0|false|null|undefined)?$/.test(textOf(entry).trim());
}

/** Whether a body is an account. Its fields are not documented; a message alone or a list is not an account. */
export function isAccount(body: unknown): boolean {
	if (!isRecord(body) || Array.isArray(body.data)) return false;
	return Object.keys(unwrap(body, 'account')).some((name) => !['message', 'data', 'account'].includes(name));
}

/** The UUID of a resource, or its ID where there is no UUID; `undefined` for none. */
export function idOf(entry: unknown): unknown {
	if (!isRecord(entry)) return undefined;
	return [entry.uuid, entry.id].find((id) => id !== undefined && id !== null && id !== '');
}

/** Key for comparing IDs: case is irrelevant in a UUID, but may matter in others. */
export function idKey(id: unknown): string {
	const text = textOf(id);
	return /^[\da-f-]{32,36}$/i.test(text) ? text.toLowerCase() : text;
}

/** Key for comparing all IDs of a path: requests to the same resource share it. */
export function pathKey(pathValues: Readonly<Record<string, string>>): string {
	return JSON.stringify(Object.values(pathValues).map(idKey));
}

export function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(!doctype|html|\?xml)/i.test(body);
}

// prettier-ignore
const campaignFields = [
	'name', 'is_sent', 'sent', 'opens', 'clicks', 'unsubs', 'bounces', 'contact_list', 'created_at', 'uuid',
] satisfies Array<keyof components['schemas']['Campaign']>;

/** At most ten fields of a campaign, most useful first, and `more`. A named list or template becomes its name. */
export function simplifyCampaign(campaign: JsonRecord, more: readonly string[] = []): JsonRecord {
	const fields = Object.entries(campaign).map(([field, value]) => {
		const isNamed = ['contact_list', 'template'].includes(field) && isRecord(value) && 'name' in value;
		return [field, isNamed ? value.name : value] as const;
	});
	return pick(Object.fromEntries(fields), [...new Set([...campaignFields, ...more])]);
}

/** Whether a campaign has been or is being sent; '' if the service does not show it. */
export function campaignState({ is_sending, is_sent }: JsonRecord): 'sent' | 'sending' | 'draft' | '' {
	if (parseFlag(is_sent) === true) return 'sent';
	if (parseFlag(is_sending) === true) return 'sending';
	return parseFlag(is_sent) === false ? 'draft' : '';
}

// prettier-ignore
const subscriberFields = [
	'email', 'first_name', 'last_name', 'is_subscribed', 'tags', 'uuid', 'open_rate', 'click_rate', 'last_opened',
] satisfies Array<keyof components['schemas']['Subscriber']>;

/**
 * At most ten fields of a subscriber, most useful first. One of `action`, `mails` and `created_at` is among them. Tags
 * are text as the node's own 'Tags' take it, so that a file of subscribers can be imported again.
 */
export function simplifySubscriber(subscriber: JsonRecord): JsonRecord {
	const last = 'mails' in subscriber ? 'mails' : 'created_at';
	const fields = 'action' in subscriber ? ['action', ...subscriberFields] : [...subscriberFields, last];
	return withTagText(pick(subscriber, fields));
}

/** Tags of an unexpected shape stay as they are. */
export function withTagText(subscriber: JsonRecord): JsonRecord {
	const { tags } = subscriber;
	const isText = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
	return isText ? { ...subscriber, tags: joinTags(tags) } : subscriber;
}
