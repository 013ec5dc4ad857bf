import { forgetRuns } from '../forgetRuns';

/** How a list treats `?per_page=`; only the bench uses other values than 'honoured'. */
export type PerPage = 'honoured' | 'ignored' | 'refused';

/** How a list treats `filter[email]`, `search` and `sort`: by default it ignores them, as a service that lacks them does. */
export type Searches = 'ignored' | 'honoured';

export type Kind = 'read' | 'get' | 'create' | 'update' | 'delete' | 'toggle' | 'import';

export interface Asked {
	readonly method: string;
	/** Path and query. */
	readonly url: string;
	/** The body as JSON; empty for none. */
	readonly body: string;
}

export interface Answer {
	readonly status: number;
	readonly body: object;
}

/** The fields that a request or a test may change. */
export interface Subscriber {
	readonly uuid: string;
	email: string;
	first_name: string | null;
	last_name: string | null;
	tags: string[];
	is_subscribed: boolean;
	unsubscribed_at: string | null;
	readonly created_at: string;
	updated_at: string;
}

type Fields = Partial<Pick<Subscriber, 'email' | 'first_name' | 'last_name' | 'tags'>>;

export interface Settings {
	/** Entries on a page by default. */
	readonly pageSize: number;
	readonly mostPerPage: number;
	readonly perPage: PerPage;
	/** Whether an update empties the fields that it omits. */
	readonly replaces: boolean;
	/** Fields that a page of the list lacks, and a subscriber read by ID has. */
	readonly unlisted: ReadonlyArray<keyof Subscriber>;
	readonly searches: Searches;
}

const defaults: Settings = {
	pageSize: 15,
	mostPerPage: 100,
	perPage: 'honoured',
	replaces: false,
	unlisted: [],
	searches: 'ignored',
};

const firstMoment = Date.UTC(2026, 0, 1);
const taken = 'The email has already been taken.';
const emptied = { first_name: null, last_name: null, tags: [] };

/**
 * One contact list, in memory, with Laravel's defaults where the service documents nothing (inferred).
 * Small and fast, for tests with thousands of runs. The sandbox covers the whole API.
 */
export class LaravelList {
	/** In list order. */
	subscribers: Subscriber[] = [];

	private readonly byEmail = new Map<string, Subscriber>();

	private readonly byUuid = new Map<string, Subscriber>();

	private settings: Settings;

	private created = 0;

	private moment = firstMoment;

	constructor(private readonly usual: Partial<Settings> = {}) {
		this.settings = { ...defaults, ...usual };
	}

	/**
	 * Replaces the subscribers, and resets the toggles that the node remembers.
	 * @param people a field that is `undefined` is shown nowhere
	 * @param settings for these subscribers, where they differ from the usual ones
	 */
	hold(people: ReadonlyArray<Partial<Subscriber> & { email: string }>, settings: Partial<Settings> = {}): void {
		forgetRuns();
		this.settings = { ...defaults, ...this.usual, ...settings };
		this.subscribers = [];
		this.created = 0;
		this.moment = firstMoment;
		this.byEmail.clear();
		this.byUuid.clear();
		for (const person of people) this.add(person);
		this.moment = Date.now();
	}

	/** In any case, as in MySQL. */
	withEmail(email = ''): Subscriber | undefined {
		return this.byEmail.get(email.toLowerCase());
	}

	withUuid(uuid: string): Subscriber | undefined {
		return this.byUuid.get(uuid.toLowerCase());
	}

	add(fields: Partial<Subscriber> & { email: string }): Subscriber {
		this.created += 1;
		const subscriber = newSubscriber(this.created, this.now(), fields);
		this.subscribers.push(subscriber);
		this.byEmail.set(subscriber.email.toLowerCase(), subscriber);
		this.byUuid.set(String(subscriber.uuid).toLowerCase(), subscriber);
		return subscriber;
	}

	remove(subscriber: Subscriber): void {
		this.subscribers = this.subscribers.filter((other) => other !== subscriber);
		this.byEmail.delete(subscriber.email.toLowerCase());
		this.byUuid.delete(subscriber.uuid.toLowerCase());
	}

