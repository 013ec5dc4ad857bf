import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { splitTags } from '../../nodes/EmailMarketing/api/tagText';
import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { routes } from '../../sandbox/routes/routes';
import { ContactList } from '../../sandbox/store/contact-list';
import type { Subscriber } from '../../sandbox/store/records';
import type * as Answers from '../../sandbox/answer';
import type { LoggedRequest } from '../../sandbox/request-log';
import { forgetRuns } from '../forgetRuns';
import type { NodeRun } from '../engine/runNode';
import { byId, useEngine } from '../engine/support';
import { until } from '../engine/until';
import { scaled, seed } from './random';
import { aHistory, type History, type Settings } from './model/histories';
import {
	hiddenAddress,
	importRows,
	same,
	sync,
	tagsOf,
	upsert,
	type People,
	type Person,
	type Verdict,
} from './model/rules';

/**
 * Random lists × random inputs × faults: compares the node with a model of the promises in its panels.
 * A history is a run with random faults, then two runs without faults.
 * `MODEL_SEED=1 npx jest sync-model -t 'Sync List'` repeats a run.
 */

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

let hidesState = false;
/** Nor do lists show one of the addresses. */
function listed({ email, is_subscribed, unsubscribed_at, ...others }: IDataObject): IDataObject {
	const address = addressOf(email) === hiddenAddress ? {} : { email };
	return { ...others, ...address, ...(!hidesState && { is_subscribed, unsubscribed_at }) };
}
jest.mock('../../sandbox/answer', () => {
	const { answer } = jest.requireActual<typeof Answers>('../../sandbox/answer');
	return {
		answer: async (...call: Parameters<typeof answer>) => {
			const { body, ...others } = await answer(...call);
			const { data } = body as { data?: IDataObject[] };
			return { ...others, body: data === undefined ? body : { ...(body as object), data: data.map(listed) } };
		},
	};
});

const engine = useEngine({ empty: true, requestLogSize: 10_000, searches: true });
const endpointPaths = JSON.stringify({
	'subscriber.getByEmail': '/v1/contact-lists/{contactList}/subscriber?filter[email]={email}',
});

/** Whether an update replaces a subscriber or merges its fields, which is not documented. */
let putReplaces = false;
const merge = routes['subscriber.update'];
routes['subscriber.update'] = (call, context) => {
	const { request } = call;
	const whole = { first_name: '', last_name: '', tags: [], ...request.requestBody };
	return merge(putReplaces ? { ...call, request: { ...request, requestBody: whole } } : call, context);
};

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

interface Operation {
	readonly key: string;
	readonly model: typeof sync;
	readonly parameters: (settings: Settings) => INodeParameters;
}

const includeDetails = true;
const syncList: Operation = {
	key: 'subscriber.sync',
	model: sync,
	parameters: ({ removal, onlyTag, dryRun, ...settings }) => {
		const { output, includeInput, optOuts, removeDespiteRejected, resubscribe, useImport, replaceTags } = settings;
		const limits = {
			maxRemovalPercent: settings.maxRemovalPercent,
			maxNameChangePercent: settings.maxNameChangePercent,
			keepNewHours: settings.keepNewHours,
		};
		const shown = { output, includeInput, includeDetails };
		const rules = { optOuts, removeDespiteRejected, resubscribe, useImport, replaceTags };
		return { removal, onlyTag, dryRun, options: { ...shown, ...limits, ...rules } };
	},
};
const createOrUpdate: Operation = {
	key: 'subscriber.upsert',
	model: upsert,
	parameters: ({ output, includeInput }) => ({
		dataMode: 'autoMapInputData',
		options: { output, includeInput, includeDetails, resubscribe: '={{ $json.back === true }}' },
	}),
};
const importAll: Operation = {
	key: 'subscriber.import',
	model: importRows,
	parameters: ({ output, includeInput, knownPeople, skipUnsubscribed, maxNameChangePercent }) => ({
		options: { output, includeInput, includeDetails, knownPeople, skipUnsubscribed, maxNameChangePercent },
	}),
};

