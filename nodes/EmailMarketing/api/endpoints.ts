import type { IHttpRequestMethods } from 'n8n-workflow';

import type { operations } from '../../../contract/types';

export interface Endpoint {
	readonly method: IHttpRequestMethods;
	/** Relative to the Base URL. Each `{placeholder}` is the node parameter of that name. */
	readonly path: string;
	/** Whether the path is in the service's document or follows REST convention, mostly from a documented sibling. */
	readonly status: 'documented' | 'inferred';
	/** Whether sending it twice has the same effect as sending it once. */
	readonly idempotent: boolean;
	/** Key of the resource in the response. Documented for campaign.update and subscriber.create, else inferred. */
	readonly responseKey?: string;
	/** A clause about an operation that does the same through other paths. */
	readonly otherWay?: string;
}

/** The whole API on one screen. Everything that sends a request reads this table. */
// prettier-ignore
export const endpoints = {
	'account.get':                   { method: 'GET',    path: '/v1/account', status: 'inferred', idempotent: true, responseKey: 'account' },
	'campaign.create':               { method: 'POST',   path: '/v1/campaigns', status: 'inferred', idempotent: false, responseKey: 'campaign' },
	'campaign.delete':               { method: 'DELETE', path: '/v1/campaigns/{campaign}', status: 'inferred', idempotent: true },
	'campaign.getAll':               { method: 'GET',    path: '/v1/campaigns', status: 'inferred', idempotent: true },
	'campaign.update':               { method: 'PUT',    path: '/v1/campaigns/{campaign}', status: 'documented', idempotent: true, responseKey: 'campaign' },
	'contactList.create':            { method: 'POST',   path: '/v1/contact-lists', status: 'inferred', idempotent: false, responseKey: 'contact_list' },
	'contactList.getAll':            { method: 'GET',    path: '/v1/contact-lists', status: 'inferred', idempotent: true },
	'domain.create':                 { method: 'POST',   path: '/v1/domains', status: 'inferred', idempotent: false, responseKey: 'domain' },
	'domain.delete':                 { method: 'DELETE', path: '/v1/domains/{domain}', status: 'inferred', idempotent: true },
	'domain.getAll':                 { method: 'GET',    path: '/v1/domains', status: 'inferred', idempotent: true },
	'email.send':                    { method: 'POST',   path: '/v1/emails', status: 'inferred', idempotent: false, responseKey: 'email' },
	'subscriber.create':             { method: 'POST',   path: '/v1/contact-lists/{contactList}/subscriber', status: 'documented', idempotent: false, responseKey: 'subscriber' },
	'subscriber.delete':             { method: 'DELETE', path: '/v1/contact-lists/{contactList}/subscriber/{subscriber}', status: 'inferred', idempotent: true },
	'subscriber.get':                { method: 'GET',    path: '/v1/contact-lists/{contactList}/subscriber/{subscriber}', status: 'inferred', idempotent: true, responseKey: 'subscriber' },
	'subscriber.getAll':             { method: 'GET',    path: '/v1/contact-lists/{contactList}/subscriber', status: 'inferred', idempotent: true },
	'subscriber.import':             { method: 'POST',   path: '/v1/contact-lists/{contactList}/import', status: 'inferred', idempotent: false, otherWay: "'Create or Update' avoids it" },
	'subscriber.toggleSubscription': { method: 'PUT',    path: '/v1/contact-lists/{contactList}/subscriber/{subscriber}/toggle', status: 'inferred', idempotent: false, responseKey: 'subscriber' },
	'subscriber.update':             { method: 'PUT',    path: '/v1/contact-lists/{contactList}/subscriber/{subscriber}', status: 'inferred', idempotent: true, responseKey: 'subscriber' },
	'template.getAll':               { method: 'GET',    path: '/v1/templates', status: 'inferred', idempotent: true },
	'template.togglePublish':        { method: 'PUT',    path: '/v1/templates/{template}/toggle', status: 'inferred', idempotent: false, responseKey: 'template' },
} as const satisfies Record<keyof operations, Endpoint>;

/** `resource.operation` */
export type EndpointKey = keyof typeof endpoints;

/** Searches of a contact list, with their placeholders. None is documented: the credential has to name the paths. */
export const searchPlaceholders = {
	'subscriber.getByEmail': ['contactList', 'email'],
	'subscriber.getChanged': ['contactList'],
} as const;

export type SearchKey = keyof typeof searchPlaceholders;

export type EndpointPaths = Partial<Record<EndpointKey | SearchKey, string>>;

/** The row of an operation, typed with its optional columns. */
export function endpointOf(key: EndpointKey): Endpoint {
	return endpoints[key];
}

/** The service's name for a list of the resource: `contact_lists`. Inferred from the names of its schemas. */
export function collectionOf(key: EndpointKey): string {
	const [resource = ''] = key.split('.');
	return `${resource.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}s`;
}

/** Whether an operation changes nothing, so that its path can be tried. */
export function isReading(key: EndpointKey): boolean {
	return endpoints[key].method === 'GET';
}

export function isSearchKey(key: string): key is SearchKey {
	return Object.hasOwn(searchPlaceholders, key);
}

export function isEndpointKey(key: string): key is EndpointKey {
	return Object.hasOwn(endpoints, key);
}

/** The `{placeholders}` of a path, in order: `/a/{x}/b/{y}` → `['x', 'y']`. */
export function placeholdersOf(path: string): string[] {
	return [...path.matchAll(/(?<=\{)[^{}]*(?=\})/g)].map(([name]) => name);
}
