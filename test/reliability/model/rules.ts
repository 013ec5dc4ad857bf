/**
 * What Import, Create or Update and Sync List are to make of a contact list, from what their panels promise.
 * It is written on its own: it knows what each row means, and nothing of how the node reads rows, plans or sends.
 */

export interface Person {
	readonly firstName: string;
	readonly lastName: string;
	/** Sorted, each once. */
	readonly tags: readonly string[];
	readonly isSubscribed: boolean;
}

/** By address, in lower case and without blanks. */
export type People = ReadonlyMap<string, Person>;

/** What a row says; what it does not give stays as it is. */
export interface Row {
	readonly kind: 'person' | 'blank' | 'unreadable';
	/** '' where it has none. */
	readonly address: string;
	readonly firstName?: string;
	readonly lastName?: string;
	readonly tags?: readonly string[];
	readonly isOptedOut: boolean;
	/** Whether the service refuses what is in it. */
	readonly isRefused: boolean;
}

export interface Rules {
	readonly includeUnsubscribed: boolean;
	readonly tagsMode: 'replace' | 'add' | 'remove';
	/** Of Sync List. */
	readonly removal: 'keep' | 'unsubscribe' | 'delete';
	readonly resubscribe: boolean;
	readonly maxRemovalPercent: number;
	readonly dryRun: boolean;
	/** Of Import. */
	readonly readListFirst: boolean;
	/** How often n8n runs the node: with Retry On Fail what failed comes again, after all that did not. */
	readonly tries: number;
}

export interface Verdict {
	/** What becomes of each row: the word in its output, or `error`. */
	readonly labels: readonly string[];
	readonly after: People;
	/** What becomes of those in no row, by address. */
	readonly removed: ReadonlyMap<string, string>;
	/** Whether a node that stops at failures stops, though the service takes everything that is no nonsense. */
	readonly fails: boolean;
	/** The states that people may be in on the way, by address; nobody else may change. */
	readonly onTheWay: ReadonlyMap<string, ReadonlyArray<Person | undefined>>;
}

type Model = (before: People, rows: readonly Row[], rules: Rules) => Verdict;

export function same(one: Person | undefined, other: Person | undefined): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

export function tagsOf(tags: readonly string[]): string[] {
	return [...new Set(tags.map((tag) => tag.trim().normalize('NFC')))].sort();
}

function tagsWith(present: readonly string[], { tags }: Row, { tagsMode }: Rules): readonly string[] {
	if (tags === undefined) return present;
	if (tagsMode === 'add') return tagsOf([...present, ...tags]);
	return tagsMode === 'remove' ? present.filter((tag) => !tags.includes(tag)) : tagsOf(tags);
}

/** Somebody after a row: new ones are subscribed, all others stay as they are in this. */
function personAfter(present: Person | undefined, row: Row, rules: Rules): Person {
	const { firstName, lastName, tags, isSubscribed } = present ?? {
		firstName: '',
		lastName: '',
		tags: [],
		isSubscribed: true,
	};
	return {
		firstName: row.firstName ?? firstName,
		lastName: row.lastName ?? lastName,
		tags: tagsWith(tags, row, rules),
		isSubscribed,
	};
}

/** The rows that count, by address: the last one of each, and none of those of whom any row says that they have gone. */
function winners(rows: readonly Row[], { includeUnsubscribed }: Rules): Map<string, Row> {
	const last = new Map(rows.filter(({ kind }) => kind === 'person').map((row) => [row.address, row]));
	if (!includeUnsubscribed) for (const { isOptedOut, address } of rows) if (isOptedOut) last.delete(address);
	return last;
}

function nothingDone(before: People, labels: readonly string[], fails: boolean): Verdict {
	return { labels, after: before, removed: new Map(), fails, onTheWay: new Map() };
}

