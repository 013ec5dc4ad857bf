import { usualKinds } from './plan';
import type { FaultPlan, ScriptedFault } from './plan';

/** A plan in one line. */
export function describePlan(plan: FaultPlan): string {
	const { script = [], rate, kinds = usualKinds, seed = 1, operations, latencyMs, rateLimit, tokenExpiresAfter } = plan;
	return [
		script.length > 0 && `in turn ${script.map(describeStep).join(', ')}`,
		rate !== undefined && `${Number((rate * 100).toFixed(2))} % ${kinds.join(', ')} (seed ${seed})`,
		rateLimit && `${rateLimit.perSecond} requests a second, ${rateLimit.burst} at once`,
		latencyMs !== undefined && `${Array.isArray(latencyMs) ? latencyMs.join(' to ') : latencyMs} ms longer`,
		tokenExpiresAfter !== undefined && `the token expires after ${tokenExpiresAfter} requests`,
		operations && `only ${operations.join(', ')}`,
	]
		.filter(Boolean)
		.join('; ');
}

function describeStep({ fault, operation, times = 1 }: ScriptedFault): string {
	return [fault, times > 1 && `× ${times}`, operation && `for ${operation}`].filter(Boolean).join(' ');
}
