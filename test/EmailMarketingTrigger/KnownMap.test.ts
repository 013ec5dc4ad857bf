import { hashOf, KnownMap, type Known, splitHashes } from '../../nodes/EmailMarketingTrigger/KnownMap';

const at = Date.UTC(2026, 0, 31, 10, 20, 30);
const noted: Record<string, Known> = {
	subscribed: { updatedAt: at, isSubscribed: true },
	unsubscribed: { updatedAt: at, isSubscribed: false },
	timeless: { updatedAt: 0, isSubscribed: false },
	absent: { updatedAt: at + 1, isSubscribed: true, absentSince: at + 2 },
	absentAndUnsubscribed: { updatedAt: at, isSubscribed: false, absentSince: at },
};

function filled(names = Object.keys(noted)): KnownMap {
	const map = new KnownMap();
	for (const name of names) map.add(hashOf(name), noted[name] as Known);
	return map;
}

describe('who is known', () => {
	it.each(Object.entries(noted))('is the same after it was kept as JSON: %s', (name, known) => {
		const kept = JSON.parse(JSON.stringify(filled().toJson())) as Record<string, string>;
		expect(new KnownMap(kept).take(hashOf(name))).toEqual(known);
	});

	it('gives the same JSON in whatever order the list shows them', () => {
		const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
		const json = (order: readonly string[]): string => {
			const map = new KnownMap();
			for (const name of order) map.add(hashOf(name), { updatedAt: name.length, isSubscribed: name < 'p5' });
			return JSON.stringify(map.toJson());
		};
		expect(json([...names].reverse())).toBe(json(names));
	});

	it('costs one key and eight characters each where all have one time', () => {
		const map = new KnownMap();
		for (let index = 0; index < 1_000; index += 1) map.add(hashOf(String(index)), noted.subscribed as Known);
		expect(Object.values(map.toJson()).map(({ length }) => length)).toEqual([8_000]);
	});

	it('is taken once, and the others are the rest', () => {
		const map = filled();
		expect(map.take(hashOf('absent'))).toEqual(noted.absent);
		expect(map.take(hashOf('absent'))).toBeUndefined();
		expect(map.take(hashOf('somebody else'))).toBeUndefined();
		expect([...map.rest()]).toHaveLength(Object.keys(noted).length - 1);
	});

	it('is empty where nothing is kept', () => {
		expect([...new KnownMap().rest()]).toEqual([]);
		expect(new KnownMap().toJson()).toEqual({});
	});
});

describe('a hash', () => {
	it('is the same for the same ID, another for another, and eight characters', () => {
		const hashes = Array.from({ length: 20_000 }, (_, index) => hashOf(`id ${index}`));
		expect(new Set(hashes).size).toBe(20_000);
		expect(hashOf('id 0')).toBe(hashes[0]);
		expect(splitHashes(hashes.join(''))).toEqual(hashes);
	});
});
