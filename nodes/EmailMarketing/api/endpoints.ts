import type { IHttpRequestMethods } from 'n8n-workflow';

/** How sure the path is: in the service's document, or extended from a documented sibling by REST convention. */
export type PathStatus = 'documented' | 'inferred';

export interface Endpoint {
	readonly method: IHttpRequestMethods;
	/** Relative to the Base URL; each `{placeholder}` is the node parameter of that name. */
	readonly path: string;
	readonly status: PathStatus;
}

/** The whole API on one screen. Everything that sends a request reads this table. */
// prettier-ignore
export const endpoints = {
	'account.get':                   { method: 'GET',    path: '/v1/account', status: 'inferred' },
	'campaign.create':               { method: 'POST',   path: '/v1/campaigns', status: 'inferred' },
	'campaign.delete':               { method: 'DELETE', path: '/v1/campaigns/{campaign}', status: 'inferred' },
	'campaign.getAll':               { method: 'GET',    path: '/v1/campaigns', status: 'inferred' },
	'campaign.update':               { method: 'PUT',    path: '/v1/campaigns/{campaign}', status: 'documented' },
	'contactList.create':            { method: 'POST',   path: '/v1/contact-lists', status: 'inferred' },
	'contactList.getAll':            { method: 'GET',    path: '/v1/contact-lists', status: 'inferred' },
	'domain.create':                 { method: 'POST',   path: '/v1/domains', status: 'inferred' },
	'domain.delete':                 { method: 'DELETE', path: '/v1/domains/{domain}', status: 'inferred' },
	'domain.getAll':                 { method: 'GET',    path: '/v1/domains', status: 'inferred' },
	'email.send':                    { method: 'POST',   path: '/v1/emails', status: 'inferred' },
	'subscriber.create':             { method: 'POST',   path: '/v1/contact-lists/{contactList}/subscriber', status: 'documented' },
	'subscriber.delete':             { method: 'DELETE', path: '/v1/contact-lists/{contactList}/subscriber/{subscriber}', status: 'inferred' },
	'subscriber.get':                { method: 'GET',    path: '/v1/contact-lists/{contactList}/subscriber/{subscriber}', status: 'inferred' },
	'subscriber.getAll':             { method: 'GET',    path: '/v1/contact-lists/{contactList}/subscriber', status: 'inferred' },
	'subscriber.import':             { method: 'POST',   path: '/v1/contact-lists/{contactList}/import', status: 'inferred' },
	'subscriber.toggleSubscription': { method: 'PUT',    path: '/v1/contact-lists/{contactList}/subscriber/{subscriber}/toggle', status: 'inferred' },
	'subscriber.update':             { method: 'PUT',    path: '/v1/contact-lists/{contactList}/subscriber/{subscriber}', status: 'inferred' },
	'template.getAll':               { method: 'GET',    path: '/v1/templates', status: 'inferred' },
	'template.togglePublish':        { method: 'PUT',    path: '/v1/templates/{template}/toggle', status: 'inferred' },
} as const satisfies Record<string, Endpoint>;

/** `resource.operation` */
export type EndpointKey = keyof typeof endpoints;

/** True when `key` names an operation of the catalogue. */
export function isEndpointKey(key: string): key is EndpointKey {
	return Object.hasOwn(endpoints, key);
}

/** The `{placeholders}` of a path, in order: `/a/{x}/b/{y}` gives `['x', 'y']`. */
export function placeholdersOf(path: string): string[] {
	return [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
}
