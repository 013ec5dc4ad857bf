import type { EndpointKey, PathStatus } from '../api/endpoints';
import { Explained } from '../shared/Explained';
import { displayNameOf } from '../shared/names';
import type { Failure } from './attempt';
import { isUncertain, longestWaitMs } from './retry';
import { serviceMessage, fieldMessages } from './serviceWords';

/** The request that a failure belongs to, as far as a message needs it. */
export interface Subject {
	readonly key: EndpointKey;
	readonly method: string;
	/** The path that was used, filled. */
	readonly path: string;
	readonly baseUrl: string;
	readonly pathStatus: PathStatus;
	/** Whether the path comes from the credential's 'Endpoint Paths'. */
	readonly overridden: boolean;
	readonly repeatable: boolean;
	/** How often it was sent. */
	readonly attempts: number;
	/** Whether an attempt before the last one may have done the work. */
	readonly uncertain: boolean;
}

interface Words {
	readonly message: string;
	readonly description: string;
}

type Row = (subject: Subject, failure: Failure) => Words;

/** HTTP status → what happened, and what to do. */
const statusRows: Readonly<Record<number, Row>> = {
	401: () => ({
		message: 'The service did not accept the access token',
		description: "Check 'Access Token' in the credential: the token may be mistyped, expired or replaced.",
	}),
	403: () => ({
		message: 'The access token is not allowed to do this',
		description: "Use a token with more rights in 'Access Token' of the credential, or ask the owner of the account.",
	}),
	404: notFound,
	405: notFound,
	409: () => ({
		message: 'The service reports a conflict with what it already holds',
		description: 'Something with these values may exist already. Look it up before sending it again.',
	}),
	413: () => ({ message: 'The request is too large for the service', description: 'Send fewer or shorter values at once.' }),
	422: unprocessable,
	429: ({ attempts }, { retryAfterMs }) => ({
		message: 'The service is limiting how many requests it accepts',
		description: `Sent ${times(attempts)}${askedToWait(retryAfterMs)}. Lower 'Max Parallel Requests' or raise 'Max Retries' under 'Options', or send fewer items at once.`,
	}),
};

/**
 * Puts a failure into words.
 * The service's own message is always part of it, and so is the doubt when the work may have been done.
 */
export function explain(subject: Subject, failure: Failure): Explained {
	const { message, description } = wordsFor(subject, failure);
	const said = failure.status === 422 ? undefined : serviceMessage(failure.body);
	const uncertain = doubt(subject, failure);
	const parts = [description, said === undefined ? undefined : `The service says: "${said}"`, uncertain];
	return new Explained(message, parts.filter((part) => part !== undefined).join(' '), failure.status, uncertain !== undefined);
}

function wordsFor(subject: Subject, failure: Failure): Words {
	const { status, kind } = failure;
	if (kind !== 'status') return status === undefined ? unreachable(subject, failure) : unreadable(subject, failure);
	const row = statusRows[status ?? 0];
	if (row) return row(subject, failure);
	if (status !== undefined && status >= 300 && status < 400) return redirected(subject, failure);
	if (status !== undefined && status >= 500) {
		return { message: `The service could not handle the request (status ${status})`, description: `Sent ${times(subject.attempts)}. Try again later; if it stays so, ask the service's support.` };
	}
	return { message: `The service did not accept the request (status ${status})`, description: `Check the values of this operation. ${pathHint(subject)}` };
}

function notFound(subject: Subject): Words {
	const { key, method, path, pathStatus, overridden } = subject;
	const [resource = ''] = key.split('.');
	const thing = key === 'subscriber.create' ? 'contact list' : displayNameOf(resource).toLowerCase();
	if (pathStatus === 'documented' && !overridden) {
		return {
			message: `The ${thing} was not found`,
			description: `Choose it again in '${displayNameOf(key === 'subscriber.create' ? 'contactList' : resource)}': it may have been deleted, or the ID is mistyped. Asked for: ${method} ${path}`,
		};
	}
	return { message: `Nothing was found at ${method} ${path}`, description: pathHint(subject) };
}

function pathHint({ key, pathStatus, overridden }: Subject): string {
	if (overridden) return `This path comes from "${key}" in 'Endpoint Paths' of the credential: check it there. If the path is right, what it asks for does not exist (any more).`;
	if (pathStatus === 'documented') return "Check 'Base URL' in the credential.";
	return `The service does not document the path of this operation; this one is inferred. If your account uses another, put it into 'Endpoint Paths' of the credential, as {"${key}": "/…"}. If the path is right, what it asks for does not exist (any more).`;
}