	/** Does the work of a request, or rejects it. */
	answer(asked: Asked): Answer {
		const kind = kindOf(asked);
		const subscriber = this.withUuid(/\/subscriber\/([^/?]+)/.exec(asked.url)?.[1] ?? '');
		const body = (asked.body === '' ? {} : JSON.parse(asked.body)) as Fields & { subscribers?: Fields[] };
		if (kind === 'read') return this.page(asked.url);
		if (kind === 'create') return this.create(body);
		if (kind === 'import') return this.import(body.subscribers ?? []);
		if (subscriber === undefined) return { status: 404, body: { message: 'The subscriber could not be found.' } };
		return this.answerFor(subscriber, kind, body, asked.url);
	}

	private answerFor(subscriber: Subscriber, kind: Kind, fields: Fields, url: string): Answer {
		if (kind === 'get')
			return ok({ subscriber: toWire(subscriber), mails: pageOf([], 1, this.settings.pageSize, url) });
		if (kind === 'update') return this.update(subscriber, fields);
		if (kind === 'delete') {
			this.remove(subscriber);
			return ok({ message: 'Subscriber deleted.' });
		}
		this.setSubscribed(subscriber, !subscriber.is_subscribed);
		return ok({ message: 'Subscription toggled.' });
	}

	private page(url: string): Answer {
		const { perPage, pageSize, mostPerPage } = this.settings;
		const { searchParams: query } = new URL(url, 'http://x');
		const asked = query.get('per_page');
		if (asked !== null && perPage === 'refused') return rejected({ per_page: ['The per page field is prohibited.'] });
		const size = asked === null || perPage === 'ignored' ? pageSize : Math.min(Number(asked), mostPerPage);
		const isSearch = ['filter[email]', 'search', 'sort'].some((name) => query.has(name));
		const shown = isSearch && this.settings.searches === 'honoured' ? this.found(query) : this.subscribers;
		return ok(pageOf(shown, Number(query.get('page') ?? 1), size, url, this.settings.unlisted));
	}

	/** `filter[email]` finds the whole address in any case, `search` a part of it; `sort` is by time, `-` for newest first. */
	private found(query: URLSearchParams): readonly Subscriber[] {
		const email = query.get('filter[email]');
		const part = query.get('search')?.toLowerCase();
		const holder = email === null ? undefined : this.withEmail(email);
		const all = holder === undefined ? [] : [holder];
		const found = (email === null ? this.subscribers : all).filter(
			(one) => part === undefined || one.email.toLowerCase().includes(part),
		);
		const order = query.get('sort');
		if (order !== 'updated_at' && order !== '-updated_at') return found;
		const sorted = [...found].sort((one, other) => one.updated_at.localeCompare(other.updated_at));
		return order === 'updated_at' ? sorted : sorted.reverse();
	}

	private create(fields: Fields): Answer {
		const fault = this.faultIn(fields);
		if (fault !== undefined) return rejected({ email: [fault] });
		return ok({
			message: 'Subscriber created.',
			subscriber: toWire(this.add({ ...fields, email: fields.email ?? '' })),
		});
	}

	private update(subscriber: Subscriber, fields: Fields): Answer {
		const fault = fields.email === undefined ? undefined : this.faultIn(fields, subscriber);
		if (fault !== undefined) return rejected({ email: [fault] });
		this.change(subscriber, fields);
		return ok({ message: 'Subscriber updated.', subscriber: toWire(subscriber) });
	}

	/** Imports all rows or none. Whether an import resubscribes is not documented; here it does, the worse case. */
	private import(rows: readonly Fields[]): Answer {
		const faults: Record<string, string[]> = {};
		for (const [index, { email }] of rows.entries())
			if (!isEmail(email)) faults[`subscribers.${index}.email`] = [notAnEmail(email)];
		if (Object.keys(faults).length > 0) return rejected(faults);
		for (const { email = '', ...fields } of rows) {
			const subscriber = this.withEmail(email);
			if (subscriber === undefined) this.add({ email, ...fields });
			else {
				this.change(subscriber, fields);
				this.setSubscribed(subscriber, true);
			}
		}
		return ok({ message: `${rows.length} subscribers imported.` });
	}

