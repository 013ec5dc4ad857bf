import { endpointOf, placeholdersOf } from '../api/endpoints';
import { isWebPage } from '../api/response';
import { parseServiceError, parseRowField, type ServiceError } from '../api/serviceErrors';
import { endSentence, displayNameOf, itemName, quoted, redact, shortened, textOf } from '../shared/text';
import { isRecord, valueAt } from '../shared/values';
import { UserFacingError, type FieldMessage } from '../shared/UserFacingError';
import type { ApiRequest } from './ApiRequest';
import type { Connection } from './connection';
import { networkTexts, responseTexts, waysToVerify, type ErrorText } from './errorTexts';
import { leavesOutcomeUnknown, isRateLimited, type Failure } from './retry';

export interface FailedRequest {
	readonly request: ApiRequest;
	readonly connection: Connection;
	/** The path that was used, with its placeholders filled. */
	readonly path: string;
	readonly attempts: number;
	/** Whether an earlier attempt may have done the work. */
	readonly outcomeUnknown?: boolean;
	/** Whether a request of the same operation has succeeded. */
	readonly isPathRight?: boolean;
}

/** Explains a failure to the author of the workflow: what happened, and one thing to do. */
export function explain(failed: FailedRequest, failure: Failure): UserFacingError {
	const { request, connection } = failed;
	const { method, idempotent } = endpointOf(request.key);
	// Before a text is shortened.
	const clean = (text: string): string => redact(text, connection.accessToken);
	const service = parseServiceError(failure.body, clean);
	const { ifTaken } = request.advice ?? {};
	const [message, advice] = textFor(failed, failure, service.fields);
	const taken = ifTaken !== undefined && mayBeTaken(failure, service.fields) ? ifTaken : '';
	const outcomeUnknown = method !== 'GET' && (failed.outcomeUnknown === true || leavesOutcomeUnknown(failure));
	const howToVerify = waysToVerify[request.key] ?? 'Check the account';
	const adviceIfUnknown = request.advice?.ifUnknown ?? `${howToVerify} before running it again.`;
	const verify = idempotent ? '' : `, so it was not sent again. ${adviceIfUnknown}`;
	const doubt = outcomeUnknown ? `It may have happened anyway${verify}` : '';
	const mustNotRepeat = outcomeUnknown && !idempotent;
	const mayPass = failure.kind === 'noResponse' || (failure.status ?? 0) >= 500 || pauseOf(failure) !== '';
	const later = mayPass && (idempotent || !outcomeUnknown) ? 'Try again later.' : '';
	const parts = [advice, taken, quote(service), later, doubt].filter((part) => part !== '');
	return new UserFacingError(clean(message), clean(parts.map(endSentence).join(' ')), {
		status: failure.status,
		outcomeUnknown,
		mustNotRepeat,
		canRetry: isTemporary(failure) && !mustNotRepeat,
		isGeneral: isGeneral(failure),
		fieldMessages: service.fields,
		serviceMessage: service.message,
	});
}

function isTemporary({ kind, status = 0 }: Failure): boolean {
	return ['noResponse', 'notSent', 'unreadable'].includes(kind) || status === 408 || status === 429 || status >= 500;
}

/** Whether the failure concerns more than one request, its values or its resource. */
function isGeneral({ kind, status = 0 }: Failure): boolean {
	return !['declined', 'incomplete'].includes(kind) && ![400, 404, 405, 409, 413, 422].includes(status);
}

/** The service's message, unless it repeats a field: Laravel uses the first one and appends a count of the others. */
function quote({ message, fields }: ServiceError): string {
	const isRepeated = fields.some(({ text }) => message?.startsWith(text.replace(/\.$/, '')));
	return message === undefined || isRepeated ? '' : `The service says: "${message}"`;
}

function isRejected({ kind, status = 0 }: Failure): boolean {
	return ['declined', 'incomplete'].includes(kind) || [400, 409, 422].includes(status);
}

