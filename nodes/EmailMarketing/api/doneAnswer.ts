import { isRecord } from '../shared/isRecord';

const maxLength = 200;

/** Words that say that a thing is done, or will be. */
const doneWords = words(
	'ok okay done true yes success successful successfully succeeded complete completed queued scheduled accepted received created updated changed deleted removed sent saved stored added imported subscribed unsubscribed resubscribed toggled published unpublished thank thanks',
);

/** Words that may stand beside them. Every other word may turn the sense around. */
const otherWords = words(
	'a all an and are been by campaign contact contacts domain e-mail email emails for has have is it item items list mail message now of operation record request row rows subscriber subscribers subscription task template the this to was were with you your',
);

/** Said of what there was none of. */
const noneOfThese = /\b(?:no|0|without(?: any)?) (?:errors?|warnings?|failures?|failed)\b/g;

/** Words of a sentence that says that a thing was not done. */
const noWords = /\b(?:could not|couldn['’]t|cannot|can not|can['’]t|failed|not allowed|unable)\b/;

/** Words that say so where nothing else is said: "Accepted for delivery. Rejected recipients are reported" has them too. */
const refusalWords = /\b(?:exceeded|rejected|denied|refused|forbidden|(?:limit|quota)\b[^.]*\breached)\b/;

/** Words of what is going on. */
const startedWords = words('started processing processed progress running importing sending finished');

/** Said of what is done. */
const noWayBack = /\b(?:cannot|can not|can['’]t) be (?:undone|reversed|reverted|restored|recovered)\b/g;

/** Whether a text says that a thing was not done, and of nothing that it was: "Deleted. If you cannot see this, …" does. */
export function saysNo(text: string): boolean {
	const said = text.slice(0, maxLength).toLowerCase();
	const isDone = said.split(/(?<=[.!;])\s/).some(isDoneText);
	if (isDone) return false;
	const plain = said.replace(noneOfThese, '').replace(noWayBack, '');
	return noWords.test(plain) || (refusalWords.test(plain) && !saysOfSomeDone(plain));
}

/** Whether a word of a text says that something was done, or is: of what counts many, perhaps of some. */
export function saysOfSomeDone(text: string): boolean {
	return text
		.toLowerCase()
		.split(/\s/)
		.map(bare)
		.some((word) => doneWords.has(word) || startedWords.has(word));
}

/**
 * Whether an answer of status 200 to 299 is what a write may be answered with: nothing, an object, a list of objects, `true`, or a short text
 * such as "queued" or "Subscriber created." that has none but known words. Services that have no JSON for it say no in as short texts.
 */
export function isDoneAnswer(body: unknown): boolean {
	if (typeof body === 'string') return body.length <= maxLength && isDoneText(body.toLowerCase());
	return body === undefined || body === true || isRecord(body) || (Array.isArray(body) && body.some(isRecord));
}

function isDoneText(text: string): boolean {
	const said = text
		.replace(noneOfThese, '')
		.split(/\s/)
		.map(bare)
		.filter((word) => word !== '');
	return (
		said.some((word) => doneWords.has(word)) &&
		said.every((word) => doneWords.has(word) || otherWords.has(word) || isCountOrAddress(word))
	);
}

/** Without the signs around it. */
function bare(word: string): string {
	return word.replace(/^["'(]+|["').,:;!]+$/g, '');
}

/** A count of none says that nothing was done. */
function isCountOrAddress(word: string): boolean {
	return /^[1-9]\d*$/.test(word) || word.includes('@');
}

function words(text: string): ReadonlySet<string> {
	return new Set(text.split(' '));
}
