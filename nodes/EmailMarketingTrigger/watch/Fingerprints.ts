/**
 * Whom the trigger has seen, as one short text: a UUID has 36 signs, and n8n writes the whole state of a workflow each time.
 * A fingerprint of seven signs stands for a UUID, so that two of 100,000 are the same once in 10,000 lists.
 */

const { imul } = Math;

/** What JSON writes as it is, but for the `.` that separates groups. */
const alphabet = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
	(sign) => !'"\\.'.includes(sign),
);

const base = alphabet.length;

/** Two signs for each value: a list has 100,000 entries and more. */
const pairs = alphabet.flatMap((first) => alphabet.map((second) => first + second));

/** The value of a sign, by its code. */
const values = new Uint8Array(128);
alphabet.forEach((sign, value) => (values[sign.charCodeAt(0)] = value));

/** A fingerprint has seven signs, of which the first two are given once for all that begin with them. */
const fingerprints = base ** 7;
const heads = base ** 2;
const perHead = base ** 5;

/** What is known of one, beside its fingerprint, has four signs. */
export const maxFact = base ** 4;

const recordLength = 9;

/** A whole number for a text, below 6e13. */
export function fingerprintOf(text: string): number {
	let one = 0x9e3779b1 ^ text.length;
	let other = 0x85ebca6b;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		one = imul(one ^ code, 0xcc9e2d51);
		one = (one << 15) | (one >>> 17);
		other = imul((other + code) ^ (other >>> 13), 0x1b873593);
	}
	return (mixed(one ^ other) * 2 ** 21 + (mixed(other + imul(one, 5)) >>> 11)) % fingerprints;
}

/** Each bit of the result depends on all bits. */
function mixed(bits: number): number {
	const once = imul(bits ^ (bits >>> 16), 0x85ebca6b);
	const twice = imul(once ^ (once >>> 13), 0xc2b2ae35);
	return (twice ^ (twice >>> 16)) >>> 0;
}

/** A fact for each fingerprint, a whole number below `maxFact`. */
export type Facts = ReadonlyMap<number, number>;

/** Facts as one text, nine signs for each. The same facts give the same text, so that n8n writes nothing when nothing changed. */
export function packed(facts: Facts): string {
	const groups: string[] = [];
	let group = '';
	let head = -1;
	for (const fingerprint of Float64Array.from(facts.keys()).sort()) {
		const next = Math.floor(fingerprint / perHead);
		if (next !== head && head !== -1) groups.push(group);
		if (next !== head) group = pairs[next] ?? '';
		head = next;
		const rest = fingerprint - next * perHead;
		const fact = facts.get(fingerprint) ?? 0;
		group += `${pairs[Math.floor(rest / (heads * base))]}${pairs[Math.floor(rest / base) % heads]}${alphabet[rest % base]}${pairs[Math.floor(fact / heads)]}${pairs[fact % heads]}`;
	}
	return [...groups, group].join('.');
}

/** The facts in a text that `packed` has given. */
export function unpacked(text: string): Map<number, number> {
	const facts = new Map<number, number>();
	for (const group of text.split('.')) {
		const head = numberIn(group, 0, 2) * perHead;
		for (let at = 2; at < group.length; at += recordLength)
			facts.set(head + numberIn(group, at, 5), numberIn(group, at + 5, 4));
	}
	return facts;
}

function numberIn(text: string, from: number, length: number): number {
	let number = 0;
	for (let at = from; at < from + length; at += 1) number = number * base + (values[text.charCodeAt(at)] ?? 0);
	return number;
}
