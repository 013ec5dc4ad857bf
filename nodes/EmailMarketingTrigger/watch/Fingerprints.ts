const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Signs of a fingerprint: 48 bits, so that two of 100,000 are the same once in 50,000 lists. */
const length = 8;

/** A short text in the place of a long one: a UUID has 36 signs, and n8n writes the whole state of a workflow each time. */
export function fingerprintOf(text: string): string {
	const [high, low] = [mixed(text, 0x9e3779b1), mixed(text, 0x85ebca6b)];
	return Array.from({ length }, (_, index) => alphabet[((index < 4 ? high : low) >>> ((index % 4) * 6 + 4)) & 63]).join('');
}

/** 32 bits that depend on every sign of a text. */
function mixed(text: string, seed: number): number {
	let hash = seed ^ text.length;
	for (let index = 0; index < text.length; index += 1) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0xcc9e2d51);
		hash = (hash << 15) | (hash >>> 17);
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return hash ^ (hash >>> 16);
}

/** A set of fingerprints as one text. The same set gives the same text, so that n8n writes nothing when nothing changed. */
export function packed(fingerprints: Iterable<string>): string {
	return [...new Set(fingerprints)].sort().join('');
}

export function unpacked(text: string): Set<string> {
	const fingerprints = new Set<string>();
	for (let at = 0; at < text.length; at += length) fingerprints.add(text.slice(at, at + length));
	return fingerprints;
}
