import { ConcurrencyLimit, type Feedback } from '../../nodes/EmailMarketing/transport/ConcurrencyLimit';
import { randomNumbers } from '../random';

const ceiling = 40;

describe('the limit', () => {
	it('begins with ten, or with the ceiling where that is lower', () => {
		expect([
			new ConcurrencyLimit(40).current,
			new ConcurrencyLimit(10).current,
			new ConcurrencyLimit(3).current,
			new ConcurrencyLimit(1).current,
		]).toEqual([10, 10, 3, 1]);
	});

	it.each([1, 2, 3, 7, 40, 100])('never exceeds the ceiling of %i, nor falls below one, whatever comes', (most) => {
		const random = randomNumbers(most);
		const limit = new ConcurrencyLimit(most);
		const feedbacks: Feedback[] = ['answered', 'answered', 'answered', 'answered', 'refused', 'unanswered', 'broken'];
		const seen = Array.from({ length: 5000 }, () => {
			const feedback =
				random() < 0.98 ? 'answered' : (feedbacks[Math.floor(random() * feedbacks.length)] ?? 'answered');
			limit.learn(feedback, random() * 100, limit.epoch, random() < 0.8);
			return limit.current;
		});
		expect(Math.max(...seen)).toBeLessThanOrEqual(most);
		expect(Math.min(...seen)).toBeGreaterThanOrEqual(1);
		expect(seen.every(Number.isInteger)).toBe(true);
	});

	it.each<[Feedback, number]>([
		['refused', 5],
		['unanswered', 5],
		['broken', 9],
	])('is lowered from ten by one request that was %s: to %i', (feedback, current) => {
		const limit = new ConcurrencyLimit(ceiling);
		limit.learn(feedback, 50, limit.epoch, true);
		expect(limit.current).toBe(current);
	});

	it('is lowered once by all requests that were on their way together, not once for each', () => {
		const limit = new ConcurrencyLimit(ceiling);
		const { epoch } = limit;
		for (let request = 0; request < 10; request += 1) limit.learn('refused', 50, epoch, true);
		expect(limit.current).toBe(5);
		limit.learn('refused', 50, limit.epoch, true);
		expect(limit.current).toBe(2);
	});

	it('does not grow while nothing more is waiting to be sent', () => {
		const limit = new ConcurrencyLimit(ceiling);
		for (let request = 0; request < 1000; request += 1) limit.learn('answered', 50, limit.epoch, false);
		expect(limit.current).toBe(10);
	});
});

/** A limit that was given so many answers of the same time in each window. */
class Answers {
	constructor(readonly limit: ConcurrencyLimit) {}

	give(times: readonly number[], isFull = true): this {
		for (const ms of times) this.limit.learn('answered', ms, this.limit.epoch, isFull);
		return this;
	}

	/** Answers that are looked at together. Half of them are quicker and half slower than the mean by `scatter`. */
	window(ms: number, { scatter = 0, isFull = true } = {}): this {
		const count = Math.max(10, this.limit.current);
		return this.give(
			Array.from({ length: count }, (_, index) => ms + (index % 2 === 0 ? scatter : -scatter)),
			isFull,
		);
	}

	windows(count: number, ms: number, isFull = true): this {
		for (let index = 0; index < count; index += 1) this.window(ms, { isFull });
		return this;
	}

	feedback(feedback: Feedback): this {
		this.limit.learn(feedback, 1, this.limit.epoch, true);
		return this;
	}

	get current(): number {
		return this.limit.current;
	}
}

const answersTo = (most = ceiling) => new Answers(new ConcurrencyLimit(most));
const times = (count: number, ...pattern: number[]) =>
	Array.from({ length: count }, (_, index) => pattern[index % pattern.length] ?? 0);

describe('answers are looked at together', () => {
	it('as many as may be in flight, and ten at least', () => {
		const answers = answersTo();
		expect([answers.give(times(9, 100)).current, answers.give(times(1, 100)).current]).toEqual([10, 20]);
		expect([answers.give(times(19, 100)).current, answers.give(times(1, 100)).current]).toEqual([20, 40]);
		const few = answersTo(3);
		expect([few.give(times(9, 100)).limit.paceMs, few.give(times(1, 100)).limit.paceMs > 0]).toEqual([0, true]);
	});

	it('until their mean is known to a twentieth', () => {
		const answers = answersTo();
		expect([answers.give(times(15, 40, 60)).current, answers.give([60]).current]).toEqual([10, 20]);
	});

	it('but no more than a hundred, however they scatter', () => {
		const answers = answersTo();
		expect([answers.give(times(99, 1, 300)).current, answers.give([300]).current]).toEqual([10, 20]);
	});

	it('and not with those of requests that left before the limit was changed by much', () => {
		const { limit } = answersTo();
		const before = limit.epoch;
		new Answers(limit).window(100);
		expect(limit.epoch).not.toBe(before);
		for (let index = 0; index < 100; index += 1) limit.learn('answered', 100, before, true);
		limit.learn('refused', 100, before, true);
		expect(limit.current).toBe(20);
	});

	it('anew after a refusal', () => {
		const answers = answersTo().give(times(9, 100)).feedback('refused').give(times(9, 100));
		expect([answers.current, answers.give([100]).current]).toEqual([5, 6]);
	});
});