function unprocessable(_subject: Subject, { body }: Failure): Words {
	const fields = fieldMessages(body);
	const said = serviceMessage(body);
	if (fields.length === 0) {
		return { message: 'The service did not accept the values', description: said === undefined ? 'It does not say which. Check each value of this operation.' : `The service says: "${said}"` };
	}
	const names = [...new Set(fields.map(({ field }) => `'${displayNameOf(field)}'`))];
	const listed = fields.map(({ field, text }) => `${displayNameOf(field)}: ${text}`).join(' · ');
	return {
		message: `The service did not accept ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`,
		description: said === undefined ? listed : `${listed} · The service says: "${said}"`,
	};
}

function redirected({ baseUrl }: Subject, { location, status }: Failure): Words {
	return {
		message: `The service redirects to another address (status ${status})`,
		description: location === undefined ? "Check 'Base URL' in the credential." : `It points to ${location}. If that is the service, use its address in 'Base URL' of the credential instead of ${baseUrl}. Redirects are not followed, because a POST would turn into a GET on the way.`,
	};
}

function unreadable({ baseUrl, method, path }: Subject, { body, status }: Failure): Words {
	if (body === undefined) return { message: `The answer was empty (status ${status})`, description: `${method} ${baseUrl}${path} should give JSON.` };
	if (typeof body === 'string' && /^\s*[[{]/.test(body)) return { message: 'The answer was cut off before its end', description: 'The connection may be unstable, or a proxy in between limits the size of answers.' };
	const page = typeof body === 'string' && /^\s*</.test(body);
	return {
		message: page ? 'The answer is a web page, not data' : 'The answer is not JSON',
		description: `Check 'Base URL' in the credential: ${baseUrl} may be the address of a website rather than of the service's API. Asked for: ${method} ${path}`,
	};
}

function unreachable({ baseUrl, attempts }: Subject, { code, reason, kind }: Failure): Words {
	const host = new URL(baseUrl).host;
	const sent = `Sent ${times(attempts)}.`;
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { message: `The host ${host} was not found`, description: "Check 'Base URL' in the credential for typing slips, and the network connection of n8n." };
	if (kind === 'notSent') return { message: `Nothing answers at ${host}`, description: "Check 'Base URL' in the credential (host and port), and whether the service is running and reachable from n8n." };
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return { message: 'The service did not answer in time', description: `${sent} Raise 'Timeout' under 'Request Options', or try again later.` };
	if (kind === 'noAnswer') return { message: 'The connection was closed before the answer was complete', description: `${sent} Try again later.` };
	if (code !== undefined && /CERT|TLS|SSL|SELF_SIGNED|EPROTO/.test(code)) return { message: `No secure connection to ${host} could be made`, description: `Its certificate was not accepted (${code}). Check 'Base URL' in the credential.` };
	return { message: `The request to ${host} could not be sent`, description: reason ?? "Check 'Base URL' in the credential." };
}

/** What has to be said when a thing that must not happen twice may have happened. */
function doubt({ repeatable, key, uncertain }: Subject, failure: Failure): string | undefined {
	if (repeatable || !(uncertain || isUncertain(failure))) return undefined;
	return `It may have happened all the same, so it was not sent again. ${howToMakeSure[key] ?? 'Look at the account before running this item again.'}`;
}

const howToMakeSure: Partial<Record<EndpointKey, string>> = {
	'campaign.create': "Look for the campaign with 'Campaign' → 'Get Many' before running this item again.",
	'contactList.create': "Look for the list with 'Contact List' → 'Get Many' before running this item again.",
	'domain.create': "Look for the domain with 'Domain' → 'Get Many' before running this item again.",
	'email.send': "Look at the service's sending log before running this item again: the email may be on its way.",
	'subscriber.create': "Look the address up with 'Subscriber' → 'Get' by email before running this item again.",
	'subscriber.import': "Look at the list with 'Subscriber' → 'Get Many' before running the import again.",
	'subscriber.toggleSubscription': "Read the subscriber with 'Get' before running this item again, or set 'Change To' to the state you want.",
	'template.togglePublish': "Look at the template with 'Template' → 'Get Many' before running this item again.",
};

function times(count: number): string {
	return count === 1 ? 'once' : `${count} times`;
}

function askedToWait(retryAfterMs: number | undefined): string {
	if (retryAfterMs === undefined) return '';
	const seconds = Math.ceil(retryAfterMs / 1000);
	const capped = retryAfterMs > longestWaitMs ? `; no more than ${longestWaitMs / 1000} s are waited at a time` : '';
	return `; the service asked to wait ${seconds} s${capped}`;
}
