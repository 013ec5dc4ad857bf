import { fingerprintOf, maxFact, packed, unpacked } from '../../../nodes/EmailMarketingTrigger/watch/Fingerprints';
import { randomNumbers } from '../../random';

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

describe('a fingerprint', () => {
	it('is the same for the same text, and a whole number that seven signs can hold', () => {
		for (const text of ['', 'a', uuid(1), 'Zoë 😀'.repeat(50)]) {
			expect(fingerprintOf(text)).toBe(fingerprintOf(text));
			expect(
				Number.isSafeInteger(fingerprintOf(text)) && fingerprintOf(text) >= 0 && fingerprintOf(text) < 92 ** 7,
			).toBe(true);
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
		const counts = Array.from({ length: 7 }, () => new Map<number, number>());
		for (let number = 0; number < 92_000; number += 1) {
			const fingerprint = fingerprintOf(uuid(number));
			counts.forEach((count, place) => {
				const sign = Math.floor(fingerprint / 92 ** place) % 92;
				count.set(sign, (count.get(sign) ?? 0) + 1);
			});
		}
		for (const count of counts) {
			expect(count.size).toBe(92);
			for (const times of count.values()) expect(Math.abs(times - 1000)).toBeLessThan(200);
		}
	});
});

describe('facts as one text', () => {
	const random = randomNumbers(1);
	const many = (length: number): Array<[number, number]> =>
		Array.from({ length }, () => [fingerprintOf(String(random())), Math.floor(random() * maxFact)]);

	it.each([0, 1, 2, 100, 20_000])('give them again: %i', (length) => {
		const facts = new Map(many(length));
		expect(unpacked(packed(facts))).toEqual(new Map([...facts].sort(([one], [other]) => one - other)));
	});

	it('give the least and the greatest again', () => {
		const facts = new Map([
			[0, 0],
			[1, maxFact - 1],
			[92 ** 7 - 1, 0],
			[92 ** 7 - 2, maxFact - 1],
		]);
		expect(unpacked(packed(facts))).toEqual(new Map([...facts].sort(([one], [other]) => one - other)));
	});

	it('are the same text whatever the order', () => {
		const facts = many(500);
		expect(packed(new Map([...facts].reverse()))).toBe(packed(new Map(facts)));
	});

	it('are no longer in JSON, nor in JSON within JSON', () => {
		const text = packed(new Map(many(20_000)));
		expect(JSON.stringify(JSON.stringify(text))).toHaveLength(text.length + 6);
		expect(Buffer.byteLength(text)).toBe(text.length);
	});

	it('are nothing for nobody', () => {
		expect(packed(new Map())).toBe('');
		expect(unpacked('')).toEqual(new Map());
	});
});
