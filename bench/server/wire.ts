import { randomUUID } from 'node:crypto';

import { neverMailed } from '../../test/laravel/LaravelList';
import type { History } from './behaviours';

const head = randomUUID().slice(0, 24);

/** The address of a person. */
export function emailOf(number: number): string {
	return `person${number}@example.com`;
}

/** A subscriber in the documented form. */
export function subscriberOf(number: number): object {
	return {
		uuid: uuidOf(number),
		first_name: 'Ada',
		last_name: `No. ${number}`,
		email: emailOf(number),
		is_subscribed: true,
		unsubscribed_at: null,
		...neverMailed,
		tags: [],
		created_at: '2026-01-01T00:00:00.000000Z',
		updated_at: '2026-01-01T00:00:00.000000Z',
	};
}

const dayMs = 24 * 60 * 60 * 1000;

/** When somebody came, and left. @param now in ms */
export function historyOf(number: number, count: number, { days, leftOneOf }: History, now: number): object {
	const agoMs = days * dayMs * (1 - (number + 1) / (count + 1));
	const createdAt = timestamp(now - agoMs);
	if (number % leftOneOf !== 0) return { created_at: createdAt, updated_at: createdAt };
	// At any time since, as evenly as the golden ratio does it.
	const leftAt = timestamp(now - agoMs * ((number * 0.618_034) % 1));
	return { created_at: createdAt, updated_at: leftAt, is_subscribed: false, unsubscribed_at: leftAt };
}

/** A time as the service writes it. @param moment in ms */
export function timestamp(moment: number): string {
	return new Date(moment).toISOString().replace('Z', '000Z');
}

function uuidOf(number: number): string {
	return `${head}${number.toString(16).padStart(12, '0')}`;
}

/** The number in the path of one subscriber. */
export function numberIn(path: string): number {
	return Number.parseInt(path.slice(-12), 16);
}

/** A page of a list, with the number of the last one. @param entry what stands at a place, from 0 */
export function pageOf(count: number, pageSize: number, entry: (place: number) => object, url: string): object {
	const { pathname, searchParams } = new URL(url, 'http://x');
	const page = Number(searchParams.get('page') ?? 1);
	const lastPage = Math.ceil(count / pageSize);
	const first = (page - 1) * pageSize;
	return {
		data: Array.from({ length: Math.max(0, Math.min(pageSize, count - first)) }, (_, index) => entry(first + index)),
		links: { next: page < lastPage ? `${pathname}?page=${page + 1}` : null },
		meta: { current_page: page, per_page: pageSize, last_page: lastPage, total: count },
	};
}