const isAsked = ({ optIn, optOut }: History['choice']): boolean => optIn || optOut;
const consentBy = (choice: History['choice']): INodeParameters => ({
	consent: isAsked(choice) ? 'columns' : 'everyone',
	optIn: [choice.optIn ? 'Subscribed' : ''],
	optOut: [choice.optOut ? 'Left' : ''],
});

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Resets the sandbox to only this list. */
function put(people: History['list']): ContactList {
	engine.reset();
	const list = new ContactList(1, uuid(0), 'Model', 0);
	people.forEach(({ firstName, lastName, email, tags, isSubscribed, hasJoined }, index) =>
		list.add({
			uuid: uuid(index + 1),
			firstName: firstName || null,
			lastName: lastName || null,
			email,
			tags: [...tags],
			unsubscribedAt: isSubscribed ? null : 1,
			createdAt: hasJoined ? Date.now() : Date.UTC(2020, 0),
			updatedAt: 0,
			mails: [],
		}),
	);
	engine.sandbox.state.contactLists.push(list);
	return list;
}

const trimmed = (value: unknown): string =>
	textOf(value ?? '')
		.trim()
		.normalize('NFC');
const addressOf = (value: unknown): string => trimmed(value).toLowerCase();

function personOf({ firstName, lastName, tags, unsubscribedAt }: Subscriber): Person {
	return {
		firstName: trimmed(firstName),
		lastName: trimmed(lastName),
		tags: tagsOf(tags),
		isSubscribed: unsubscribedAt === null,
	};
}

/** The subscribers in the list, which must have no duplicates. */
function peopleOf(list: ContactList): Map<string, Person> {
	const people = new Map(list.subscribers.map((subscriber) => [addressOf(subscriber.email), personOf(subscriber)]));
	expect(people.size).toBe(list.subscribers.length);
	return people;
}

function sorted(people: People): Array<[string, Person]> {
	return [...people].sort(([one], [other]) => (one < other ? -1 : 1));
}

interface Seen {
	readonly run: NodeRun;
	readonly wasKilled: boolean;
	readonly writes: readonly LoggedRequest[];
	readonly people: People;
}

class Life {
	private readonly list: ContactList;

	private readonly before: People;

	readonly verdict: Verdict;

	private readonly isStopping: boolean;

	private readonly hidesState: boolean;

	constructor(
		private readonly operation: Operation,
		private readonly history: History,
	) {
		this.hidesState = history.hidesState && operation === createOrUpdate;
		this.list = put(history.list);
		this.before = peopleOf(this.list);
		this.verdict = this.verdictFor(this.before);
		this.isStopping = history.node.onError === 'stopWorkflow';
	}

	private verdictFor(people: People): Verdict {
		const { items, settings, node } = this.history;
		const rows = items.map(({ row }) => row);
		const joined = new Set(this.history.list.filter(({ hasJoined }) => hasJoined).map(({ email }) => addressOf(email)));
		const { hidesState: hides } = this;
		const tries = node.retryOnFail === true ? 2 : 1;
		return this.operation.model(people, rows, { ...settings, joined, tries, hidesState: hides });
	}

	async live(): Promise<void> {
		const { plan, killAt } = this.trouble;
		hidesState = this.hidesState;
		putReplaces = this.history.putReplaces;
		const isCalm = plan === undefined && killAt === undefined;
		const first = await this.run(true);
		this.checkSafe(first);
		if (isCalm) this.checkCalm(first);
		else await this.repeat();
		// The other two operations send all rows each time: another run would show nothing new.
		if (!isCalm && this.operation !== syncList) return;
		const third = await this.repeat();
		// Only rejected rows are sent again.
		if (this.operation === syncList) expect(named(third.writes.filter(({ status }) => status !== 422))).toEqual([]);
	}

	/** Runs again without faults, more than a minute later. */
	private async repeat(): Promise<Seen> {
		forgetRuns();
		// Where opt-outs were done before, the removals that remain may exceed the limit.
		// Where lists show no state, Resubscribe counts only in rows that change something. In a second run, these may be
		// others than in the first.
		const verdict = this.verdictFor(peopleOf(this.list));
		const seen = await this.run(false);
		this.checkSafe(seen);
		this.checkEnd(seen, verdict.fails || this.hidesState ? verdict : this.verdict);
		return seen;
	}

	private get trouble(): Partial<History['trouble']> {
		return this.hidesState ? {} : this.history.trouble;
	}

