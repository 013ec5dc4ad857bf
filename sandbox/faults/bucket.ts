import type { Moment } from '../store/records';
import type { RateLimit } from './plan';

/** A token bucket, full at first. `take` returns 0 or, without a token, the whole seconds until the next one. */
export function createBucket({ perSecond, burst }: RateLimit, now: () => Moment) {
	let tokens = burst;
	let filledAt = now();
	return {
		take(): number {
			const moment = now();
			tokens = Math.min(burst, tokens + (Math.max(0, moment - filledAt) / 1_000) * perSecond);
			filledAt = moment;
			// Fractions may add up to slightly less than 1.
			const missing = 1 - tokens - 1e-9;
			if (missing > 0) return Math.ceil(missing / perSecond);
			tokens -= 1;
			return 0;
		},
	};
}
