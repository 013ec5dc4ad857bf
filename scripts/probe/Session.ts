import type { IDataObject } from 'n8n-workflow';

import { addressKey } from '../../nodes/EmailMarketing/api/emailAddress';
import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { idKey, idOf } from '../../nodes/EmailMarketing/api/response';
import { parseSubscriber, subscriberFields, type Subscriber } from '../../nodes/EmailMarketing/api/subscriber';
import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { isRecord, type JsonRecord } from '../../nodes/EmailMarketing/shared/values';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import type { ApiClient } from '../../nodes/EmailMarketing/transport/ApiClient';
import { PagedList } from '../../nodes/EmailMarketing/transport/PagedList';
import { pathOf } from '../../nodes/EmailMarketing/transport/connection';
import type { ServiceResponse } from '../../nodes/EmailMarketing/transport/sendOnce';
import { Unseen } from './Unseen';
import type { Sent } from './send';

const names = ['ann', 'bob', 'cem', 'dora', 'eve'] as const;
type Name = (typeof names)[number];

export const tag = 'probe';

/** A response, or the refusal of the request. */
type Reply = (ServiceResponse & { readonly refusal?: undefined }) | { readonly refusal: UserFacingError };

interface Person {
	readonly email: string;
	readonly id: string;
	/** As the response to the create shows it. */
	readonly shown: JsonRecord;
}

interface Setup {
	readonly client: ApiClient;
	readonly list: string;
	/** Where the addresses are. */
	readonly domain: string;
	/** Part of the addresses. */
	readonly run: string;
	readonly sent: readonly Sent[];
	/** Waits until the service can have done what it does later, and until times in seconds differ. */
	readonly waitsMs: readonly number[];
	/** The items of Check Endpoint Paths. */
	readonly paths: readonly IDataObject[];
}

/** What the questions share: the client, five people of their own, and what is known of them. */
export class Session {
	client: ApiClient;
	readonly emails: Readonly<Record<Name, string>>;
	/** Addresses that may be in the list now. */
	readonly written = new Set<string>();
	/** Addresses that the service may still add: it accepted an import, or its response was lost. */
	readonly unsure = new Set<string>();
	/** IDs of them by address, as the service returned them. */
	readonly ids = new Map<string, Set<string>>();
	private readonly results = new Map<string, Promise<unknown>>();

	constructor(readonly setup: Setup) {
		this.client = setup.client;
		const emails = names.map((name) => [name, `n8n-probe-${setup.run}-${name}@${setup.domain}`]);
		this.emails = Object.fromEntries(emails) as Record<Name, string>;
	}

	/** Runs `work` once; every caller gets the same result, or the same failure. */
	async once<T>(name: string, work: () => Promise<T>): Promise<T> {
		const result = this.results.get(name) ?? work();
		this.results.set(name, result);
		return (await result) as T;
	}

	/** @throws UserFacingError where the service fails or there is no connection */
	async ask(
		key: EndpointKey,
		{ id, ...more }: { id?: string; body?: IDataObject; query?: string } = {},
	): Promise<Reply> {
		const pathValues = { contactList: this.setup.list, ...(id === undefined ? {} : { subscriber: id }) };
		const request = { ...more, key, pathValues, sending: { isOptional: true } };
		try {
			return await this.client.exchange(request);
		} catch (thrown) {
			if (thrown instanceof UserFacingError && isRefusal(thrown)) return { refusal: thrown };
			throw thrown;
		}
	}

	/** The same; a refusal ends the question. */
	async need(key: EndpointKey, what: string, more: Parameters<Session['ask']>[1]): Promise<ServiceResponse> {
		const reply = await this.ask(key, more);
		if (reply.refusal === undefined) return reply;
		throw new Unseen(`the service refused ${what}: ${reasonOf(reply.refusal)}`);
	}

