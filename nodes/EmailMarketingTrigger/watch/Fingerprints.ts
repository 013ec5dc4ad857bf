const { imul } = Math;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Signs of a fingerprint: 48 bits, so that two of 100,000 are the same once in 50,000 lists. */
const length = 8;

/** Two signs for each 12 bits: a list has 100,000 entries and more. */
const pairs = Array.from({ length: 4096 }, (_, bits) => `${alphabet[bits >>> 6]}${alphabet[bits & 63]}`);

/** A short text in the place of a long one: a UUID has 36 signs, and n8n writes the whole state of a workflow each time. */
export function fingerprintOf(text: string): string {
	let one = 0x9e3779b1 ^ text.length;
	let other = 0x85ebca6b;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		one = imul(one ^ code, 0xcc9e2d51);
		one = (one << 15) | (one >>> 17);
		other = imul((other + code) ^ (other >>> 13), 0x1b873593);
	}
	const [high, low] = [mixed(one ^ other), mixed(other + imul(one, 5))];
	return `${pairs[high >>> 20]}${pairs[(high >>> 8) & 4095]}${pairs[low >>> 20]}${pairs[(low >>> 8) & 4095]}`;
}

/** Each bit of the result depends on all bits. */
function mixed(bits: number): number {
	const once = imul(bits ^ (bits >>> 16), 0x85ebca6b);
	const twice = imul(once ^ (once >>> 13), 0xc2b2ae35);
	return (twice ^ (twice >>> 16)) >>> 0;
}

/** The signs that are given once for all fingerprints that begin with them. */
const headLength = 2;

/**
 * A set of fingerprints as one text. The same set gives the same text, so that n8n writes nothing when nothing changed.
 * Those that begin with the same two signs stand together and give them once: a quarter of a long text is saved.
 */
export function packed(fingerprints: Iterable<string>): string {
	const groups = new Map<string, string>();
	for (const fingerprint of [...new Set(fingerprints)].sort()) {
		const head = fingerprint.slice(0, headLength);
		groups.set(head, (groups.get(head) ?? head) + fingerprint.slice(headLength));
	}
	return [...groups.values()].join('.');
}

export function unpacked(text: string): Set<string> {
	const fingerprints = new Set<string>();
	for (const group of text.split('.')) {
		const head = group.slice(0, headLength);
		for (let at = headLength; at < group.length; at += length - headLength) fingerprints.add(head + group.slice(at, at + length - headLength));
	}
	return fingerprints;
}
