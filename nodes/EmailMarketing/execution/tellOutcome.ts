import type { IDataObject } from 'n8n-workflow';

import { isOutcomeUnknown } from '../shared/UserFacingError';
import { closed, itemNames, listed, textOf } from '../shared/text';
import type { Operations } from './Operation';
import type { Tally } from './Tally';

export interface Failure {
	/** Failed together, by one request. */
	readonly items: readonly number[];
	readonly thrown: unknown;
	readonly wasSent: boolean;
}

/** What is known where a node stops. */
interface Known {
	/** How many items the node was given. */
	readonly total: number;
	/** What became of the items that did not fail, `created` for example; all others were not sent. */
	readonly became: Tally;
	readonly hasDoneAny: boolean;
	/** How many items were refused in a request with others, and nothing else became of them. */
	readonly refusedTogether: number;
	readonly failures: readonly Failure[];
	/** What was done for no input item. */
	readonly unpaired: readonly IDataObject[];
	/** What an item is when it is done. */
	readonly doneWord: string;
}

/** So many items that failed too are named at most. */
const maxNamed = 20;

/** So many things that were done for no item are told where the node stops: there is no output then that would tell them. */
const maxTold = 100;

/** What is said of a failure, and what became of all items. */
export function withOutcome(description: string, known: Known): string {
	const told = tellOutcome(known);
	// That nothing was sent is said once.
	const said = told.startsWith('Nothing was sent')
		? description.replace(/ ?Nothing was sent( for this item)?\.$/, '')
		: description;
	return told === '' ? said : [closed(said), told].filter((part) => part !== '').join(' ');
}

/**
 * What became of all items, for the message of a node that stops: `Of 4 items, 1 was created, this one failed and 2 were not sent.`
 * "This one" is the item of the first failure, which the error itself names.
 * @returns '' where there is nothing to tell
 */
function tellOutcome(known: Known): string {
	const { total, failures, unpaired, hasDoneAny, doneWord } = known;
	if (total === 1 && failures[0]?.items.length === 1) return '';
	const removed = toldOfRemovals(unpaired);
	const isAllUnsent = !hasDoneAny && failures.every(({ wasSent }) => !wasSent);
	if (isAllUnsent && failures.length === 1)
		return [`Nothing was sent for any of the ${count(total)} items.`, ...removed].join(' ');
	const told = summary(total, parts(known));
	// Of a failure alone its own words say what to look at.
	const isToLookAt = failures.length > 1 && failures.some(mayBeDone);
	return [
		told,
		...(isAllUnsent ? ['Nothing was sent.'] : []),
		...(isToLookAt ? [`Look at what may have been ${doneWord} before you run it again.`] : []),
		...(/\bitems? \d/.test(told) ? ['n8n counts items from 0.'] : []),
		...removed,
	].join(' ');
}

