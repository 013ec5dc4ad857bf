import type { Subscriber } from '../../../api/subscriber';
import { plainText } from '../../../shared/text';
import { nameOf } from '../people/changes';

/** Whether a name becomes that of somebody else, as in a sheet of which one column was sorted. */
export function isOtherName(before: Subscriber, after: Subscriber): boolean {
	const [some = [], others = []] = [wordsOf(before), wordsOf(after)].sort((a, b) => a.length - b.length);
	return some.length > 0 && some.join('') !== others.join('') && !abbreviates(some, others);
}

/** Sorted, without case, accents and punctuation. */
function wordsOf(subscriber: Subscriber): string[] {
	const words = nameOf(subscriber).split(/\s+/).map(plainText);
	return words.filter((word) => word !== '').sort();
}

/** Whether each word begins or ends like one of the others, or the other way round: `A. Lee`, `小明`. */
function abbreviates(words: readonly string[], others: readonly string[]): boolean {
	const left = [...others];
	return words.every((word) => {
		const found = left.findIndex((other) => isPart(word, other) || isPart(other, word));
		if (found >= 0) left.splice(found, 1);
		return found >= 0;
	});
}

function isPart(word: string, whole: string): boolean {
	return whole.startsWith(word) || whole.endsWith(word);
}