	private async run(mayFail: boolean): Promise<Seen> {
		const { items, choice, settings, node, hasSearch } = this.history;
		const { trouble } = this;
		const { maxParallelRequests, maxRetries } = settings;
		const { options, ...parameters } = this.operation.parameters(settings);
		const sandbox = engine.sandbox;
		sandbox.faults(mayFail && trouble.plan !== undefined ? { ...trouble.plan, retryAfterSeconds: 0 } : undefined);
		const from = sandbox.requests().length;
		const requests = () => sandbox.requests().slice(from);
		let wasKilled = false;
		let hasEnded = false;
		const run = await engine.run(
			this.operation.key,
			{
				contactList: byId(this.list.uuid),
				...parameters,
				...consentBy(choice),
				options: { ...(options as IDataObject), ...(isAsked(choice) && { consentMayBeMissing: true }) },
				requestOptions: { maxParallelRequests, maxRetries },
			},
			{
				input: items.map(({ json }) => json),
				node,
				credential: { ...engine.credential, ...(hasSearch && { endpointPaths }) },
				onStart: (cancel) => {
					const { killAt, killWhen } = trouble;
					if (!mayFail || killAt === undefined) return;
					const look = (): void => {
						const count = requests().filter(({ durationMs }) => killWhen === 'arrived' || durationMs !== null).length;
						if (count >= killAt) {
							wasKilled = true;
							cancel();
						} else if (!hasEnded) setImmediate(look);
					};
					look();
				},
			},
		);
		hasEnded = true;
		// Requests in flight at the cancellation still arrive.
		for (let turn = 0; wasKilled && turn < 50; turn += 1) await new Promise(setImmediate);
		await until(() => requests().every(({ durationMs }) => durationMs !== null));
		return { run, wasKilled, writes: requests().filter(({ method }) => method !== 'GET'), people: peopleOf(this.list) };
	}

	/** The rules that hold despite any fault. */
	private checkSafe(seen: Seen): void {
		const { people, writes, run, wasKilled } = seen;
		const { before, verdict } = this;
		for (const address of new Set([...before.keys(), ...people.keys()])) {
			const allowed = verdict.onTheWay.get(address) ?? [before.get(address)];
			if (!allowed.some((one) => same(one, people.get(address))))
				expect({ [address]: people.get(address) ?? 'absent' }).toEqual({ [address]: allowed });
		}
		// Nobody is deleted and created again.
		for (const { email, uuid: id } of this.list.subscribers) {
			const old = this.history.list.findIndex((entry) => addressOf(entry.email) === addressOf(email));
			if (old >= 0) expect(id).toBe(uuid(old + 1));
		}
		// A row that the service would reject is sent, and may encounter a fault instead.
		const isQuiet = verdict.onTheWay.size === 0 && !this.history.items.some(({ row }) => row.isRefused);
		if (this.operation === syncList && (isQuiet || this.history.settings.dryRun)) expect(named(writes)).toEqual([]);
		this.checkSentOnce(writes);
		if (!wasKilled && /Nothing was (sent|changed)\./.test(run.error?.description ?? ''))
			expect(named(writes.filter((write) => !wasRefused(write)))).toEqual([]);
		if (wasKilled || run.error !== undefined) return;
		this.checkPairs(run);
		for (const item of [...run.items, ...run.errorItems]) if (!isNothing(item)) this.checkTruth(item, people);
	}

	/** No creation or toggle is sent again once it may have been done. */
	private checkSentOnce(writes: readonly LoggedRequest[]): void {
		const done = new Set<string>();
		for (const write of writes) {
			const names = this.subscribersIn(write);
			expect(names.filter((name) => done.has(name))).toEqual([]);
			if (!wasRefused(write)) names.forEach((name) => done.add(name));
		}
	}

	/** The subscribers that a write creates or toggles. Create or Update sends items with the same address separately. */
	private subscribersIn({ operationId, path, body }: LoggedRequest): string[] {
		if (operationId === 'subscriber.toggleSubscription') return [path];
		if (operationId !== 'subscriber.create' && operationId !== 'subscriber.import') return [];
		const { subscribers: bodies = [body] } = body as { subscribers?: unknown[] };
		const addresses = bodies.map((one) => addressOf((one as { email: unknown }).email));
		return addresses.filter((address) => this.operation !== createOrUpdate || this.isAlone(address));
	}

	private isAlone(address: string): boolean {
		return this.history.items.filter(({ row }) => row.address === address).length === 1;
	}

	/** What is shown of the rows. */
	private get shows(): string {
		const { output, dryRun } = this.history.settings;
		return output ?? (dryRun && this.operation === syncList ? 'plan' : 'rows');
	}

	/** Whether no item shows this result. */
	private isOmitted(result: string): boolean {
		return this.shows === 'plan' ? result === 'unchanged' : this.shows === 'changes' && isQuiet(result);
	}