	async create(email: string, fields: IDataObject): Promise<Reply> {
		const body = { ...fields, email };
		const reply = await this.ask('subscriber.create', { body }).catch((thrown: unknown) => {
			this.written.add(email);
			this.unsure.add(addressKey(email));
			throw thrown;
		});
		if (reply.refusal?.outcomeUnknown !== false) this.written.add(email);
		if (reply.refusal !== undefined) return reply;
		this.keep(subscriberFields(reply.body));
		return reply;
	}

	/** The person of this name, created once. */
	async join(name: Name): Promise<Person> {
		const email = this.emails[name];
		return await this.once(`join ${name}`, async () => {
			const reply = await this.create(email, { first_name: name, last_name: 'Probe', tags: [tag] });
			if (reply.refusal !== undefined) throw new Unseen(`nobody could be created: ${reasonOf(reply.refusal)}`);
			if (!this.ids.has(addressKey(email))) (await this.everyone()).entries.forEach((entry) => this.keep(entry));
			const [id] = this.ids.get(addressKey(email)) ?? [];
			if (id === undefined) throw new Unseen('the service shows no ID of a person who was created');
			return { email, id, shown: subscriberFields(reply.body) };
		});
	}

	/** A person as the service shows it now. */
	async show({ id }: Person): Promise<JsonRecord> {
		const reply = await this.ask('subscriber.get', { id });
		const shown = reply.refusal === undefined ? subscriberFields(reply.body) : {};
		if (idOf(shown) !== undefined) return shown;
		const { entries } = await this.everyone();
		const entry = entries.find((one) => idKey(idOf(one)) === idKey(id));
		if (entry === undefined) throw new Unseen('the service does not show the person');
		return entry;
	}

	/** The contact list, up to `most` people at least. */
	async everyone(most = Infinity): Promise<{ entries: JsonRecord[]; total?: number }> {
		const request = { key: 'subscriber.getAll', pathValues: { contactList: this.setup.list } } as const;
		const list = new PagedList(this.client, request);
		const entries: unknown[] = [];
		while (!list.hasEnded && entries.length <= most && (list.last?.total ?? 0) <= most)
			entries.push(...(await list.more(1)));
		return { entries: entries.filter(isRecord), total: list.last?.total };
	}

	/** The list once all but the import is done. */
	async wholeList(): ReturnType<Session['everyone']> {
		return await this.once('whole list', async () => await this.everyone());
	}

	/** The first person as they joined. */
	async first(): Promise<JsonRecord> {
		return await this.once('first', async () => await this.show(await this.join('ann')));
	}

	/** The person who was toggled, after that. */
	async toggled(): Promise<Subscriber> {
		return await this.once('toggled', async () => parseSubscriber(await this.show(await this.join('cem'))));
	}

	/** Deletes a person. */
	async remove({ email, id }: Person): Promise<Reply> {
		const reply = await this.ask('subscriber.delete', { id });
		if (reply.refusal === undefined) {
			this.ids.get(addressKey(email))?.delete(id);
			this.written.delete(email);
		}
		return reply;
	}

	/** Whether an entry of the list is one of the probe's own people. */
	isOwn(entry: unknown): boolean {
		const own = Object.values(this.emails).map(addressKey);
		return isRecord(entry) && own.includes(addressKey(entry.email));
	}

	pathOf(key: EndpointKey): string {
		return pathOf(this.client.connection, key);
	}

	private keep(shown: JsonRecord): void {
		const id = idOf(shown);
		if (id === undefined || !this.isOwn(shown)) return;
		const key = addressKey(shown.email);
		this.ids.set(key, (this.ids.get(key) ?? new Set()).add(textOf(id)));
	}
}

/** Whether the service works, and did not do this. */
function isRefusal({ status }: UserFacingError): boolean {
	return status !== undefined && status < 500 && ![401, 408, 429].includes(status);
}

export function reasonOf({ message, fieldMessages, serviceMessage, status }: UserFacingError): string {
	const said = fieldMessages[0]?.text ?? serviceMessage;
	return said === undefined || message.includes(said) ? message : `"${said}" (status ${status})`;
}
