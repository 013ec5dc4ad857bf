/**
 * What Import, Create or Update and Sync List must do to a contact list, according to their panels.
 * Independent of the node's code: it knows what each row means, but not how the node reads rows, plans or sends.
 */

export interface Person {
	readonly firstName: string;
	readonly lastName: string;
	/** Sorted, in lowercase, without duplicates. */
	readonly tags: readonly string[];
	readonly isSubscribed: boolean;
}

/** By address, in lowercase. */
export type People = ReadonlyMap<string, Person>;

/** The content of a row; fields that it lacks stay as they are. */
export interface Row {
	/** '' for none that can be read. */
	readonly address: string;
	readonly firstName?: string;
	readonly lastName?: string;
	readonly tags?: readonly string[];
	readonly isOptedOut: boolean;
	/** Whether it opts out by a clear no. */
	readonly isClear?: boolean;
	/** Whether Create or Update may resubscribe its person. */
	readonly isBack?: boolean;
	/** Whether the service rejects it. */
	readonly isRefused: boolean;
}

export interface Rules {
	/** For Sync List. */
	readonly removal: 'keep' | 'unsubscribe' | 'delete';
	readonly optOuts: 'skip' | 'unsubscribe';
	readonly resubscribe: boolean;
	/** For Import. */
	readonly skipUnsubscribed: boolean;
	readonly knownPeople: 'import' | 'update';
	/** How often n8n runs the node: Retry On Fail repeats failed rows after all others. */
	readonly tries: number;
}

export interface Verdict {
	/** The result of each row: the word in its output, or `error`. */
	readonly labels: readonly string[];
	readonly after: People;
	/** The result for subscribers in no row, by address; `held` for those who are kept. */
	readonly removed: ReadonlyMap<string, string>;
	/** Whether a node that stops on errors stops without any fault. */
	readonly fails: boolean;
	/** The states that subscribers may have during the run, by address; nobody else may change. */
	readonly onTheWay: ReadonlyMap<string, ReadonlyArray<Person | undefined>>;
}

type Model = (before: People, rows: readonly Row[], rules: Rules) => Verdict;

export function same(one: Person | undefined, other: Person | undefined): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

export function tagsOf(tags: readonly string[]): string[] {
	return [...new Set(tags.map((tag) => tag.toLowerCase()))].sort();
}

/** How a row changes the present tags. A row without tags changes none. */
type TagsRule = 'set' | 'add';

const newcomer: Person = { firstName: '', lastName: '', tags: [], isSubscribed: true };

/** A person after a row: new ones are subscribed, others keep their state. */
function personAfter(present: Person | undefined, row: Row, rule: TagsRule): Person {
	const { firstName, lastName, tags, isSubscribed } = present ?? newcomer;
	const { tags: given = [] } = row;
	return {
		firstName: row.firstName ?? firstName,
		lastName: row.lastName ?? lastName,
		tags: given.length === 0 ? tags : tagsOf(rule === 'add' ? [...tags, ...given] : given),
		isSubscribed,
	};
}

/** The result of a row that is not sent; `undefined` for one that is. */
function excluded(rows: readonly Row[], { address }: Row): 'skipped' | 'rejected' | undefined {
	if (address === '') return 'rejected';
	// An opt-out in any row of the address counts for all of them.
	return rows.some((other) => other.address === address && other.isOptedOut) ? 'skipped' : undefined;
}

/** The last row to send for each address. */
function winners(rows: readonly Row[]): Map<string, Row> {
	return new Map(rows.filter((row) => excluded(rows, row) === undefined).map((row) => [row.address, row]));
}

/** The row by which each person is unsubscribed: of their rows that opt out, the first with a clear no. */
function leavers(rows: readonly Row[]): Map<string, Row> {
	const leaving = rows.filter(({ isOptedOut, isClear }) => isOptedOut && isClear === true);
	return new Map(leaving.toReversed().map((row) => [row.address, row]));
}

/** Whether all rows were rejected, apart from those skipped on purpose. */
function isAllRejected(labels: readonly string[]): boolean {
	return labels.includes('rejected') && labels.every((label) => label === 'rejected' || label === 'skipped');
}

/** A row with the tags of all rows of its address. */
function merged(row: Row, rows: readonly Row[]): Row {
	const same = rows.filter((other) => other.address === row.address);
	return { ...row, tags: same.flatMap(({ tags = [] }) => tags) };
}