export const sync: Model = (before, rows, rules) => {
	const wanted = winners(rows, rules);
	const isUnread = rows.some(({ kind }) => kind === 'unreadable');
	if (rows.length === 0) return nothingDone(before, [], false);
	if (rows.every(({ kind }) => kind === 'blank'))
		return nothingDone(
			before,
			rows.map(() => 'error'),
			true,
		);
	if (wanted.size === 0 && isUnread)
		return nothingDone(
			before,
			rows.map(({ kind }) => (kind === 'unreadable' ? 'error' : 'skipped')),
			true,
		);

	const removed = removedBy(before, rows, isUnread ? { ...rules, removal: 'keep' } : rules);
	const base =
		rules.removal === 'delete' ? before.size : [...before.values()].filter(({ isSubscribed }) => isSubscribed).length;
	const isGuarded = removed.size > 0 && removed.size / base > rules.maxRemovalPercent / 100;
	if (isGuarded && !rules.dryRun)
		return nothingDone(
			before,
			rows.map(() => 'error'),
			true,
		);

	const after = new Map(before);
	const onTheWay = new Map<string, Array<Person | undefined>>();
	const labels = rows.map((row) => {
		const { kind, address, isRefused } = row;
		if (kind === 'unreadable') return 'failed';
		if (wanted.get(address) !== row) return 'skipped';
		const present = before.get(address);
		const changed = personAfter(present, row, rules);
		const isBack = present?.isSubscribed === false && rules.resubscribe;
		const target = isBack ? { ...changed, isSubscribed: true } : changed;
		if (same(present, target)) return 'unchanged';
		// Only what is sent can be refused; a dry run does not know.
		if (isRefused && !rules.dryRun) return 'failed';
		after.set(address, target);
		onTheWay.set(address, [present, changed, target]);
		return present === undefined ? 'created' : isBack ? 'resubscribed' : 'updated';
	});
	// A row that was refused may be a subscriber under another address.
	const isHeld = labels.includes('failed');
	const done = isHeld && !rules.dryRun ? new Map<string, string>() : removed;
	for (const [address, action] of done) {
		const present = before.get(address) as Person;
		const gone = action === 'deleted' ? undefined : { ...present, isSubscribed: false };
		onTheWay.set(address, [present, gone]);
		if (gone === undefined) after.delete(address);
		else after.set(address, gone);
	}
	if (rules.dryRun) return { ...nothingDone(before, labels, false), removed };
	const isInVain =
		labels.includes('failed') &&
		rows.some(({ kind }, index) => labels[index] === 'failed' && kind === 'person') &&
		onTheWay.size === 0 &&
		!labels.includes('unchanged');
	return { labels, after, removed: done, fails: isInVain, onTheWay };
};

/** Those in no row at all, whatever becomes of that row. */
function removedBy(before: People, rows: readonly Row[], { removal }: Rules): Map<string, string> {
	const named = new Set(rows.map(({ address }) => address));
	const missing = removal === 'keep' ? [] : [...before].filter(([address]) => !named.has(address));
	if (removal === 'delete') return new Map(missing.map(([address]) => [address, 'deleted']));
	return new Map(missing.filter(([, { isSubscribed }]) => isSubscribed).map(([address]) => [address, 'unsubscribed']));
}

export const importRows: Model = (before, rows, rules) => {
	const wanted = winners(rows, rules);
	const isRead = rules.readListFirst || rules.tagsMode !== 'replace';
	const after = new Map(before);
	const onTheWay = new Map<string, Array<Person | undefined>>();
	const labels = rows.map((row) => {
		const { kind, address, isRefused } = row;
		if (kind === 'unreadable') return 'rejected';
		if (kind === 'blank' || !wanted.has(address)) return 'skipped';
		if (wanted.get(address) !== row) return 'duplicate';
		const present = before.get(address);
		const target = personAfter(present, row, rules);
		if (isRead && !rules.includeUnsubscribed && present?.isSubscribed === false) return 'skipped';
		if (rules.tagsMode !== 'replace' && same(present, target)) return 'skipped';
		if (isRefused) return 'rejected';
		after.set(address, target);
		onTheWay.set(address, [present, target]);
		return 'imported';
	});
	return { labels, after, removed: new Map(), fails: wanted.size === 0 && labels.includes('rejected'), onTheWay };
};

/** Each item by itself, those with the same address in their order; tags are added. */
export const upsert: Model = (before, rows, given) => {
	const rules: Rules = { ...given, tagsMode: 'add' };
	const after = new Map(before);
	const done: Row[] = [];
	const labels = rows.map((row) => {
		const { kind, address, isOptedOut, isRefused } = row;
		if (kind === 'blank') return 'skipped';
		if (kind !== 'person') return 'error';
		if (isOptedOut && !rules.includeUnsubscribed) return 'skipped';
		const present = after.get(address);
		const target = personAfter(present, row, rules);
		if (isRefused) return 'error';
		done.push(row);
		if (same(present, target)) return 'unchanged';
		after.set(address, target);
		return present === undefined ? 'created' : 'updated';
	});
	return {
		labels,
		after,
		removed: new Map(),
		fails: labels.includes('error'),
		onTheWay: statesBetween(before, done, rules),
	};
};

/** Any of the rows may have failed, and those after it may have been done. */
function statesBetween(before: People, rows: readonly Row[], rules: Rules): Map<string, Array<Person | undefined>> {
	const states = new Map<string, Array<Person | undefined>>();
	for (const row of Array.from({ length: rules.tries }, () => rows).flat()) {
		const present = states.get(row.address) ?? [before.get(row.address)];
		const all = [...present, ...present.map((person) => personAfter(person, row, rules))];
		states.set(
			row.address,
			all.filter((one, index) => all.findIndex((other) => same(one, other)) === index),
		);
	}
	return states;
}
