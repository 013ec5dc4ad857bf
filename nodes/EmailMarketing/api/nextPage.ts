/** How a page names the next one: by a link, a number or a cursor. Each is turned into the query that asks for it. */

import { isRecord, type JsonRecord } from '../shared/isRecord';
import { isEndMark, isText } from './looseValues';

/** A link, a page number or a cursor: all of them are found under the same names. @param place under which key the value stood, or nothing */
export function readNext(value: unknown, place: string): string | undefined {
	const named: unknown = Array.isArray(value) ? value[0] : value;
	if (isRecord(named)) return readNextObject(named);
	if (!isText(named)) return undefined;
	const text = String(named).trim();
	if (isEndMark(text)) return undefined;
	if (place.startsWith('cursor')) return queryOf('cursor', text);
	if (/^\d+$/.test(text)) return queryOf('page', text);
	return /^(https?:|\/)|\?/i.test(text) ? queryIn(text) : queryOf('cursor', text);
}

/** `next: {href}`, `next: {after}`, `next: {page, limit}`. */
function readNextObject(next: JsonRecord): string | undefined {
	const link = [next.href, next.url, next.uri, next.link].find(isText);
	if (link !== undefined && next.after === undefined) return queryIn(String(link));
	const parts = Object.entries(next).filter(
		([name, value]) => isText(value) && value !== link && /^[\w[\]]+$/.test(name),
	);
	return parts.length === 0 ? undefined : parts.map(([name, value]) => queryOf(name, String(value))).join('&');
}

/** `links: [{ rel: 'next', href }]`. */
export function nextOfLinks(links: readonly unknown[]): string | undefined {
	const next = links.filter(isRecord).find(({ rel }) => [rel].flat().includes('next'));
	const link = [next?.href, next?.uri, next?.url].find(isText);
	return link === undefined ? undefined : queryIn(String(link));
}

/** `Link: <https://…?page=2>; rel="next"` (RFC 8288). */
export function nextOfHeader(header: unknown): string | undefined {
	const text = Array.isArray(header) ? header.join(', ') : header;
	if (typeof text !== 'string') return undefined;
	const links = text.matchAll(/<([^>]*)>((?:\s*;\s*[\w*-]+\s*(?:=\s*(?:"[^"]*"|'[^']*'|[^\s"',;]*))?)*)/g);
	const next = [...links].find(([, , parameters = '']) =>
		/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|'next'|next(?=[\s;]|$))/i.test(parameters),
	);
	return next?.[1] === undefined ? undefined : queryIn(next[1]);
}

/** Only the query of a link is used, as it is: host and path stay the node's own, whatever a proxy has made of the link. */
function queryIn(link: string): string {
	const base = 'http://service.invalid/';
	if (!URL.canParse(link, base)) return '';
	const parameters = new URL(link.replaceAll('&amp;', '&'), base).search.slice(1).split('&');
	// What was struck out is the token, which goes into the header.
	return parameters.filter((parameter) => !parameter.endsWith('=***')).join('&');
}

export function queryOf(name: string, value: string): string {
	return `${name}=${encodeURIComponent(value)}`;
}
