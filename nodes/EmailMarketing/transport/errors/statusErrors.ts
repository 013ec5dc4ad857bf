import { isDeclined } from '../../api/declined';
import { endpointOf, placeholdersOf } from '../../api/endpoints';
import { showsNothing } from '../../api/singleAnswer';
import { displayNameOf } from '../../shared/names';
import { maxDelayMs } from '../retry';
import type { Failure } from '../sendOnce';
import { referencesIn, times, type ErrorText, type FailedRequest } from './FailedRequest';
import { fieldMessages } from './refusals';
import { serviceMessage } from './serviceMessage';
import { fieldTexts, unprocessable } from './unprocessable';

type Row = (failed: FailedRequest, failure: Failure) => ErrorText;

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
	405: (failed) => ({
		message: `The service does not take ${requested(failed)}`,
		description: `${whereThePathIs(failed)}${otherWay(failed)}`,
	}),
	409: (failed, { body }) => ({
		message: 'The service reports a conflict with what it already holds',
		description:
			`${fieldTexts(failed, body).replace(/[^.]$/, '$&.')} Something with these values may exist already. Look it up before sending it again.`.trim(),
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
export function statusError(failed: FailedRequest, failure: Failure): ErrorText {
	const { status = 0 } = failure;
	const row = statusRows[status];
	if (row) return row(failed, failure);
	if (status === 400 && fieldMessages(failure.body).length > 0) return unprocessable(failed, failure);
	if (redirectStatuses.has(status)) return redirected(failed, failure);
	if (status >= 500) {
		return {
			message: `The service could not handle the request (status ${status})`,
			description: `Sent ${times(failed.attempts)}${askedToWait(failure.retryAfterMs)}. Try again later; if it stays so, ask the service's support.`,
		};
	}
	if (status < 400)
		return { message: `The service gave status ${status} and no answer`, description: whereThePathIs(failed) };
	return {
		message: `The service did not accept the request (status ${status})`,
		description: `Check the values of this operation. ${whereThePathIs(failed)}`,
	};
}

/** Puts an answer into words that says itself that the work was not done. */
export function declinedError(failed: FailedRequest, failure: Failure): ErrorText {
	if (fieldMessages(failure.body).length > 0) return unprocessable(failed, failure);
	const { body, status } = failure;
	const isSilent = serviceMessage(body) === undefined;
	const endpoint = endpointOf(failed.key);
	const isMissing = !isDeclined(body, endpoint) && showsNothing(body, endpoint);
	return {
		message: isMissing
			? `The answer shows no ${endpoint.responseKey?.replace('_', ' ')} where one should be (status ${status})`
			: `The service says that this was not done (status ${status})`,
		description: `${isSilent ? 'It does not say why. ' : ''}Check the values of this operation.`,
	};
}

function notFound(failed: FailedRequest): ErrorText {
	const { key, names, isOverridden } = failed;
	const { status, path } = endpointOf(key);
	if (status !== 'documented' || isOverridden) {
		const [reference] = referencesIn(failed);
		if (reference !== undefined) {
			const name = displayNameOf(reference, names);
			return {
				message: `Nothing was found at ${requested(failed)}`,
				description: `Choose it again in '${name}': it may have been deleted. If it is there, the path may be wrong: ${whereThePathIs(failed)}${otherWay(failed)}`,
			};
		}
		return {
			message: `Nothing was found at ${requested(failed)}`,
			description: `${whereThePathIs(failed)} If the path is right, what it asks for does not exist (any more).${otherWay(failed)}`,
		};
	}
	// What the last placeholder of the path stands for is what was not found.
	const name = displayNameOf(placeholdersOf(path).at(-1) ?? '', names);
	return {
		message: `The ${name.toLowerCase()} was not found`,
		description: `Choose it again in '${name}': it may have been deleted, or the ID is mistyped. ${prefixHint(failed)}Asked for: ${requested(failed)}`,
	};
}

/** The method, and the path with what stands before it in the Base URL. */
function requested({ key, baseUrl, path }: FailedRequest): string {
	return `${endpointOf(key).method} ${new URL(baseUrl).pathname.replace(/\/$/, '')}${path}`;
}

/** A Base URL with a path is rare, and mistyped more often than an inferred path is wrong. */
function prefixHint({ baseUrl }: FailedRequest): string {
	const { pathname } = new URL(baseUrl);
	return pathname === '/'
		? ''
		: `Check 'Base URL' in the credential first: it puts ${pathname} in front of each path. `;
}

function whereThePathIs(failed: FailedRequest): string {
	return `${prefixHint(failed)}${pathAdvice(failed)}`;
}

function pathAdvice({ key, isOverridden, baseUrl }: FailedRequest): string {
	if (isOverridden) return `The path comes from "${key}" in 'Endpoint Paths' of the credential: check it there.`;
	if (endpointOf(key).status === 'documented')
		return `The path is the documented one; 'Base URL' in the credential is ${baseUrl}.`;
	return `The service does not document the path of this operation; this one is inferred. If your account uses another, put it into 'Endpoint Paths' of the credential, as {"${key}": "/…"}; 'Account' → 'Check Endpoint Paths' looks for it.`;
}

/** Whoever does not find the path need not go without what it is for. */
function otherWay({ key }: FailedRequest): string {
	const { otherWay: way } = endpointOf(key);
	return way === undefined ? '' : ` ${way}.`;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

function redirected({ baseUrl }: FailedRequest, { location, status }: Failure): ErrorText {
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
	const capped = retryAfterMs > maxDelayMs ? `; no more than ${maxDelayMs / 1000} s are waited at a time` : '';
	return `; the service asked to wait ${Math.ceil(retryAfterMs / 1000)} s${capped}`;
}
