import { usualKinds, type FaultPlan } from './plan';

/** Named plans for `--faults <name>`. */
export const presets: Readonly<Record<string, { about: string; plan: FaultPlan }>> = {
	down: { about: 'every request gets a 503', plan: { rate: 1, kinds: ['503'] } },
	expiring: { about: 'the token is accepted for 20 requests', plan: { tokenExpiresAfter: 20 } },
	flaky: { about: 'a quarter of the requests go wrong in the usual ways', plan: { rate: 0.25, kinds: usualKinds } },
	limited: { about: '10 requests a second, 20 at once', plan: { rateLimit: { perSecond: 10, burst: 20 } } },
	slow: { about: 'every answer takes 0.3 to 1.5 s longer', plan: { latencyMs: [300, 1_500] } },
	strange: {
		about: 'a quarter of the answers are not what they should be',
		plan: { rate: 0.25, kinds: ['cut-off', 'cut-off-json', 'html', 'redirect', 'empty', 'null', 'wrong-json'] },
	},
};