/** Whether the address of a new subscriber may be what was rejected. */
function mayBeTaken(failure: Failure, fields: readonly FieldMessage[]): boolean {
	if (fields.length === 0) return failure.status === 409 || failure.status === 422;
	return isRejected(failure) && fields.some(({ field }) => field === 'email');
}

function textFor(failed: FailedRequest, failure: Failure, fields: readonly FieldMessage[]): ErrorText {
	// Of many rows, nobody knows which ones are done.
	const isOfMany = failure.kind === 'incomplete' && (failed.request.rows?.length ?? 1) > 1;
	if (isRejected(failure) && fields.length > 0 && !isOfMany)
		return notAddedText(failed, fields) ?? validationText(failed, fields);
	if (failure.status === 404) return notFoundText(failed);
	const [message, advice] = unfilledText(failure);
	const facts = factsOf(failed, failure);
	const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: keyof typeof facts) => facts[name]);
	return [filled(message), filled(advice)];
}

function unfilledText(failure: Failure): ErrorText {
	const { kind, status, code = '', body } = failure;
	if (status === undefined) {
		const [, message = '', advice = ''] = networkTexts.find(([fits]) => fits.test(`${code} ${kind}`)) ?? [];
		return [message, advice];
	}
	const own = kind === 'status' ? String(status) : kind;
	const names = [...(isWebPage(body) ? [`${own} page`] : []), own];
	if (pauseOf(failure) !== '') names.unshift('pause');
	if (status >= 300 && status <= 399) names.push('redirect');
	names.push(status >= 500 ? 'failed' : 'rejected');
	return names.map((name) => responseTexts[name]).find((text) => text !== undefined) ?? ['', ''];
}

function factsOf(failed: FailedRequest, failure: Failure) {
	const { baseUrl } = failed.connection;
	const { status, location, code = '', reason = '' } = failure;
	return {
		baseUrl,
		code,
		host: new URL(baseUrl).host,
		key: failed.request.key,
		pathAdvice: pathAdvice(failed),
		pause: pauseOf(failure),
		reason,
		requested: requested(failed),
		sent: failed.attempts === 1 ? 'Sent once.' : `Sent ${failed.attempts} times.`,
		status: String(status),
		target: location === undefined ? '' : ` to ${location}`,
	};
}

/** The text for a new subscriber if only the address was rejected: `ann@example.com was not added: …`. */
function notAddedText({ request, connection }: FailedRequest, fields: readonly FieldMessage[]): ErrorText | undefined {
	const { advice, body } = request;
	if (advice?.ifTaken === undefined || fields.some(({ field }) => field !== 'email')) return undefined;
	const email = redact(textOf(body?.email), connection.accessToken);
	const texts = [...new Set(fields.map(({ text }) => text))];
	return [`${shortened(email, 80)} was not added: ${shortened(texts.join(' · '), 200)}`, ''];
}

/** Names each field as in the panel, with the rejected value and the service's message about it. */
function validationText(failed: FailedRequest, fields: readonly FieldMessage[]): ErrorText {
	const rejected = [...new Set(fields.map(({ field }) => nameOfField(field, failed, "'")))];
	const details = fields.map(({ field, text }) => `${nameOfField(field, failed)}${valueOf(field, failed)}: ${text}`);
	const texts = [...new Set(details)];
	const more = rejected.length > 5 ? ` and ${rejected.length - 5} more` : '';
	return [`The service did not accept ${rejected.slice(0, 5).join(', ')}${more}`, texts.slice(0, 20).join(' · ')];
}

/** `'Email'`, or `'Email' of item 9` for a row. */
function nameOfField(field: string, { request: { names, rows } }: FailedRequest, quotes = ''): string {
	const named = (name: string): string => `${quotes}${displayNameOf(name, names)}${quotes}`;
	const { row = -1, inner = '' } = parseRowField(field) ?? {};
	const item = rows?.[row];
	if (item === undefined) return named(field);
	return inner === '' ? itemName(item) : `${named(inner)} of ${itemName(item)}`;
}