	private faultIn({ email }: Fields, owner?: Subscriber): string | undefined {
		if (!isEmail(email)) return notAnEmail(email);
		const holder = this.withEmail(email);
		return holder === undefined || holder === owner ? undefined : taken;
	}

	private change(subscriber: Subscriber, fields: Fields): void {
		if (fields.email !== undefined) {
			this.byEmail.delete(subscriber.email.toLowerCase());
			this.byEmail.set(fields.email.toLowerCase(), subscriber);
		}
		Object.assign(subscriber, this.settings.replaces ? emptied : {}, fields, { updated_at: this.now() });
	}

	private setSubscribed(subscriber: Subscriber, isSubscribed: boolean): void {
		const now = this.now();
		Object.assign(subscriber, {
			is_subscribed: isSubscribed,
			unsubscribed_at: isSubscribed ? null : now,
			updated_at: now,
		});
	}

	/** Each change has a unique time; the first subscribers joined long ago. */
	private now(): string {
		this.moment += 1;
		return new Date(this.moment).toISOString();
	}
}

export function kindOf({ method, url }: Pick<Asked, 'method' | 'url'>): Kind {
	const [path = ''] = url.split('?');
	if (method === 'POST') return path.endsWith('/import') ? 'import' : 'create';
	if (method === 'PUT') return path.endsWith('/toggle') ? 'toggle' : 'update';
	if (method === 'DELETE') return 'delete';
	return path.endsWith('/subscriber') ? 'read' : 'get';
}

function ok(body: object): Answer {
	return { status: 200, body };
}

function rejected(errors: Record<string, string[]>): Answer {
	return { status: 422, body: { message: Object.values(errors).flat()[0], errors } };
}

function isEmail(email: string | undefined): email is string {
	return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email ?? '');
}

function notAnEmail(email: string | undefined): string {
	return email ? 'The email field must be a valid email address.' : 'The email field is required.';
}

/** With all documented fields, in one literal: V8 copies other objects many times more slowly. */
function newSubscriber(number: number, now: string, fields: Partial<Subscriber>): Subscriber {
	const subscriber = {
		uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
		email: '',
		first_name: null,
		last_name: null,
		tags: [],
		is_subscribed: true,
		unsubscribed_at: fields.is_subscribed === false ? now : null,
		recieved_count: 0,
		opened_count: 0,
		open_rate: 0,
		click_rate: 0,
		last_opened: null,
		last_clicked: null,
		account_id: 1,
		customerable_type: 'App\\Models\\ContactList',
		customerable_id: 1,
		created_at: now,
		updated_at: now,
		...fields,
	};
	return subscriber;
}

/** As it is now: the response may be sent later. */
function toWire(subscriber: Subscriber, without: ReadonlyArray<keyof Subscriber> = []): object {
	const shown: Partial<Subscriber> = { ...subscriber };
	for (const name of without) delete shown[name];
	return shown;
}

/** A page as in Laravel's paginator: its links have only the page number. */
function pageOf(
	subscribers: readonly Subscriber[],
	number: number,
	size: number,
	url: string,
	without: Settings['unlisted'] = [],
): object {
	const lastPage = Math.max(1, Math.ceil(subscribers.length / size));
	const start = (number - 1) * size;
	const data = subscribers.slice(start, start + size).map((subscriber) => toWire(subscriber, without));
	const path = `http://service.example${url.split('?')[0]}`;
	const link = (page: number): string | null => (page < 1 || page > lastPage ? null : `${path}?page=${page}`);
	return {
		data,
		links: { first: link(1), last: link(lastPage), prev: link(number - 1), next: link(number + 1) },
		meta: {
			current_page: number,
			from: data.length === 0 ? null : start + 1,
			last_page: lastPage,
			path,
			per_page: size,
			to: data.length === 0 ? null : start + data.length,
			total: subscribers.length,
		},
	};
}
