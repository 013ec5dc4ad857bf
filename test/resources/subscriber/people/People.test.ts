import type { Subscriber } from '../../../../nodes/EmailMarketing/api/subscriber';
import type { ItemInput, Run } from '../../../../nodes/EmailMarketing/execution/Operation';
import { Outcomes } from '../../../../nodes/EmailMarketing/execution/Outcomes';
import { memories, People, peopleOf } from '../../../../nodes/EmailMarketing/resources/subscriber/people/People';
import { forgetRuns } from '../../../forgetRuns';

const start = Date.parse('2026-01-01T12:00:00Z');
beforeEach(() => {
	forgetRuns();
	jest.useFakeTimers({ now: start });
});
afterEach(() => jest.useRealTimers());

const list = 'https://api.example.com A';
const reading = (readAt: number, more: Subscriber = {}): Subscriber => ({
	...{ id: 'u1', email: 'Ann@example.com', firstName: 'read', isSubscribed: true },
	...{ readAt: start + readAt, ...more },
});
const nameIn = (people: People, read: Subscriber) => people.latest(read).firstName;

describe('an update of another execution', () => {
	const ofOther = (readAt: number, more: Subscriber = {}) =>
		new People(list).keep(reading(readAt, { firstName: 'updated', ...more }));

	it('counts more than an older reading, by the time of either clock', () => {
		ofOther(1000);
		expect([999, 1000, 1001].map((readAt) => nameIn(new People(list), reading(readAt)))).toEqual([
			'updated',
			'read',
			'read',
		]);
		ofOther(1000, { updatedAt: '2026-01-01T12:00:00Z' });
		const times = ['2026-01-01T11:59:59Z', '2026-01-01T12:00:00Z', '2026-01-01T12:00:01Z'];
		const later = times.map((updatedAt) => nameIn(new People(list), reading(2000, { updatedAt })));
		expect(later).toEqual(['updated', 'read', 'read']);
	});

	it('has the time at which it was written, where the response shows none, or the old one', () => {
		const before = reading(0, { updatedAt: '2025-01-01T00:00:00Z' });
		const people = new People(list);
		people.keep({ ...before, firstName: 'updated' }, before, 'Thu, 01 Jan 2026 12:00:03 GMT');
		const times = ['2025-01-01T00:00:00Z', '2026-01-01T12:00:01Z', '2026-01-01T12:00:02Z'];
		const shown = times.map((updatedAt) => nameIn(new People(list), reading(9000, { updatedAt })));
		expect(shown).toEqual(['updated', 'updated', 'read']);
		expect(nameIn(new People(list), reading(9000))).toBe('read');
	});

	it('is known for a minute, by the ID and the list', () => {
		ofOther(0);
		expect(nameIn(new People('https://api.example.com B'), reading(-1))).toBe('read');
		expect(nameIn(new People(list), reading(-1, { id: 'u2' }))).toBe('read');
		expect(nameIn(new People(list), reading(-1))).toBe('updated');
		jest.setSystemTime(start + 60_000);
		expect(nameIn(new People(list), reading(-1))).toBe('updated');
		jest.setSystemTime(start + 60_001);
		expect(nameIn(new People(list), reading(-1))).toBe('read');
	});

	it('counts no more after it is forgotten, and the person has to be read again', () => {
		const people = new People(list);
		people.keep(reading(1000, { firstName: 'updated' }));
		people.forget(reading(1000));
		expect(people.latest(reading(-1))).toEqual(reading(-1, { readAt: 0 }));
	});
});

describe('a toggle', () => {
	const toggleAt = (times: unknown[], date?: string) =>
		new People(list).keepToggled(
			'u1',
			false,
			times.map((updated_at) => ({ updated_at })),
			date,
		);

	it('counts more than a state read before it, for a minute', () => {
		toggleAt([]);
		const state = (readAt: number) => new People(list).latest(reading(readAt)).isSubscribed;
		expect([state(-1), state(0), state(1)]).toEqual([false, true, true]);
		new People(list).keep(reading(1, { firstName: 'updated' }));
		expect(new People(list).latest(reading(-1))).toMatchObject({ firstName: 'updated', isSubscribed: false });
		jest.setSystemTime(start + 60_001);
		expect(state(-1)).toBe(true);
	});

	it('contradicts a reading with another state that shows no later change', () => {
		const people = new People(list);
		const subscribed = { is_subscribed: true, updated_at: '2026-01-01T12:00:00Z' };
		expect(people.mayBeOutdated('u1', subscribed)).toBe(false);
		toggleAt([]);
		expect(people.mayBeOutdated('u1', subscribed)).toBe(true);
		expect(people.mayBeOutdated('u1', { is_subscribed: true })).toBe(true);
		expect(people.mayBeOutdated('u1', { ...subscribed, updated_at: '2026-01-01T12:00:01Z' })).toBe(false);
		expect(people.mayBeOutdated('u1', { ...subscribed, is_subscribed: false })).toBe(false);
		jest.setSystemTime(start + 60_001);
		expect(people.mayBeOutdated('u1', subscribed)).toBe(false);
	});

	it("has the service's time: the latest that it showed", () => {
		const at = () => memories[1].get(`${list} u1`)?.value.at;
		toggleAt(['2026-01-01T12:00:05Z', '2026-01-01T12:00:09Z']);
		expect(at()).toBe(start + 9000);
		toggleAt(['2026-01-01T11:00:00Z'], 'Thu, 01 Jan 2026 12:00:03 GMT');
		expect(at()).toBe(start + 3000);
		toggleAt([undefined]);
		expect(at()).toBe(start);
	});
});

describe('the people of a run', () => {
	it('are the same for all tries of an execution, and others for each list and execution', () => {
		const of = (outcomes: Outcomes, contactList: string) =>
			peopleOf(
				{ request: { key: 'subscriber.get', pathValues: { contactList } } } satisfies Pick<ItemInput, 'request'>,
				{ outcomes, client: { connection: { baseUrl: 'https://api.example.com' } } } as unknown as Run,
			);
		const [one, other] = [new Outcomes(), new Outcomes()];
		expect(of(one, 'A')).toBe(of(one, 'A'));
		expect(of(one, 'A')).not.toBe(of(one, 'B'));
		expect(of(one, 'A')).not.toBe(of(other, 'A'));
		of(one, 'A').keep(reading(0));
		expect(memories[0].get('https://api.example.com A u1')?.value.subscriber.id).toBe('u1');
	});
});
