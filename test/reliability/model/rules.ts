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

/** By address, in lowercase and trimmed. */
export type People = ReadonlyMap<string, Person>;

/** The content of a row; fields that it lacks stay as they are. */
export interface Row {
	readonly kind: 'person' | 'blank' | 'unreadable';
	/** '' for none. */
	readonly address: string;
	readonly firstName?: string;
	readonly lastName?: string;
	readonly tags?: readonly string[];
	/** Whether its cell for tags is there and empty. */
	readonly clearsTags?: boolean;
	readonly isOptedOut: boolean;
	/** Whether it opts out by a clear no. */
	readonly isClear?: boolean;
	/** Whether a cell about consent is broken: it may be a no. */
	readonly isBroken?: boolean;
	/** Whether Create or Update may resubscribe its person. */
	readonly isBack?: boolean;
	/** Whether the service rejects it. */
	readonly isRefused: boolean;
}

export interface Rules {
	/** For Sync List. */
	readonly removal: 'keep' | 'unsubscribe' | 'delete' | 'removeTag';
	/** '' for the whole list. */
	readonly onlyTag: string;
	readonly optOuts: 'skip' | 'unsubscribe';
	readonly removeDespiteRejected: boolean;
	readonly resubscribe: boolean;
	readonly maxRemovalPercent: number;
	readonly dryRun: boolean;
	/** For Import. */
	readonly skipUnsubscribed: boolean;
	readonly knownPeople: 'import' | 'update';
	/** For Sync List: never with a tag. */
	readonly replaceTags: boolean;
	/** For Sync List: new people are imported. */
	readonly useImport: boolean;
	readonly keepNewHours: 0 | 24;
	/** For Sync List and Import. */
	readonly maxNameChangePercent: number;
	/** The addresses of those who have joined within a day. */
	readonly joined: ReadonlySet<string>;
	/** Whether only responses to a write show the subscription. */
	readonly hidesState: boolean;
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

/** The address that the service does not show; no row has it. */
export const hiddenAddress = 'p14@example.com';

type Model = (before: People, rows: readonly Row[], rules: Rules) => Verdict;

export function same(one: Person | undefined, other: Person | undefined): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

export function tagsOf(tags: readonly string[]): string[] {
	return [...new Set(tags.map((tag) => tag.trim().normalize('NFC').toLowerCase()))].sort();
}

/** How a row changes the present tags. A row without tags changes none. */
type TagsRule = 'set' | 'add';

function tagsWith(present: readonly string[], { tags = [], clearsTags }: Row, rule: TagsRule): readonly string[] {
	if (rule === 'set' && clearsTags === true) return [];
	if (tags.length === 0) return present;
	return tagsOf(rule === 'add' ? [...present, ...tags] : tags);
}

const newcomer: Person = { firstName: '', lastName: '', tags: [], isSubscribed: true };

/** A person after a row: new ones are subscribed, others keep their state. */
function personAfter(present: Person | undefined, row: Row, rule: TagsRule): Person {
	const { firstName, lastName, tags, isSubscribed } = present ?? newcomer;
	return {
		firstName: row.firstName ?? firstName,
		lastName: row.lastName ?? lastName,
		tags: tagsWith(tags, row, rule),
		isSubscribed,
	};
}

/** The result of a row that is not sent; `undefined` for one that is. */
function excluded(rows: readonly Row[], { kind, address }: Row): 'skipped' | 'rejected' | undefined {
	if (kind === 'blank') return 'skipped';
	// What any row of the address says about consent counts for all of them.
	const all = rows.filter((other) => address !== '' && other.address === address);
	if (all.some((row) => row.isClear)) return 'skipped';
	if (all.some((row) => row.isBroken)) return 'rejected';
	if (all.some((row) => row.isOptedOut)) return 'skipped';
	return kind === 'unreadable' ? 'rejected' : undefined;
}

/** The last row to send for each address. */
function winners(rows: readonly Row[]): Map<string, Row> {
	return new Map(rows.filter((row) => excluded(rows, row) === undefined).map((row) => [row.address, row]));
}

/** The row by which each person is unsubscribed: of their rows that opt out, the first with a clear no. */
function leavers(rows: readonly Row[]): Map<string, Row> {
	const leaving = rows.filter(({ address, isOptedOut, isClear }) => address !== '' && isOptedOut && isClear === true);
	return new Map(leaving.toReversed().map((row) => [row.address, row]));
}

function isThere(before: People, { address }: Row): boolean {
	return before.get(address)?.isSubscribed === true;
}

/** Whether all rows were rejected, apart from those skipped on purpose. */
function isAllRejected(labels: readonly string[]): boolean {
	return labels.includes('rejected') && labels.every((label) => label === 'rejected' || label === 'skipped');
}

function nothingDone(before: People, labels: readonly string[], fails: boolean): Verdict {
	return { labels, after: before, removed: new Map(), fails, onTheWay: new Map() };
}

export const sync: Model = (before, rows, rules) => {
	const wanted = winners(rows);
	const leaving = rules.optOuts === 'unsubscribe' ? leavers(rows) : new Map<string, Row>();
	const toLeave = (row: Row): boolean => leaving.get(row.address) === row;
	const unread = rows.filter((row) => excluded(rows, row) === 'rejected').length;
	const isUnread = unread > 0;
	const filled = rows.filter(({ kind }) => kind !== 'blank').length;
	const holds = (rejected: number): boolean => rejected > (rules.removeDespiteRejected ? 0.05 * filled : 0);
	if (rows.length === 0) return nothingDone(before, [], false);
	const unsent = (label: string): string[] =>
		rows.map((row) => {
			if (toLeave(row)) return isThere(before, row) ? label : 'skipped';
			return excluded(rows, row) ?? (wanted.get(row.address) === row ? label : 'skipped');
		});
	const allFailed = rows.map(() => 'failed');
	if (rows.every(({ kind }) => kind === 'blank')) return nothingDone(before, allFailed, true);
	if (wanted.size + leaving.size === 0 && isUnread) return nothingDone(before, unsent(''), true);

	const missing = removedBy(before, rows, rules);
	const isKept = (address: string): boolean =>
		rules.keepNewHours > 0 && rules.removal !== 'removeTag' && rules.joined.has(address);
	const removed = heldBy(missing, (address) => holds(unread) || isKept(address));
	const removing = [...removed.values()].filter((action) => action !== 'held').length;
	const subscribed = [...before.values()].filter(({ isSubscribed }) => isSubscribed);
	const scope = (rules.removal === 'unsubscribe' ? subscribed : [...before.values()]).filter(
		({ tags }) => rules.onlyTag === '' || tags.includes(rules.onlyTag.toLowerCase()),
	);
	const left = [...leaving.values()].filter((row) => isThere(before, row)).length;
	const isTooMuch = (some: number, all: number): boolean => some > 0 && some / all > rules.maxRemovalPercent / 100;
	const targets = targetsOf(before, rows, rules, wanted);
	const inBoth = [...new Set([...wanted.keys(), ...leaving.keys()])].filter((address) => before.has(address)).length;
	const losers = targets.filter(
		([present, target]) => rules.replaceTags && !isWithin(present.tags, target.tags),
	).length;
	const renamed = targets.filter(([present, target]) => isRenamed(present, target)).length;
	const isRenaming = renamed >= 10 && renamed / inBoth > rules.maxNameChangePercent / 100;
	const isGuarded =
		isTooMuch(removing, scope.length) || isTooMuch(left, subscribed.length) || isTooMuch(losers, inBoth) || isRenaming;
	if (isGuarded && !rules.dryRun) {
		const failed = unsent('failed');
		// A refusal that no row shows is a row of its own.
		const own = new Map(failed.includes('failed') ? [] : [['', 'failed']]);
		return { ...nothingDone(before, failed, true), removed: own };
	}

	const after = new Map(before);
	const onTheWay = new Map<string, Array<Person | undefined>>();
	const labels = rows.map((row) => {
		const { address, isRefused } = row;
		const present = before.get(address);
		if (toLeave(row) && present?.isSubscribed === true) {
			const gone = { ...present, isSubscribed: false };
			after.set(address, gone);
			onTheWay.set(address, [present, gone]);
			return 'unsubscribed';
		}
		const label = excluded(rows, row);
		if (label !== undefined) return label;
		if (wanted.get(address) !== row) return 'skipped';
		const changed = afterSync(present, row, rows, rules);
		const isBack = present?.isSubscribed === false && rules.resubscribe;
		const target = isBack ? { ...changed, isSubscribed: true } : changed;
		if (same(present, target)) return 'unchanged';
		// Only a row that is sent can be rejected: a dry run cannot know.
		if (isRefused && !rules.dryRun) return 'rejected';
		after.set(address, target);
		onTheWay.set(address, [present, changed, target]);
		if (present === undefined) return rules.useImport ? 'imported' : 'created';
		return isBack ? 'resubscribed' : 'updated';
	});
	// A rejected row may be a subscriber under another address.
	const isHeld = holds(labels.filter((label) => label === 'rejected').length);
	const done = isHeld && !rules.dryRun ? heldBy(removed, () => true) : removed;
	for (const [address, action] of done) {
		if (action === 'held') continue;
		const present = before.get(address) as Person;
		const less = { ...present, tags: present.tags.filter((tag) => tag !== rules.onlyTag.toLowerCase()) };
		const others = action === 'untagged' ? less : { ...present, isSubscribed: false };
		const gone = action === 'deleted' ? undefined : others;
		onTheWay.set(address, [present, gone]);
		if (gone === undefined) after.delete(address);
		else after.set(address, gone);
	}
	const hasDone = [...done.values()].some((action) => action !== 'held');
	const fails = isAllRejected(labels) && !hasDone;
	// A row says that the real run would stop.
	const planned = new Map(isGuarded ? [...removed, ['', 'would stop']] : removed);
	if (rules.dryRun) return { ...nothingDone(before, labels, fails), removed: planned };
	return { labels, after, removed: done, fails, onTheWay };
};

function heldBy(missing: ReadonlyMap<string, string>, isHeld: (address: string) => boolean): Map<string, string> {
	return new Map([...missing].map(([address, action]) => [address, isHeld(address) ? 'held' : action]));
}

/** A person as their row wants them: tags are replaced by it, or those of all rows of the address are added. */
function afterSync(present: Person | undefined, row: Row, rows: readonly Row[], rules: Rules): Person {
	if (rules.replaceTags) return personAfter(present, row, 'set');
	return personAfter(
		present,
		{ ...row, tags: [...tagsOfAll(row, rows), ...(rules.onlyTag === '' ? [] : [rules.onlyTag])] },
		'add',
	);
}

function tagsOfAll({ address }: Row, rows: readonly Row[]): string[] {
	const same = rows.filter((other) => other.address === address && excluded(rows, other) === undefined);
	return same.flatMap(({ tags = [] }) => tags);
}

/** Those in the list who have a row, as they are and as it wants them. */
function targetsOf(before: People, rows: readonly Row[], rules: Rules, wanted: ReadonlyMap<string, Row>) {
	return [...wanted].flatMap(([address, row]): Array<[Person, Person]> => {
		const present = before.get(address);
		return present === undefined ? [] : [[present, afterSync(present, row, rows, rules)]];
	});
}

function isWithin(some: readonly string[], others: readonly string[]): boolean {
	return some.every((one) => others.includes(one));
}

/** The names of the histories are single words, of which none begins like another. */
function isRenamed(one: Person, other: Person): boolean {
	const [some, others] = [one, other].map(({ firstName, lastName }) =>
		[firstName, lastName].filter((name) => name !== '').sort(),
	);
	const [fewer = [], more = []] = [some, others].sort((a = [], b = []) => a.length - b.length);
	const left = [...more];
	return !fewer.every((name) => left.includes(name) && left.splice(left.indexOf(name), 1).length > 0);
}

/** The subscribers in no row, whatever the result of the rows. */
function removedBy(before: People, rows: readonly Row[], { removal, onlyTag }: Rules): Map<string, string> {
	const named = new Set([hiddenAddress, ...rows.map(({ address }) => address)]);
	const holders = [...before].filter(([, { tags }]) => onlyTag === '' || tags.includes(onlyTag.toLowerCase()));
	const missing = removal === 'keep' ? [] : holders.filter(([address]) => !named.has(address));
	if (removal === 'removeTag') return new Map(missing.map(([address]) => [address, 'untagged']));
	if (removal === 'delete') return new Map(missing.map(([address]) => [address, 'deleted']));
	return new Map(missing.filter(([, { isSubscribed }]) => isSubscribed).map(([address]) => [address, 'unsubscribed']));
}

/** The last row of each address, with the tags of all of them. */
export const importRows: Model = (before, rows, rules) => {
	const wanted = winners(rows);
	const after = new Map(before);
	const onTheWay = new Map<string, Array<Person | undefined>>();
	const targetOf = (row: Row): Person => {
		const merged = { ...row, tags: tagsOfAll(row, rows), clearsTags: false };
		return personAfter(before.get(row.address), merged, rules.skipUnsubscribed ? 'add' : 'set');
	};
	const known = [...wanted.values()].flatMap((row) => {
		const present = before.get(row.address);
		return present?.isSubscribed === true ? [[present, targetOf(row)] as const] : [];
	});
	const renamed = known.filter(([present, target]) => isRenamed(present, target)).length;
	const isRenaming = renamed >= 10 && renamed / before.size > rules.maxNameChangePercent / 100;
	// A list that is not read has no names.
	const isRefused = rules.skipUnsubscribed && isRenaming;
	const labels = rows.map((row) => {
		const { address } = row;
		const label = excluded(rows, row);
		if (label !== undefined) return label;
		if (wanted.get(address) !== row) return 'skipped';
		const present = before.get(address);
		const target = targetOf(row);
		if (rules.skipUnsubscribed && present?.isSubscribed === false) return 'skipped';
		if (isRefused) return 'failed';
		if (rules.skipUnsubscribed && same(present, target)) return 'unchanged';
		if (row.isRefused) return 'rejected';
		after.set(address, target);
		onTheWay.set(address, [present, target]);
		if (!rules.skipUnsubscribed || present === undefined) return 'imported';
		return rules.knownPeople === 'import' ? 'imported' : 'updated';
	});
	return { labels, after, removed: new Map(), fails: isRefused || isAllRejected(labels), onTheWay };
};

/** Each row on its own, those with the same address in order; tags are added. */
export const upsert: Model = (before, rows, rules) => {
	const after = new Map(before);
	const done: Row[] = [];
	const shown = new Set<string>();
	const labels = rows.map((row) => {
		const { address, isRefused } = row;
		const label = excluded(rows, row);
		if (label !== undefined) return label;
		const present = after.get(address);
		const changed = personAfter(present, row, 'add');
		if (isRefused) return 'rejected';
		done.push(row);
		if (!rules.hidesState || !same(present, changed)) shown.add(address);
		const target = shown.has(address) ? backAfter(changed, row) : changed;
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