	/** Each row has one item, unless some are omitted: then no row that changed nothing has one. */
	private checkPairs({ items, errorItems }: NodeRun): void {
		const all = [...items, ...errorItems].filter((item) => !isNothing(item));
		const from = all.flatMap(pairsOf).sort((one, other) => one - other);
		const isPartly = this.shows === 'changes' || this.shows === 'plan';
		expect(from).toEqual(isPartly ? [...new Set(from)] : this.history.items.map((_, item) => item));
		const quiet = all.filter(
			({ json }) => this.isOmitted(resultOf(json)) && !/still subscribed/.test(textOf(json.note)),
		);
		expect(quiet).toEqual([]);
		for (const { json } of all.filter((item) => items.includes(item))) if (!isSummary(json)) this.checkKeys(json);
	}

	/** A row has all keys in their order, and none besides them but its input. */
	private checkKeys(json: IDataObject): void {
		if (json.error !== undefined) return;
		const keys = [
			'action',
			'email',
			'note',
			'first_name',
			'last_name',
			'tags',
			'is_subscribed',
			'uuid',
			'changes',
			'reason',
			'consent',
		];
		expect(Object.keys(json)).toEqual(this.history.settings.includeInput ? [...keys, 'input'] : keys);
	}

	/** Reported successes are in the list, and reported failures are not. */
	private checkTruth(item: INodeExecutionData, people: People): void {
		const { json } = item;
		const result = resultOf(json);
		const [only, ...others] = pairsOf(item);
		if (others.length > 0 || isSummary(json) || result.startsWith('would ')) return;
		const address = only === undefined ? addressOf(json.email) : (this.history.items[only]?.row.address ?? '');
		const person = people.get(address);
		const isAlone = this.isAlone(address);
		if (result === 'deleted')
			expect({ address, person, state: json.is_subscribed }).toEqual({ address, person: undefined, state: false });
		if (result === 'unsubscribed')
			expect({ address, person: { ...person, isSubscribed: person?.isSubscribed } }).toEqual({
				address,
				person: { ...this.before.get(address), isSubscribed: false },
			});
		if (result === 'untagged') {
			const { tags = [], ...others } = this.before.get(address) ?? {};
			const left = tags.filter((tag) => tag !== this.history.settings.onlyTag.toLowerCase());
			expect({ address, person }).toEqual({ address, person: { ...others, tags: left } });
		}
		if (['created', 'updated', 'unchanged', 'resubscribed', 'imported'].includes(result)) {
			expect({ address, isThere: person !== undefined }).toEqual({ address, isThere: true });
			if (person !== undefined && (isAlone || this.operation !== createOrUpdate))
				expect({ address, ...this.shownIn(json, person) }).toEqual({ address, ...person });
		}
		const isUnsure = result === 'unknown' || /may have (happened|been done)/.test(JSON.stringify(json));
		if (['failed', 'rejected', 'error'].includes(result) && isAlone && !isUnsure && !this.before.has(address))
			expect({ address, person }).toEqual({ address, person: undefined });
	}

	/** A person as an item shows them; of someone without an ID, only what was sent is known, and other fields count as equal. */
	private shownIn(json: IDataObject, person: Person): Person {
		const isKnown = (value: unknown): boolean => json.uuid !== '' || value !== '';
		const hasState = json.is_subscribed !== null || (json.uuid !== '' && !this.hidesState);
		return {
			firstName: isKnown(json.first_name) ? trimmed(json.first_name) : person.firstName,
			lastName: isKnown(json.last_name) ? trimmed(json.last_name) : person.lastName,
			tags: isKnown(json.tags) ? tagsOf(splitTags(textOf(json.tags))) : person.tags,
			isSubscribed: hasState ? json.is_subscribed === true : person.isSubscribed,
		};
	}

	/** Without faults, each row has the result of the model. */
	private checkCalm(seen: Seen): void {
		const { run, people } = seen;
		const { labels, fails, removed } = this.verdict;
		expect(run.error !== undefined).toBe(fails && this.isStopping);
		this.checkEnd(seen);
		if (run.error !== undefined) return;
		if (this.shows === 'summary') return this.checkSummary(run);
		const { dryRun } = this.history.settings;
		const items = [...run.items, ...run.errorItems];
		if (this.shows === 'plan')
			expect(items.filter(isNothing).map(({ json }) => json.note)).toEqual(unchangedNote(labels));
		const all = items.filter((item) => !isNothing(item) && !this.isOmitted(resultOf(item.json)));
		const word = (label: string): string => (dryRun && this.operation === syncList ? (planned[label] ?? label) : label);
		const isMoved = this.history.node.onError === 'continueErrorOutput';
		const shownAs = (label: string) => (isMoved && ['failed', 'rejected'].includes(label) ? 'error' : word(label));
		const expected = labels.map(shownAs).map((label) => (this.isOmitted(label) ? '' : label));
		const result = expected.map((_, index) =>
			all
				.filter((item) => pairsOf(item).includes(index))
				.map(({ json }) => resultOf(json))
				.join(),
		);
		expect(result).toEqual(expected);
		const gone = all
			.filter((item) => pairsOf(item).length === 0)
			.map(({ json }) => [addressOf(json.email), resultOf(json)]);
		expect(gone.sort()).toEqual([...removed].map(([address, label]) => [address, shownAs(label)]).sort());
		expect(people.size).toBe(this.list.subscribers.length);
	}

