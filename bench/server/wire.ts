import { randomUUID } from 'node:crypto';

import type { Setting } from './behaviours';

const head = randomUUID().slice(0, 24);

/** A subscriber in the documented form. */
export function subscriberOf(number: number): object {
	return {
		uuid: `${head}${number.toString(16).padStart(12, '0')}`,
		first_name: 'Ada',
		last_name: `No. ${number}`,
		email: `person${number}@example.com`,
		is_subscribed: true,
		unsubscribed_at: null,
		recieved_count: 0,
		opened_count: 0,
		open_rate: 0,
		click_rate: 0,
		last_opened: null,
		last_clicked: null,
		account_id: 1,
		customerable_type: 'ContactList',
		customerable_id: 1,
		tags: [],
		created_at: '2026-01-01T00:00:00.000000Z',
		updated_at: '2026-01-01T00:00:00.000000Z',
	};
}

/** A page of the list, with the number of the last one. */
export function pageOf({ subscribers = 0, pageSize = 100 }: Setting, url: string): object {
	const { pathname, searchParams } = new URL(url, 'http://x');
	const page = Number(searchParams.get('page') ?? 1);
	const lastPage = Math.ceil(subscribers / pageSize);
	const first = (page - 1) * pageSize;
	return {
		data: Array.from({ length: Math.max(0, Math.min(pageSize, subscribers - first)) }, (_, index) => subscriberOf(first + index)),
		links: { next: page < lastPage ? `${pathname}?page=${page + 1}` : null },
		meta: { current_page: page, per_page: pageSize, last_page: lastPage, total: subscribers },
	};
}
