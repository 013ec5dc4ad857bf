/** The texts of `errors.ts`, as tables. It fills in the facts in braces. */

import type { EndpointKey } from '../api/endpoints';

/** What happened, and what to do. */
export type ErrorText = readonly [message: string, advice: string];

/** By HTTP status, or by another name for a response. */
// prettier-ignore
export const responseTexts: Readonly<Record<string, ErrorText>> = {
	declined: ['The service reports that this was not done (status {status})', 'Check the values of this operation.'],
	incomplete: ['The service reports that not everything was done (status {status})', 'Check the values of this operation.'],
	unreadable: ['The service did not return JSON', 'It came with status {status}. Asked for: {requested}'],
	'unreadable page': ['The service returned a web page instead of JSON', "Check 'Base URL' in the credential: {baseUrl} may be the address of a website. Asked for: {requested}"],
	pause: ['The service accepts requests again in {pause}', '{sent}'],
	redirect: ['The service redirects to another address (status {status})', "The redirect{target} was not followed. Correct 'Base URL' in the credential (now {baseUrl}), or \"{key}\" in 'Endpoint Paths'."],
	rejected: ['The service did not accept the request (status {status})', 'Check the values. {pathAdvice}'],
	failed: ['The service could not handle the request (status {status})', '{sent}'],
	400: ['The service did not accept the request (status 400)', 'Check the values of this operation.'],
	401: ['The service did not accept the access token', "Check 'Access Token' in the credential: the token may be mistyped, expired or replaced."],
	402: ['The service asks for a payment (status 402)', "Check the plan and the invoices of the account."],
	403: ['The access token is not allowed to do this', "Use a token with more permissions in 'Access Token' of the credential, or ask the account's owner."],
	'403 page': ['A proxy or firewall probably returned this web page (status 403)', "Ask the service's support to let requests from n8n's address through."],
	405: ['The service did not accept {requested} (status 405)', '{pathAdvice}'],
	408: ['The service did not get the whole request in time (status 408)', 'Try again later.'],
	409: ['The service reports a conflict with what it already holds', 'Check the existing entry before you send it again.'],
	413: ['The request is too large for the service', 'Send fewer or shorter values at once.'],
	419: ['The service expected a browser session (status 419)', "Check 'Base URL' in the credential: it may lead to the website, not to the API."],
	422: ['The service did not accept the values', 'Check the values of this operation.'],
	429: ['The service is limiting how many requests it accepts', "{sent} Lower 'Max Parallel Requests' under 'Request Options', or send fewer items at once."],
};

/** How to check whether an operation that must not be repeated has worked. */
// prettier-ignore
export const waysToVerify: Readonly<Partial<Record<EndpointKey, string>>> = {
	'campaign.create': "Look for the campaign with 'Campaign' → 'Get Many'",
	'contactList.create': "Look for the list with 'Contact List' → 'Get Many'",
	'domain.create': "Look for the domain with 'Domain' → 'Get Many'",
	'email.send': "Check what the service shows as sent, or ask the recipient",
	'subscriber.create': "Look up the address with 'Subscriber' → 'Get' by email",
	'subscriber.import': "Check the list with 'Subscriber' → 'Get Many'",
	'subscriber.toggleSubscription': "Read the subscriber with 'Get'",
	'template.togglePublish': "Check the template with 'Template' → 'Get Many'",
};

/** Node's error code and the kind of failure → what happened, and what to do. The first match counts. */
// prettier-ignore
export const networkTexts: ReadonlyArray<readonly [fits: RegExp, message: string, advice: string]> = [
	[/^(ENOTFOUND|EAI_AGAIN) /, 'The host {host} was not found', "Check 'Base URL' in the credential for typos, and the network connection of n8n."],
	// The word "canceled" is how n8n tells a canceled execution from a failed one.
	[/^ERR_CANCELED /, 'The execution was canceled before the response arrived', '{sent}'],
	[/ notSent$/, 'Nothing responds at {host}', "Check 'Base URL' in the credential (host and port), and whether n8n can reach the service."],
	[/^(ECONNABORTED|ETIMEDOUT) /, 'The service did not respond in time', "{sent} Raise 'Timeout' under 'Request Options' if this persists."],
	[/ noResponse$/, 'The connection was closed before the response was complete', "{sent} If this persists, check 'Base URL' in the credential: https:// or http://, and the port."],
	[/^(EPROTO|CERT|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/, 'No secure connection to {host} could be made', "The certificate was not accepted, or the service does not use https://. Check 'Base URL' in the credential: https:// or http://, and the port. Support may ask for the code ({code})."],
	[/^SsrfBlocked/, "n8n's SSRF protection blocks requests to {host}", "Check 'Base URL' in the credential. If it is right, ask n8n's administrator to allow the host (N8N_SSRF_ALLOWED_HOSTNAMES) or its address (N8N_SSRF_ALLOWED_IP_RANGES)."],
	[/^/, 'The request to {host} could not be sent', "Check 'Base URL' in the credential. {reason}"],
];
