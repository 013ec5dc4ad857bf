import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	isFromBefore,
	MinuteMemory,
	withinMinute,
	withinTwoSeconds,
} from '../../../../nodes/EmailMarketing/resources/subscriber/people/age';
import { ExpiredError } from '../../../../nodes/EmailMarketing/transport/wait';

const start = Date.parse('2026-01-01T12:00:00Z');
beforeEach(() => {
	jest.useFakeTimers({ now: start });
});
afterEach(() => jest.useRealTimers());

/** A write that waits so long for its turn; `undefined` for one that has its turn at once. */
function writer(...waits: number[]) {
	const sent: unknown[] = [];
	const write = (present: { name: string }, expiresAt = Infinity): Promise<string> => {
		jest.setSystemTime(Date.now() + (waits.shift() ?? 0));
		if (Date.now() > expiresAt) return Promise.reject(new ExpiredError());
		sent.push(present.name);
		return Promise.resolve(present.name);
	};
	let readings = 0;
	const read = () => {
		readings += 1;
		return Promise.resolve({ name: `read ${readings}`, readAt: Date.now() });
	};
	return { write, read, sent };
}

describe('a write', () => {
	it.each([
		[60_000, 'known'],
		[60_001, 'read 1'],
	])('is decided on a reading that is %i ms old: %s', async (age, used) => {
		const { write, read } = writer();
		expect(await withinMinute({ name: 'known', readAt: start - age }, read, write)).toBe(used);
	});

	it('that waited for a minute is decided again, and then sent however long it waits', async () => {
		const { write, read, sent } = writer(60_001, 3_600_000);
		expect(await withinMinute({ name: 'known', readAt: start }, read, write)).toBe('read 1');
		expect(sent).toEqual(['read 1']);
	});

	it.each([
		[[2000], 'read 1'],
		[[2001], 'read 2'],
		[[2001, 2001], 'read 3'],
		[[2001, 2001, 2001], undefined],
	])('of a subscription is decided as often as they may be read: it waits %j ms', async (waits, used) => {
		const { write, read } = writer(...waits);
		expect(await withinTwoSeconds(3, read, write)).toBe(used);
	});
});

it('a reading is from before a time that it is older than', () => {
	expect([1, 2, 3].map((readAt) => isFromBefore({ readAt }, 2))).toEqual([true, false, false]);
	expect([isFromBefore({}, 2), isFromBefore({}), isFromBefore({ readAt: 1 }, undefined)]).toEqual([true, false, false]);
});

it('a memory keeps a value for a minute, and then drops it with the next one', () => {
	const memory = new MinuteMemory<string>();
	memory.set('a', 'x');
	jest.setSystemTime(start + 60_000);
	expect(memory.get('a')?.value).toBe('x');
	jest.setSystemTime(start + 60_001);
	expect([memory.get('a'), memory.size]).toEqual([undefined, 1]);
	memory.set('b', 'y');
	expect(memory.size).toBe(1);
});

const nodes = join(__dirname, '../../../../nodes');
const sources = readdirSync(nodes, { encoding: 'utf8', recursive: true })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => ({ file, text: readFileSync(join(nodes, file), 'utf8') }));

it('only one file judges the age of a reading', () => {
	const judged = sources.filter(({ text }) =>
		/\breadAt\b *[<>+-]|[<>+-] *(\w+\.)?readAt\b|isFresh|freshUntil|\breadAt: 0\b.*[<>]/.test(text),
	);
	expect(judged.map(({ file }) => file)).toEqual([expect.stringMatching(/people.age\.ts$/)]);
});
