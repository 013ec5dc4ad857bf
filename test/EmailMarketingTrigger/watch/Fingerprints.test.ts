import { fingerprintOf, packed, unpacked } from '../../../nodes/EmailMarketingTrigger/watch/Fingerprints';
import { defined } from '../../defined';
import { randomNumbers } from '../../random';

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

describe('a fingerprint', () => {
	it('is the same for the same text, and eight signs long', () => {
		for (const text of ['', 'a', uuid(1), 'Zoë 😀'.repeat(50)]) {
			expect(fingerprintOf(text)).toBe(fingerprintOf(text));
			expect(fingerprintOf(text)).toMatch(/^[\w-]{8}$/);
		}
	});

	it.each<[string, (number: number) => string]>([
		['UUIDs that follow each other', uuid],
		['numbers', String],
		['times of one entry', (number) => `updated ${uuid(1)} ${new Date(number).toISOString()}`],
		['entries of one time', (number) => `updated ${uuid(number)} 2026-01-31T10:20:30Z`],
	])('is another for another text: %s', (_, textOf) => {
		expect(new Set(Array.from({ length: 200_000 }, (__, number) => fingerprintOf(textOf(number)))).size).toBe(200_000);
	});

	it('is spread evenly, in each of its signs', () => {
		const counts = Array.from({ length: 8 }, () => new Map<string, number>());
		for (let number = 0; number < 64_000; number += 1) {
			[...fingerprintOf(uuid(number))].forEach((sign, place) => defined(counts[place]).set(sign, (counts[place]?.get(sign) ?? 0) + 1));
		}
		for (const count of counts) {
			expect(count.size).toBe(64);
			for (const times of count.values()) expect(Math.abs(times - 1000)).toBeLessThan(200);
		}
	});
});

describe('a set of fingerprints as one text', () => {
	const random = randomNumbers(1);
	const many = (length: number): string[] => Array.from({ length }, () => fingerprintOf(String(random())));

	it.each([0, 1, 2, 100, 20_000])('gives them again: %i', (length) => {
		const fingerprints = many(length);
		expect(unpacked(packed(fingerprints))).toEqual(new Set(fingerprints));
	});

	it('is the same text whatever the order, with each once', () => {
		const fingerprints = many(500);
		expect(packed([...fingerprints].reverse().concat(fingerprints))).toBe(packed(fingerprints));
	});

	it('is nothing for nobody', () => {
		expect(packed([])).toBe('');
		expect(unpacked('')).toEqual(new Set());
	});
});
