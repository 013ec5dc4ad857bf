import type { Setting } from './behaviours';
import { emailOf, historyOf, numberIn, pageOf, subscriberOf } from './wire';

/** What a request asks for, as far as the bare server tells requests apart. */
export type Kind = 'read' | 'create' | 'update' | 'import';

export interface Asked {
	readonly kind: Kind;
	readonly url: string;
	readonly body?: Fields;
}

export interface Fields {
	readonly email?: string;
	readonly subscribers?: readonly Fields[];
}

export interface Answer {
	readonly status: number;
	readonly body: object;
}

/** The server's contact list. */
export interface List {
	answer(asked: Asked): Answer;
	/** How many different addresses were written. */
	distinctEmails(): number;
}

export function kindOf(method: string | undefined, url: string): Kind {
	if (method === 'POST') return url.endsWith('/import') ? 'import' : 'create';
	return method === 'PUT' ? 'update' : 'read';
}

/** The list that a setting describes. */
export function listOf(setting: Setting): List {
	return setting.keeps ? keptList(setting) : madeUpList(setting);
}

/** Takes everything, keeps nothing, and always has the same people. */
function madeUpList({ subscribers = 0, pageSize = 100 }: Setting): List {
	const emails = new Set<unknown>();
	return {
		answer({ kind, url, body = {} }) {
			if (kind === 'read') return { status: 200, body: pageOf(subscribers, pageSize, subscriberOf, url) };
			for (const { email } of rowsOf(body)) emails.add(email);
			return kind === 'import' ? imported(body) : created({ ...subscriberOf(emails.size), ...body });
		},
		distinctEmails: () => emails.size,
	};
}

/** Has people to begin with, and keeps what it is sent; an address that is there is refused as Laravel does it. */
function keptList({ subscribers = 0, pageSize = 100, history }: Setting): List {
	const now = Date.now();
	const people: object[] = Array.from({ length: subscribers }, (_, number) => ({
		...subscriberOf(number),
		...(history && historyOf(number, subscribers, history, now)),
	}));
	const places = new Map<unknown, number>(people.map((_, place) => [emailOf(place), place]));
	const written = new Set<number>();

	function change(place: number, fields: Fields): object {
		written.add(place);
		return (people[place] = { ...people[place], ...fields });
	}

	function add(fields: Fields): object {
		const place = people.push(subscriberOf(people.length)) - 1;
		places.set(fields.email, place);
		return change(place, fields);
	}

	function put(fields: Fields): void {
		const place = places.get(fields.email);
		if (place === undefined) add(fields);
		else change(place, fields);
	}

	const answers: Record<Kind, (url: string, fields: Fields) => Answer> = {
		read: (url) => ({ status: 200, body: pageOf(people.length, pageSize, (place) => people[place] ?? {}, url) }),
		create: (_, fields) => (places.has(fields.email) ? taken : created(add(fields))),
		update: (url, fields) => ({
			status: 200,
			body: { message: 'Subscriber updated successfully.', subscriber: change(numberIn(url), fields) },
		}),
		import(_, fields) {
			rowsOf(fields).forEach(put);
			return imported(fields);
		},
	};
	return { answer: ({ kind, url, body = {} }) => answers[kind](url, body), distinctEmails: () => written.size };
}

function rowsOf(body: Fields): readonly Fields[] {
	return body.subscribers ?? [body];
}

const refusal = 'The email has already been taken.';
const taken: Answer = { status: 422, body: { message: refusal, errors: { email: [refusal] } } };

function created(subscriber: object): Answer {
	return { status: 201, body: { message: 'Subscriber created successfully.', subscriber } };
}

function imported(body: Fields): Answer {
	return { status: 200, body: { message: `${rowsOf(body).length} subscribers imported.` } };
}