	/** Without faults, the counts are those of the model. */
	private checkSummary({ items }: NodeRun): void {
		const { labels, removed } = this.verdict;
		const isDryRun = this.operation === syncList && this.history.settings.dryRun;
		const all = [...labels, ...removed.values()].filter((label) => label !== 'would stop');
		const words = all.map((label) => (isDryRun ? (planned[label] ?? label) : label));
		for (const { json } of items.filter((item) => isSummary(item.json))) {
			const { contact_list: name, rows, message, uuid: id, ...all } = json;
			const { opted_out, contradicted, repeated, ...counts } = all;
			expect(Number(opted_out) + Number(contradicted) + Number(repeated)).toBeLessThanOrEqual(Number(counts.skipped));
			expect([name, rows, id]).toEqual([this.list.uuid, labels.length, this.list.uuid]);
			const isRefused = labels.includes('failed') || removed.has('');
			expect(message !== undefined).toBe(this.operation === importAll || isRefused);
			const counted = Object.entries(counts).filter(([, count]) => count !== 0);
			expect(Object.fromEntries(counted)).toEqual(
				Object.fromEntries(words.map((word) => [word, words.filter((other) => other === word).length])),
			);
			expect(Object.keys(all)).toHaveLength(16);
		}
	}

	private checkEnd({ people }: Seen, { after }: Verdict = this.verdict): void {
		expect(sorted(people)).toEqual(sorted(after));
	}
}

function named(writes: readonly LoggedRequest[]): string[] {
	return writes.map(({ method, path, status, fault }) => `${method} ${path}: ${status}, ${fault ?? 'unharmed'}`);
}

/** Whether the response shows that the service did nothing. */
function wasRefused({ fault, status }: LoggedRequest): boolean {
	if (['503-retry-after', 'says-failed', 'redirect'].includes(fault ?? 'none')) return true;
	return status !== null && status >= 400 && status < 500 && status !== 408;
}

function pairsOf({ pairedItem = [] }: INodeExecutionData): number[] {
	return [pairedItem].flat().map((pair) => (typeof pair === 'number' ? pair : pair.item));
}

/** The words of a dry run. */
const planned: Readonly<Record<string, string>> = {
	created: 'would create',
	imported: 'would import',
	updated: 'would update',
	resubscribed: 'would resubscribe',
	unsubscribed: 'would unsubscribe',
	deleted: 'would delete',
	untagged: 'would remove tag',
};

/** The last row of a dry run, in place of those that change nothing. */
function unchangedNote(labels: readonly string[]): string[] {
	const count = labels.filter((label) => label === 'unchanged').length;
	if (count === 0) return [];
	return [`${count === 1 ? '1 row' : `${count} rows`}: nothing differs`];
}

/** The row in place of changes. */
function isNothing({ json }: INodeExecutionData): boolean {
	return /nothing differs$/.test(textOf(json.note ?? '')) && json.email === '';
}

function isQuiet(result: string): boolean {
	return result === 'unchanged' || result === 'skipped';
}

function isSummary(json: IDataObject): boolean {
	return 'contact_list' in json;
}

function resultOf({ action, error }: IDataObject): string {
	return error === undefined ? textOf(action) : 'error';
}

describe('a random list, a random input and faults', () => {
	it.each<[string, Operation, number]>([
		['Sync List', syncList, 1000],
		['Create or Update', createOrUpdate, 400],
		['Import', importAll, 250],
	])(
		`%s ends as in the model, and no subscriber is lost, duplicated or subscribed against their will (MODEL_SEED=${seed})`,
		async (_, operation, histories) => {
			await fc.assert(
				fc.asyncProperty(aHistory, async (history) => await new Life(operation, history).live()),
				{ numRuns: scaled(histories), seed },
			);
		},
		300_000,
	);
});
