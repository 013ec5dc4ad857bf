/** The path of a request in words: what was asked for, and where it comes from. */

import { endpointOf } from '../../api/endpoints';
import type { FailedRequest } from './FailedRequest';

/** The method, and the path with what stands before it in the Base URL. */
export function requested({ key, baseUrl, path }: FailedRequest): string {
	return `${endpointOf(key).method} ${new URL(baseUrl).pathname.replace(/\/$/, '')}${path}`;
}

/** A Base URL with a path is rare, and mistyped more often than an inferred path is wrong. */
export function prefixHint({ baseUrl }: FailedRequest): string {
	const { pathname } = new URL(baseUrl);
	return pathname === '/'
		? ''
		: `Check 'Base URL' in the credential first: it puts ${pathname} in front of each path. `;
}

export function whereThePathIs(failed: FailedRequest): string {
	return `${prefixHint(failed)}${pathAdvice(failed)}`;
}

function pathAdvice({ key, isOverridden, baseUrl }: FailedRequest): string {
	if (isOverridden) return `The path comes from "${key}" in 'Endpoint Paths' of the credential: check it there.`;
	if (endpointOf(key).status === 'documented')
		return `The path is the documented one; 'Base URL' in the credential is ${baseUrl}.`;
	return `The service does not document the path of this operation; this one is inferred. If your account uses another, put it into 'Endpoint Paths' of the credential, as {"${key}": "/…"}; 'Account' → 'Check Endpoint Paths' looks for it.`;
}

/** Whoever does not find the path need not go without what it is for. */
export function otherWay({ key }: FailedRequest): string {
	const { otherWay: way } = endpointOf(key);
	return way === undefined ? '' : ` ${way}.`;
}
