import type { Moment } from '../store/records';
import { createBucket } from './bucket';
import { createSampler, type RandomSample, type FaultyCall } from './random-sample';
import type { FaultName } from './faults';
import { usualKinds, type FaultPlan, type ScriptedFault } from './plan';

/** The fault and the delay of one call. */
interface FaultDecision {
	fault?: FaultName;
	retryAfterSeconds: number;
	latencyMs: number;
}

export type FaultInjector = ReturnType<typeof createFaultInjector>;

const unharmed: FaultDecision = { retryAfterSeconds: 0, latencyMs: 0 };

/** Injects faults into calls by a plan, which can be changed at any time. */
export function createFaultInjector(now: () => Moment, start: FaultPlan | undefined, onChange: () => void) {
	let plan = start;
	let decisionFor = start && createDecision(start, now);
	return {
		plan: () => plan,
		/** Starts over with this plan, or with none. */
		use(next: FaultPlan | undefined): void {
			plan = next;
			decisionFor = next && createDecision(next, now);
			onChange();
		},
		/** Decides as soon as a call arrives. */
		decide: (call: FaultyCall): FaultDecision => decisionFor?.(call) ?? unharmed,
	};
}

/** A plan with its counters. */
function createDecision(plan: FaultPlan, now: () => Moment): (call: FaultyCall) => FaultDecision {
	const { operations, rateLimit, tokenExpiresAfter = Infinity, retryAfterSeconds = 1 } = plan;
	const sampleFor = createSampler(plan.seed ?? 1);
	const bucket = rateLimit && createBucket(rateLimit, now);
	const nextStep = createScript(plan.script ?? []);
	let admitted = 0;

	return (call) => {
		if (operations && !operations.some((operation) => operation === call.operationId)) return unharmed;
		const sample = sampleFor(call);
		const decision = { retryAfterSeconds, latencyMs: latency(plan, sample) };
		const secondsToWait = bucket?.take() ?? 0;
		if (secondsToWait > 0) return { ...decision, fault: '429-seconds', retryAfterSeconds: secondsToWait };
		admitted += 1;
		if (admitted > tokenExpiresAfter) return { ...decision, fault: '401' };
		const fault = nextStep(call) ?? faultByChance(plan, sample);
		return fault === undefined || fault === 'none' ? decision : { ...decision, fault };
	};
}

/** Uses up the steps of a script, each for its number of calls. */
function createScript(script: readonly ScriptedFault[]): (call: FaultyCall) => ScriptedFault['fault'] | undefined {
	const left = script.map((step) => ({ ...step, times: step.times ?? 1 }));
	return ({ operationId }) => {
		const step = left.find(
			({ operation, times }) => times > 0 && (operation === undefined || operation === operationId),
		);
		if (step !== undefined) step.times -= 1;
		return step?.fault;
	};
}

function faultByChance(
	{ rate = 0, kinds = usualKinds }: FaultPlan,
	{ whether, which }: RandomSample,
): FaultName | undefined {
	return whether < rate ? kinds[Math.floor(which * kinds.length)] : undefined;
}

function latency({ latencyMs = 0 }: FaultPlan, sample: RandomSample): number {
	if (typeof latencyMs === 'number') return latencyMs;
	const [min, max] = latencyMs;
	return min + sample.latency * (max - min);
}