export const sync: Model = (before, rows, rules) => {
	const wanted = winners(rows);
	const leaving = rules.optOuts === 'unsubscribe' ? leavers(rows) : new Map<string, Row>();
	const after = new Map(before);
	const onTheWay = new Map<string, Array<Person | undefined>>();
	const labels = rows.map((row) => {
		const { address, isRefused } = row;
		const present = before.get(address);
		if (leaving.get(address) === row && present?.isSubscribed === true) {
			const gone = { ...present, isSubscribed: false };
			after.set(address, gone);
			onTheWay.set(address, [present, gone]);
			return 'unsubscribed';
		}
		const label = excluded(rows, row);
		if (label !== undefined) return label;
		if (wanted.get(address) !== row) return 'skipped';
		const changed = personAfter(present, merged(row, rows), 'add');
		const isBack = present?.isSubscribed === false && rules.resubscribe;
		const target = isBack ? { ...changed, isSubscribed: true } : changed;
		if (same(present, target)) return 'unchanged';
		if (isRefused) return 'rejected';
		after.set(address, target);
		onTheWay.set(address, [present, changed, target]);
		if (present === undefined) return 'created';
		return isBack ? 'resubscribed' : 'updated';
	});
	// A rejected row may be a subscriber under another address.
	const isHeld = labels.includes('rejected');
	const isNothing = rows.length === 0 || (wanted.size + leaving.size === 0 && isHeld);
	const missing = isNothing ? [] : [...before].filter(([address]) => !rows.some((row) => row.address === address));
	const removed = new Map<string, string>();
	for (const [address, present] of missing) {
		if (rules.removal === 'keep' || (rules.removal === 'unsubscribe' && !present.isSubscribed)) continue;
		removed.set(address, isHeld ? 'held' : `${rules.removal}d`);
		if (isHeld) continue;
		if (rules.removal === 'delete') after.delete(address);
		else after.set(address, { ...present, isSubscribed: false });
		onTheWay.set(address, [present, after.get(address)]);
	}
	return { labels, after, removed, fails: isAllRejected(labels), onTheWay };
};

/** The last row of each address, with the tags of all of them. */
export const importRows: Model = (before, rows, rules) => {
	const wanted = winners(rows);
	const after = new Map(before);
	const onTheWay = new Map<string, Array<Person | undefined>>();
	const labels = rows.map((row) => {
		const { address } = row;
		const label = excluded(rows, row);
		if (label !== undefined) return label;
		if (wanted.get(address) !== row) return 'skipped';
		const present = before.get(address);
		const target = personAfter(present, merged(row, rows), rules.skipUnsubscribed ? 'add' : 'set');
		if (rules.skipUnsubscribed && present?.isSubscribed === false) return 'skipped';
		if (rules.skipUnsubscribed && same(present, target)) return 'unchanged';
		if (row.isRefused) return 'rejected';
		after.set(address, target);
		onTheWay.set(address, [present, target]);
		if (!rules.skipUnsubscribed) return 'imported';
		if (present === undefined) return 'created';
		return rules.knownPeople === 'import' ? 'imported' : 'updated';
	});
	return { labels, after, removed: new Map(), fails: isAllRejected(labels), onTheWay };
};

/** Each row on its own, those with the same address in order; tags are added. */
export const upsert: Model = (before, rows, rules) => {
	const after = new Map(before);
	const done: Row[] = [];
	const labels = rows.map((row) => {
		const { address, isRefused } = row;
		const label = excluded(rows, row);
		if (label !== undefined) return label;
		const present = after.get(address);
		if (isRefused) return 'rejected';
		done.push(row);
		const target = backAfter(personAfter(present, row, 'add'), row);
		if (same(present, target)) return 'unchanged';
		after.set(address, target);
		if (present === undefined) return 'created';
		return present.isSubscribed === target.isSubscribed ? 'updated' : 'resubscribed';
	});
	const onTheWay = statesBetween(before, done, rules);
	return { labels, after, removed: new Map(), fails: isAllRejected(labels), onTheWay };
};

function backAfter(person: Person, { isBack = false }: Row): Person {
	return { ...person, isSubscribed: person.isSubscribed || isBack };
}

/** Any of the rows may have failed, and those after it may have been done. */
function statesBetween(before: People, rows: readonly Row[], rules: Rules): Map<string, Array<Person | undefined>> {
	const states = new Map<string, Array<Person | undefined>>();
	for (const row of Array.from({ length: rules.tries }, () => rows).flat()) {
		const present = states.get(row.address) ?? [before.get(row.address)];
		const changed = present.map((person) => personAfter(person, row, 'add'));
		const all = [...present, ...changed, ...changed.map((person) => backAfter(person, row))];
		states.set(
			row.address,
			all.filter((one, index) => all.findIndex((other) => same(one, other)) === index),
		);
	}
	return states;
}
