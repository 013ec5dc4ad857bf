import type { Moment } from '../store/store';
import type { RateLimit } from './plan';

interface Bucket {
	/** Takes a token; gives 0, or where there is none, the whole seconds until there is one. */
	take(): number;
}

/** A token bucket, full at first. */
export function createBucket({ perSecond, burst }: RateLimit, now: () => Moment): Bucket {
	let tokens = burst;
	let filledAt = now();
	return {
		take() {
			const moment = now();
			tokens = Math.min(burst, tokens + (Math.max(0, moment - filledAt) / 1_000) * perSecond);
			filledAt = moment;
			// Fractions add up to a hair less than 1.
			const missing = 1 - tokens - 1e-9;
			if (missing > 0) return Math.ceil(missing / perSecond);
			tokens -= 1;
			return 0;
		},
	};
}