describe('the pace', () => {
	it('is none as long as nobody knows how quickly the service answers', () => {
		expect(answersTo().give(times(9, 100)).limit.paceMs).toBe(0);
	});

	it('is twice that of the answers while the limit doubles, and a quarter above it from then on', () => {
		const answers = answersTo().window(100);
		expect(answers.limit.paceMs).toBe(100 / 20 / 2);
		answers.feedback('refused');
		expect(answers.limit.paceMs).toBe(100 / 10 / 1.25);
	});
});

describe('the limit, window by window', () => {
	it('doubles while answers are as quick as they were, give or take a tenth and 5 ms', () => {
		expect(answersTo().window(100).window(115).current).toBe(40);
	});

	it('goes up by one once they were slower than that, also when they are quick again', () => {
		const answers = answersTo().window(100).window(116);
		expect([answers.current, answers.window(100).current, answers.window(100).current]).toEqual([21, 22, 23]);
	});

	it('counts the scatter of both windows: what chance explains is not slower', () => {
		// 130 ms and the tolerance of 5 ms, and twice the standard error of 2 ms and of 3 ms.
		const scattered = (ms: number) =>
			answersTo()
				.window(100, { scatter: 2 * Math.sqrt(10) })
				.window(ms, { scatter: 3 * Math.sqrt(20) }).current;
		expect([scattered(135 + 2 * Math.hypot(2, 3) - 0.1), scattered(135 + 2 * Math.hypot(2, 3) + 0.1)]).toEqual([
			21, 14,
		]);
	});

	it('turns back to where nothing waits when answers are slower by three tenths and 5 ms', () => {
		expect(answersTo().window(100).window(135).current).toBe(21);
		expect(answersTo().window(100).window(136).current).toBe(15);
	});

	it('turns back by half at most, and by one at least', () => {
		expect(answersTo().window(100).window(1000).current).toBe(10);
		expect(answersTo(2).window(10_000).window(13_006).current).toBe(1);
	});

	it('takes the service itself for slower when half the requests are answered no quicker', () => {
		const answers = answersTo().window(100).window(200).window(181);
		expect([answers.current, answers.limit.paceMs]).toEqual([10, 181 / 10 / 1.25]);
		expect(answersTo().window(100).window(200).window(180).current).toBe(6);
	});

	it('turns back twice for two slow windows that do not follow each other', () => {
		expect(answersTo().window(100).window(200).window(100).window(190).current).toBe(6);
		expect(answersTo().window(100).window(200).feedback('refused').window(190).current).toBe(3);
		expect(answersTo().window(100).window(200).window(181).window(500).current).toBe(5);
	});

	it('remembers the quickest window, not the last', () => {
		expect(answersTo(100).window(100).window(110).window(120).current).toBe(41);
		expect(answersTo().window(100).window(90).window(136).current).toBe(26);
	});

	it('says nothing of what left before it was doubled, and does of what left before it grew by one', () => {
		const answers = answersTo();
		const epochs = [answers.limit.epoch, answers.window(100).limit.epoch, answers.window(116).limit.epoch];
		expect(epochs[1]).not.toBe(epochs[0]);
		expect(epochs[2]).toBe(epochs[1]);
	});

	it('has never the epoch again that it had before', () => {
		const answers = answersTo();
		const epochs = [
			answers.limit.epoch,
			answers.window(100).limit.epoch,
			answers.feedback('refused').limit.epoch,
			answers.feedback('refused').limit.epoch,
		];
		expect(new Set(epochs).size).toBe(4);
	});

	it('stays at the ceiling, and is not counted as changed there', () => {
		const answers = answersTo(10);
		const { epoch } = answers.limit;
		expect([answers.windows(3, 100).current, answers.limit.epoch]).toEqual([10, epoch]);
	});
});

describe('every sixteen windows half the limit is tried', () => {
	/** Five at a time, and the next window is the sixteenth. */
	const almost = () => answersTo().feedback('refused').windows(15, 100, false);

	it('and the whole again when that is no quicker by a fifth', () => {
		const answers = almost();
		expect([
			answers.current,
			answers.window(100, { isFull: false }).current,
			answers.window(80, { isFull: false }).current,
		]).toEqual([5, 3, 5]);
	});

	it('and kept when that is quicker by a fifth, and the pace is that of the probe', () => {
		const answers = almost().window(100, { isFull: false }).window(79, { isFull: false });
		expect([answers.current, answers.limit.paceMs]).toEqual([3, 79 / 3 / 1.25]);
	});

	it('and not kept when chance explains that it is quicker', () => {
		expect(almost().window(100, { isFull: false }).window(78, { scatter: 8, isFull: false }).current).toBe(5);
	});

	it('and again after sixteen more', () => {
		const answers = almost().window(100, { isFull: false }).windows(15, 100, false);
		expect([answers.current, answers.window(100, { isFull: false }).current]).toEqual([5, 3]);
	});

	it('and forgotten when the service refuses meanwhile', () => {
		expect(almost().window(100, { isFull: false }).feedback('refused').window(100, { isFull: false }).current).toBe(1);
	});

	it('but not while it doubles, nor where it is one', () => {
		expect(answersTo(10).windows(20, 100).current).toBe(10);
		const one = answersTo(1).feedback('refused').windows(15, 100);
		const { epoch } = one.limit;
		expect([one.windows(5, 100).current, one.limit.epoch]).toEqual([1, epoch]);
	});
});
