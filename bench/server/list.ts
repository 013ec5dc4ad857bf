import { randomUUID } from 'node:crypto';

import { neverMailed } from '../../test/laravel/LaravelList';

/** What a request asks for, as far as the bare server distinguishes requests. */
export type Kind = 'read' | 'create' | 'update' | 'import';

export interface Fields {
	readonly email?: string;
	readonly subscribers?: readonly Fields[];
}

/** What the list of the server is at first. */
export interface ListSetting {
	readonly subscribers?: number;
	readonly pageSize?: number;
	/** Whether the list keeps what is written, and rejects a create with a taken address. */
	readonly keeps?: boolean;
	/** The subscribers came one after the other in so many days up to now, and every fifth has left; without it all came on the same day. */
	readonly days?: number;
}

const head = randomUUID().slice(0, 24);
const dayMs = 24 * 60 * 60 * 1000;

export function kindOf(method: string | undefined, url: string): Kind {
	if (method === 'POST') return url.endsWith('/import') ? 'import' : 'create';
	return method === 'PUT' ? 'update' : 'read';
}

/** A time as Laravel writes it, which keeps whole seconds. @param moment in ms */
export function timestamp(moment: number): string {
	return new Date(moment).toISOString().replace(/\.\d+Z/, '.000000Z');
}

/** The contact list of the bare server. */
export class List {
	readonly #setting: ListSetting;
	readonly #now = Date.now();
	#count: number;
	/** What was written, by place. */
	readonly #changes = new Map<number, Fields>();
	/** The places of added addresses. */
	readonly #added = new Map<string, number>();
	/** The addresses of a list that keeps nothing. */
	readonly #emails = new Set<unknown>();

	constructor(setting: ListSetting) {
		this.#setting = setting;
		this.#count = setting.subscribers ?? 0;
	}

	/** How many different subscribers were written. */
	get written(): number {
		return this.#emails.size + this.#changes.size;
	}

	answer(kind: Kind, url: string, fields: Fields = {}): { status: number; body: object } {
		if (kind === 'read') return { status: 200, body: this.#page(url) };
		const rows = fields.subscribers ?? [fields];
		const imported = { status: 200, body: { message: `${rows.length} subscribers imported.` } };
		const done = (subscriber: object) => ({ status: 200, body: { message: 'Subscriber saved.', subscriber } });
		if (!this.#setting.keeps) {
			for (const { email } of rows) this.#emails.add(email);
			return kind === 'import' ? imported : done({ ...this.#subscriber(this.#emails.size), ...fields });
		}
		if (kind === 'update') return done(this.#change(Number.parseInt(url.slice(-12), 16), fields));
		if (kind === 'create' && this.#placeOf(fields.email) !== undefined) return taken;
		const [subscriber = {}] = rows.map((row) => this.#change(this.#placeOf(row.email) ?? this.#add(row), row));
		return kind === 'import' ? imported : done(subscriber);
	}

	#change(place: number, fields: Fields): object {
		this.#changes.set(place, { ...this.#changes.get(place), ...fields });
		return this.#subscriber(place);
	}

	#add({ email = '' }: Fields): number {
		this.#added.set(email, this.#count);
		this.#count += 1;
		return this.#count - 1;
	}

	#placeOf(email = ''): number | undefined {
		const place = Number(/^person(\d+)@/.exec(email)?.[1] ?? NaN);
		return place < (this.#setting.subscribers ?? 0) ? place : this.#added.get(email);
	}

	/** A subscriber in the documented form. */
	#subscriber(place: number): object {
		const { days, subscribers = 0 } = this.#setting;
		const agoMs = days === undefined ? 0 : days * dayMs * (1 - (place + 1) / (subscribers + 1));
		const createdAt = days === undefined ? '2026-01-01T00:00:00.000000Z' : timestamp(this.#now - agoMs);
		// At any time since, as evenly as the golden ratio does it.
		const hasLeft = days !== undefined && place < subscribers && place % 5 === 0;
		const leftAt = hasLeft ? timestamp(this.#now - agoMs * ((place * 0.618_034) % 1)) : null;
		return {
			uuid: `${head}${place.toString(16).padStart(12, '0')}`,
			first_name: 'Ada',
			last_name: `No. ${place}`,
			email: `person${place}@example.com`,
			is_subscribed: leftAt === null,
			unsubscribed_at: leftAt,
			...neverMailed,
			tags: [],
			created_at: createdAt,
			updated_at: leftAt ?? createdAt,
			...this.#changes.get(place),
		};
	}

	#page(url: string): object {
		const { pageSize = 100 } = this.#setting;
		const { pathname, searchParams } = new URL(url, 'http://x');
		const page = Number(searchParams.get('page') ?? 1);
		const lastPage = Math.ceil(this.#count / pageSize);
		const first = (page - 1) * pageSize;
		const length = Math.max(0, Math.min(pageSize, this.#count - first));
		return {
			data: Array.from({ length }, (_, index) => this.#subscriber(first + index)),
			links: { next: page < lastPage ? `${pathname}?page=${page + 1}` : null },
			meta: { current_page: page, per_page: pageSize, last_page: lastPage, total: this.#count },
		};
	}
}

const refusal = 'The email has already been taken.';
const taken = { status: 422, body: { message: refusal, errors: { email: [refusal] } } };
