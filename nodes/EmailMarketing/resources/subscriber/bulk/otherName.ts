import type { Subscriber } from '../../../api/subscriber';
import { plainText, textOf } from '../../../shared/text';

/** Whether a name becomes that of somebody else, as in a sheet of which one column was sorted. */
export function isOtherName(before: Subscriber, after: Subscriber): boolean {
	const [some = [], others = []] = [wordsOf(before), wordsOf(after)].sort((a, b) => a.length - b.length);
	if (some.length === 0 || some.join('') === others.join('')) return false;
	return !others.join('').includes(some.join('')) && !abbreviates(some, others);
}

/** As in a sentence: `Ann Lee` */
export function nameOf({ firstName, lastName }: Subscriber): string {
	return [firstName, lastName]
		.map((name) => textOf(name ?? '').trim())
		.join(' ')
		.trim();
}

/** Sorted, without case, accents and punctuation. */
function wordsOf(subscriber: Subscriber): string[] {
	const words = nameOf(subscriber).split(/\s+/).map(plainText);
	return words.filter((word) => word !== '').sort();
}

/** Whether each word begins like one of the others, or the other way round: `A. Lee`, `Ann-Marie Lee`. */
function abbreviates(words: readonly string[], others: readonly string[]): boolean {
	const left = [...others];
	return words.every((word) => {
		const found = left.findIndex((other) => other.startsWith(word) || word.startsWith(other));
		if (found >= 0) left.splice(found, 1);
		return found >= 0;
	});
}
