import { isMarkup } from '../../api/answerText';
import { isDeclined } from '../../api/declined';
import { endpointOf } from '../../api/endpoints';
import { showsNothing } from '../../api/singleAnswer';
import { closed } from '../../shared/closed';
import { maxDelayMs } from '../retry';
import type { Failure } from '../sendOnce';
import { times, type ErrorText, type FailedRequest } from './FailedRequest';
import { gone, notFound } from './notFound';
import { otherWay, requested, whereThePathIs } from './pathWords';
import { fieldMessages } from './refusals';
import { serviceMessage } from './serviceMessage';
import { fieldTexts, unprocessable } from './unprocessable';

type Row = (failed: FailedRequest, failure: Failure) => ErrorText;

const notAllowed: ErrorText = {
	message: 'The access token is not allowed to do this',
	description: "Use a token with more rights in 'Access Token' of the credential, or ask the owner of the account.",
};

/** The service itself would give JSON. */
const keptOut: ErrorText = {
	message: 'A firewall or proxy in front of the service refused the request',
	description:
		"It answered with a web page (status 403), so this need not be about the access token. Ask the service's support, or whoever runs the proxy, to let requests of n8n pass.",
};

/** HTTP status → what happened, and what to do. */
const statusRows: Readonly<Record<number, Row>> = {
	401: () => ({
		message: 'The service did not accept the access token',
		description: "Check 'Access Token' in the credential: the token may be mistyped, expired or replaced.",
	}),
	402: () => ({
		message: 'The service asks for a payment or another plan first',
		description: 'Look at the plan, its limits and the payments of the account at the service.',
	}),
	403: (_, { body }) => (isMarkup(body) ? keptOut : notAllowed),
	404: notFound,
	405: (failed) => ({
		message: `The service does not take ${requested(failed)}`,
		description: `${whereThePathIs(failed)}${otherWay(failed)}`,
	}),
	408: later('The service did not get the whole request in time'),
	409: conflict,
	410: gone,
	413: () => ({
		message: 'The request is too large for the service',
		description: 'Send fewer or shorter values at once.',
	}),
	422: unprocessable,
	423: later('What this asks for is locked'),
	425: later('The service does not do this yet'),
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

function later(message: string): Row {
	return ({ attempts }, { status, retryAfterMs }) => ({
		message: `${message} (status ${status})`,
		description: `Sent ${times(attempts)}${askedToWait(retryAfterMs)}. Try again later.`,
	});
}

/** Only what is new, or gets other values, can be there already. */
function conflict(failed: FailedRequest, { body }: Failure): ErrorText {
	const fields = fieldTexts(failed, body);
	const advice =
		endpointOf(failed.key).method === 'POST' || fields !== ''
			? 'Something with these values may exist already. Look it up before sending it again.'
			: 'The state that it is in may not allow this now. Look at it, and send this again when the state has changed.';
	return {
		message: 'The service reports a conflict with what it already holds',
		description: [fields, advice]
			.filter((part) => part !== '')
			.map(closed)
			.join(' '),
	};
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

function redirected(failed: FailedRequest, { location, status }: Failure): ErrorText {
	const { baseUrl, key } = failed;
	if (addsSlash(failed, location))
		return {
			message: `The service wants a slash at the end of this path (status ${status})`,
			description: `Enter the path with the slash in 'Endpoint Paths' of the credential: ${JSON.stringify({ [key]: `${endpointOf(key).path}/` })}. Redirects are not followed, because a POST would turn into a GET on the way.`,
		};
	return {
		message: `The service redirects to another address (status ${status})`,
		description:
			location === undefined
				? "It does not say where to. Check 'Base URL' in the credential."
				: `It points to ${location}. If that is the service, use its address in 'Base URL' of the credential instead of ${baseUrl}. Redirects are not followed, because a POST would turn into a GET on the way.`,
	};
}

function addsSlash({ baseUrl, path }: FailedRequest, location: string | undefined): boolean {
	if (location === undefined || !URL.canParse(location, baseUrl)) return false;
	const [to, from] = [new URL(location, baseUrl), new URL(baseUrl)];
	return to.host === from.host && to.pathname.endsWith(`${path.split('?')[0]}/`);
}

function askedToWait(retryAfterMs: number | undefined): string {
	if (retryAfterMs === undefined || retryAfterMs === 0) return '';
	const capped = retryAfterMs > maxDelayMs ? `; no more than ${maxDelayMs / 1000} s are waited at a time` : '';
	return `; the service asked to wait ${Math.ceil(retryAfterMs / 1000)} s${capped}`;
}
