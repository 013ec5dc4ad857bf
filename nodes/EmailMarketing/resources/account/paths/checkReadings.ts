import { collectionOf, endpoints, type ReadingKey } from '../../../api/endpoints';
import type { EndpointPaths } from '../../../api/endpointPaths';
import { readPage } from '../../../api/pagination';
import { idOf } from '../../../api/response';
import { spellingsOf } from '../../../api/pathSpellings';
import type { ApiClient } from '../../../transport/ApiClient';
import { PathTrier, type Trial, type Wish } from './PathTrier';

/** What was found out about the paths of the operations that read. */
export interface Findings {
	/** All that was tried, in that order; the path in use first. */
	readonly trials: ReadonlyMap<ReadingKey, readonly Trial[]>;
	/** Why an operation could not be tried. */
	readonly untried: ReadonlyMap<ReadingKey, string>;
	/** What is missing at the end of the Base URL. */
	readonly missingStart?: string;
}

/** Read without the ID of anything. */
const plainKeys = [
	'account.get',
	'campaign.getAll',
	'contactList.getAll',
	'domain.getAll',
	'template.getAll',
] as const satisfies readonly ReadingKey[];

/** What services put in front of `/v1`, and users forget in the Base URL. */
const starts = ['/api'];

/** So many lists are looked through for a subscriber. */
const maxLists = 3;

/** Tries the paths of all operations that read, one at a time, and the usual spellings of those that are not found. */
export async function checkReadings(client: ApiClient): Promise<Findings> {
	const check = new ReadingCheck(client);
	return await check.run();
}

/** The path that an operation was found at. */
export function foundAt(trials: readonly Trial[] | undefined): Trial | undefined {
	return trials?.find(({ result }) => result === 'ok');
}

class ReadingCheck {
	private readonly trier: PathTrier;

	private readonly trials = new Map<ReadingKey, Trial[]>();

	private readonly untried = new Map<ReadingKey, string>();

	constructor(private readonly client: ApiClient) {
		this.trier = new PathTrier(client);
	}

	async run(): Promise<Findings> {
		const { trials, untried } = this;
		for (const key of plainKeys) await this.try(key, this.pathInUse(key));
		const missingStart = [...trials.values()].every(([trial]) => trial?.result === 'notFound')
			? await this.findStart()
			: undefined;
		if (missingStart === undefined) for (const key of plainKeys) await this.respell(key);
		await this.tryNested();
		return { trials, untried, missingStart };
	}

	private pathInUse(key: ReadingKey): string {
		return this.client.endpointPaths[key] ?? endpoints[key].path;
	}

	private async try(key: ReadingKey, path: string, wish?: Wish): Promise<Trial> {
		const trial = await this.trier.try(key, path, wish);
		this.trials.set(key, [...(this.trials.get(key) ?? []), trial]);
		return trial;
	}

	/** Tries other spellings where nothing was found, as far as the first that is found. */
	private async respell(key: ReadingKey, pathValues?: Wish['pathValues']): Promise<void> {
		const [{ result, path } = { result: 'ok' as const, path: '' }] = this.trials.get(key) ?? [];
		if (result !== 'notFound') return;
		for (const spelling of spellingsOf(key, path, this.found())) {
			const { result: came, status } = await this.try(key, spelling, { pathValues, isGuess: true });
			// A service that takes no more requests, or is gone, takes no other spelling either.
			if (came === 'ok' || status === undefined || status === 429) return;
		}
	}

	/** An address at which nothing is may lack what stands in front of every path. The path of the contact lists begins as a documented one. */
	private async findStart(): Promise<string | undefined> {
		const key = 'contactList.getAll';
		for (const start of starts.filter((part) => !this.client.baseUrl.endsWith(part))) {
			if ((await this.trier.try(key, start + endpoints[key].path, { isGuess: true })).result === 'ok') return start;
		}
		return undefined;
	}

	/** What stands in a contact list needs one that there is. */
	private async tryNested(): Promise<void> {
		const lists = foundAt(this.trials.get('contactList.getAll'));
		const ids = idsIn('contactList.getAll', lists);
		const [contactList] = ids;
		if (contactList === undefined) {
			const why =
				lists === undefined
					? 'It takes a contact list, and where to read those was not found out'
					: 'It takes a contact list, and the account has none: create one and check again';
			this.untried.set('subscriber.getAll', why).set('subscriber.get', why);
			return;
		}
		await this.try('subscriber.getAll', this.pathInUse('subscriber.getAll'), { pathValues: { contactList } });
		await this.respell('subscriber.getAll', { contactList });
		await this.trySubscriber(ids);
	}

	private async trySubscriber(lists: readonly string[]): Promise<void> {
		const subscribers = foundAt(this.trials.get('subscriber.getAll'));
		const pathValues = subscribers === undefined ? undefined : await this.findSubscriber(subscribers, lists);
		if (pathValues === undefined) {
			const why =
				subscribers === undefined
					? 'It takes a subscriber, and where to read those was not found out'
					: `It takes a subscriber, and the first ${lists.length === 1 ? 'contact list has' : `${lists.length} contact lists have`} none: create one and check again`;
			this.untried.set('subscriber.get', why);
			return;
		}
		await this.try('subscriber.get', this.pathInUse('subscriber.get'), { pathValues });
		await this.respell('subscriber.get', pathValues);
	}

	private async findSubscriber(
		first: Trial,
		[contactList = '', ...others]: readonly string[],
	): Promise<Record<string, string> | undefined> {
		const [subscriber] = idsIn('subscriber.getAll', first);
		if (subscriber !== undefined) return { contactList, subscriber };
		const [next] = others;
		if (next === undefined) return undefined;
		return await this.findSubscriber(
			await this.trier.try('subscriber.getAll', first.path, { pathValues: { contactList: next } }),
			others,
		);
	}

	private found(): EndpointPaths {
		return Object.fromEntries([...this.trials].map(([key, trials]) => [key, foundAt(trials)?.path]));
	}
}

/** The IDs of the first things on a page. */
function idsIn(key: ReadingKey, trial: Trial | undefined): string[] {
	const { items = [] } = readPage(trial?.body, collectionOf(key)) ?? {};
	const ids = items.map(idOf).filter((id) => typeof id === 'string' || typeof id === 'number');
	return ids.slice(0, maxLists).map(String);
}
