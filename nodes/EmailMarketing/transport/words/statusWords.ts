import { displayNameOf } from '../../shared/names';
import type { Failure } from '../attempt';
import { longestWaitMs } from '../retry';
import { fieldMessages, serviceMessage } from '../serviceWords';
import { times, type Subject, type Words } from './Subject';

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
	405: (subject) => ({
		message: `The service does not take ${subject.method} at ${wholePath(subject)}`,
		description: whereThePathIs(subject),
	}),
	409: () => ({
		message: 'The service reports a conflict with what it already holds',
		description: 'Something with these values may exist already. Look it up before sending it again.',
	}),
	413: () => ({
		message: 'The request is too large for the service',
		description: 'Send fewer or shorter values at once.',
	}),
	422: unprocessable,
	429: ({ attempts }, { retryAfterMs }) => ({
		message: 'The service is limiting how many requests it accepts',
		description: `Sent ${times(attempts)}${askedToWait(retryAfterMs)}. Lower 'Max Parallel Requests' or raise 'Max Retries' under 'Options', or send fewer items at once.`,
	}),
};

/** Puts an answer with a status outside 200 to 299 into words. */
export function statusWords(subject: Subject, failure: Failure): Words {
	const { status = 0 } = failure;
	const row = statusRows[status];
	if (row) return row(subject, failure);
	if (status >= 300 && status < 400) return redirected(subject, failure);
	if (status >= 500) {
		return {
			message: `The service could not handle the request (status ${status})`,
			description: `Sent ${times(subject.attempts)}${askedToWait(failure.retryAfterMs)}. Try again later; if it stays so, ask the service's support.`,
		};
	}
	return { message: `The service did not accept the request (status ${status})`, description: `Check the values of this operation. ${whereThePathIs(subject)}` };
}

function notFound(subject: Subject): Words {
	const { key, method, pathStatus, overridden } = subject;
	if (pathStatus !== 'documented' || overridden) {
		return { message: `Nothing was found at ${method} ${wholePath(subject)}`, description: `${whereThePathIs(subject)} If the path is right, what it asks for does not exist (any more).` };
	}
	const name = displayNameOf(key === 'subscriber.create' ? 'contactList' : (key.split('.')[0] ?? ''));
	return {
		message: `The ${name.toLowerCase()} was not found`,
		description: `Choose it again in '${name}': it may have been deleted, or the ID is mistyped. ${prefixHint(subject)}Asked for: ${method} ${wholePath(subject)}`,
	};
}

/** The path with what stands before it in the Base URL. */
function wholePath({ baseUrl, path }: Subject): string {
	return `${new URL(baseUrl).pathname.replace(/\/$/, '')}${path}`;
}

/** A Base URL with a path is rare, and mistyped more often than an inferred path is wrong. */
function prefixHint({ baseUrl }: Subject): string {
	const { pathname } = new URL(baseUrl);
	return pathname === '/' ? '' : `Check 'Base URL' in the credential first: it puts ${pathname} in front of each path. `;
}

function whereThePathIs(subject: Subject): string {
	return `${prefixHint(subject)}${pathAdvice(subject)}`;
}

function pathAdvice({ key, pathStatus, overridden, baseUrl }: Subject): string {
	if (overridden) return `The path comes from "${key}" in 'Endpoint Paths' of the credential: check it there.`;
	if (pathStatus === 'documented') return `The path is the documented one; 'Base URL' in the credential is ${baseUrl}.`;
	return `The service does not document the path of this operation; this one is inferred. If your account uses another, put it into 'Endpoint Paths' of the credential, as {"${key}": "/…"}.`;
}

function unprocessable(_subject: Subject, { body }: Failure): Words {
	const fields = fieldMessages(body);
	const said = serviceMessage(body);
	if (fields.length === 0) {
		return {
			message: 'The service did not accept the values',
			description: said === undefined ? 'It does not say which. Check each value of this operation.' : 'Check the values of this operation.',
		};
	}
	const names = [...new Set(fields.map(({ field }) => `'${displayNameOf(field)}'`))];
	return {
		message: `The service did not accept ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`,
		description: fields.map(({ field, text }) => `${displayNameOf(field)}: ${text}`).join(' · '),
	};
}

function redirected({ baseUrl }: Subject, { location, status }: Failure): Words {
	return {
		message: `The service redirects to another address (status ${status})`,
		description:
			location === undefined
				? "It does not say where to. Check 'Base URL' in the credential."
				: `It points to ${location}. If that is the service, use its address in 'Base URL' of the credential instead of ${baseUrl}. Redirects are not followed, because a POST would turn into a GET on the way.`,
	};
}

function askedToWait(retryAfterMs: number | undefined): string {
	if (retryAfterMs === undefined || retryAfterMs === 0) return '';
	const capped = retryAfterMs > longestWaitMs ? `; no more than ${longestWaitMs / 1000} s are waited at a time` : '';
	return `; the service asked to wait ${Math.ceil(retryAfterMs / 1000)} s${capped}`;
}