function summary(total: number, told: readonly string[]): string {
	const [only = ''] = told;
	// What is said of all of them need not name them.
	const ofAll =
		told.length === 1 && only.startsWith(`${count(total)} `)
			? only.slice(count(total).length).replace(/ \(.*/, '')
			: undefined;
	if (ofAll === undefined) return `Of ${count(total)} items, ${listed(told)}.`;
	return total === 1 ? `The item${ofAll}.` : `${total === 2 ? 'Both' : `All ${count(total)}`} items${ofAll}.`;
}

/** What became of how many, what is done first. */
function parts({ total, became, refusedTogether, failures, doneWord }: Known): string[] {
	const open = total - became.total - itemsOf(failures).length - refusedTogether;
	const isFirstUnknown = failures.slice(0, 1).some(mayBeDone);
	const failed = toldOfFailures(
		failures.map((failure) => (mayBeDone(failure) ? undefined : failure)),
		'failed',
		maxNamed,
	);
	// All of these are named: whoever looks them up has nothing else to go by.
	const unknown = toldOfFailures(
		failures.map((failure) => (mayBeDone(failure) ? failure : undefined)),
		`may have been ${doneWord}`,
	);
	return [
		...became.entries().map(([what, number]) => `${count(number)} ${number === 1 ? 'was' : 'were'} ${what}`),
		...(isFirstUnknown ? [...unknown, ...failed] : [...failed, ...unknown]),
		...(refusedTogether === 0
			? []
			: [`${count(refusedTogether)} ${refusedTogether === 1 ? 'was' : 'were'} refused together with others`]),
		...(open === 0
			? []
			: [`${count(open)} ${open === 1 ? 'was' : 'were'} not ${doneWord === 'read' ? 'read' : 'sent'}`]),
	];
}

/** @param alike the failures of one kind, each at its place among all */
function toldOfFailures([first, ...others]: ReadonlyArray<Failure | undefined>, verb: string, most?: number): string[] {
	const isThisOne = first?.items.length === 1;
	const items = itemsOf([...(isThisOne ? [] : [first]), ...others]);
	if (items.length === 0) return isThisOne ? [`this one ${verb}`] : [];
	const names = itemNames(items, most);
	return [
		isThisOne
			? `${count(items.length + 1)} ${verb} (this one and ${names})`
			: `${count(items.length)} ${verb} (${names})`,
	];
}

/** Whether its items may be done all the same. */
function mayBeDone({ thrown }: Failure): boolean {
	return isOutcomeUnknown(thrown);
}

function itemsOf(failures: ReadonlyArray<Failure | undefined>): number[] {
	return failures.flatMap((failure) => failure?.items ?? []);
}

/** Who was removed, and who may have been: no output will tell. */
function toldOfRemovals(unpaired: readonly IDataObject[]): string[] {
	const outputs = unpaired.filter(({ email }) => email !== undefined);
	const done = outputs.filter(({ action }) => action !== 'failed');
	const doubted = outputs.filter(({ outcomeUnknown }) => outcomeUnknown === true);
	return [
		...named(
			'Before that: ',
			done.map(({ action, email }) => `${textOf(action)} ${textOf(email)}`),
		),
		...named(
			'May have been removed: ',
			doubted.map(({ email }) => textOf(email)),
		),
	];
}

function named(lead: string, all: readonly string[]): string[] {
	if (all.length === 0) return [];
	const more = all.length > maxTold ? ` and ${all.length - maxTold} more` : '';
	return [`${lead}${all.slice(0, maxTold).join(', ')}${more}.`];
}

/** `50,000` */
function count(number: number): string {
	return number.toLocaleString('en-US');
}

type OperationName = keyof Operations extends `${string}.${infer Name}` ? Name : never;

/** What an item is when its operation has done its work. */
const doneWords: Readonly<Record<OperationName, string>> = {
	checkPaths: 'checked',
	create: 'created',
	delete: 'deleted',
	get: 'read',
	getAll: 'read',
	import: 'imported',
	send: 'sent',
	sync: 'changed',
	tag: 'tagged',
	togglePublish: 'toggled',
	// Where the state holds already, nothing is changed.
	toggleSubscription: 'done',
	update: 'updated',
	upsert: 'created or updated',
};

/** The participle for `1 item was …`. @param operation the value of 'Operation' */
export function doneWordOf(operation: unknown): string {
	return Object.entries(doneWords).find(([name]) => name === operation)?.[1] ?? 'done';
}

/** What an item may have come to besides, where the operation says so in an `action` of its own. Elsewhere an `action` is a field of the service's. */
const actions: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
	create: ['skipped'],
	sync: ['created', 'updated', 'resubscribed', 'unchanged', 'skipped'],
	upsert: ['created', 'updated', 'unchanged', 'skipped'],
};

/** What an output says that an operation did. @param operation the value of 'Operation' */
export function actionIn(operation: unknown, output?: IDataObject): string | undefined {
	const words = Object.entries(actions).find(([name]) => name === operation)?.[1];
	return words?.find((word) => word === output?.action);
}