/** ` "ann@example"`: the value that was sent in a field. */
function valueOf(field: string, { request: { body = {} }, connection }: FailedRequest): string {
	const value = valueAt(body, field.split('.'));
	const text = isRecord(value) ? '' : redact(textOf(value), connection.accessToken);
	return text === '' ? '' : ` "${shortened(text, 100)}"`;
}

function notFoundText(failed: FailedRequest): ErrorText {
	const { key, names } = failed.request;
	const { status, path } = endpointOf(key);
	const placeholder = placeholdersOf(path).at(-1) ?? '';
	const name = displayNameOf(placeholder, names);
	const isInPanel = names?.has(placeholder) === true;
	const isPathRight = failed.isPathRight === true;
	const isDocumented = status === 'documented' && !(key in failed.connection.endpointPaths);
	const { contactList = '' } = failed.request.pathValues;
	const isContactList = placeholder === 'contactList';
	const isName = isInPanel && isContactList && !isPathRight && !looksLikeId(contactList);
	const named = `${quoted(contactList)} may be a name, not an ID: choose 'From List' or 'By Name'.`;
	if (placeholder === '' || !(isPathRight || isDocumented)) {
		const subject = isInPanel ? `'${name}'` : 'It';
		const deleted = placeholder === '' ? '' : `${subject} may have been deleted. `;
		return [`Nothing was found at ${requested(failed)}`, `${isName ? `${named} ` : deleted}${pathAdvice(failed)}`];
	}
	if (isName) return ['The contact list was not found', `${named} Asked for: ${requested(failed)}`];
	// The 404 of 'Create' is documented, that of 'Update' is not.
	const found = isPathRight || isContactList ? 'not found' : 'probably not found';
	const choose = isInPanel ? `Choose it again in '${name}': it` : 'It';
	const doubt = isPathRight ? '' : prefixHint(failed);
	const advice = `${choose} may have been deleted. ${doubt}Asked for: ${requested(failed)}`;
	return [`The ${name.toLowerCase()} was ${found}`, advice];
}

/** IDs are UUIDs, numbers or tokens: they have a digit and no space. */
function looksLikeId(text: string): boolean {
	return /^(?=.*\d)[\w-]+$/.test(text);
}

/** The method, and the path with the part of the Base URL before it. */
function requested({ request: { key }, connection: { baseUrl }, path }: FailedRequest): string {
	return `${endpointOf(key).method} ${new URL(baseUrl).pathname.replace(/\/$/, '')}${path}`;
}

/** A Base URL with a path is rare, and mistyped more often than an inferred path is wrong. */
function prefixHint({ connection: { baseUrl } }: FailedRequest): string {
	const { pathname } = new URL(baseUrl);
	return pathname === '/' ? '' : `Check 'Base URL' first: it ends in ${pathname}. `;
}

function pathAdvice(failed: FailedRequest): string {
	const { key } = failed.request;
	const { baseUrl, endpointPaths } = failed.connection;
	const { status, otherWay = "'Check Endpoint Paths' tries others" } = endpointOf(key);
	const prefix = prefixHint(failed);
	if (key in endpointPaths) return `${prefix}Check "${key}" in 'Endpoint Paths' of the credential.`;
	if (status === 'documented') return `The path is documented: check 'Base URL' in the credential, now ${baseUrl}.`;
	if (prefix !== '') return `${prefix}The path is inferred: "${key}" in 'Endpoint Paths' corrects it.`;
	return `The path is inferred; ${otherWay}. Enter yours in the credential's 'Endpoint Paths' as {"${key}": "/…"}.`;
}

/** The time in a rate limit's `Retry-After`, rounded up: `1 minute`, `24 hours`; '' without one. */
function pauseOf(failure: Failure): string {
	const minutes = isRateLimited(failure) ? Math.ceil((failure.retryAfterMs ?? 0) / 60_000) : 0;
	if (minutes === 0) return '';
	const [count, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
	return count.toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' });
}
