import type { Moment } from '../store/store';
import { createBucket } from './bucket';
import { createDraws } from './draws';
import type { Draws, FaultyCall } from './draws';
import type { FaultName } from './faults';
import { usualKinds } from './plan';
import type { FaultPlan, ScriptedFault } from './plan';

/** What is in store for one call. */
interface Fate {
	fault?: FaultName;
	retryAfterSeconds: number;
	latencyMs: number;
}

export interface Dealer {
	plan(): FaultPlan | undefined;
	/** Begins anew with this plan, or with none. */
	use(plan: FaultPlan | undefined): void;
	/** Decides at once, when a call has arrived. */
	deal(call: FaultyCall): Fate;
	/** How often each fault was dealt since the plan began. */
	dealt(): Partial<Record<FaultName, number>>;
}

const unharmed: Fate = { retryAfterSeconds: 0, latencyMs: 0 };

/** Deals faults to calls, by a plan that can be changed at any time. */
export function createDealer(now: () => Moment, start: FaultPlan | undefined): Dealer {
	let plan = start;
	let decide = start && createDecision(start, now);
	let dealt: Partial<Record<FaultName, number>> = {};
	return {
		plan: () => plan,
		use(next) {
			plan = next;
			decide = next && createDecision(next, now);
			dealt = {};
		},
		deal(call) {
			const fate = decide?.(call) ?? unharmed;
			if (fate.fault !== undefined) dealt[fate.fault] = (dealt[fate.fault] ?? 0) + 1;
			return fate;
		},
		dealt: () => ({ ...dealt }),
	};
}

/** A plan with its counters. */
function createDecision(plan: FaultPlan, now: () => Moment): (call: FaultyCall) => Fate {
	const { operations, rateLimit, tokenExpiresAfter = Infinity, retryAfterSeconds = 1 } = plan;
	const draw = createDraws(plan.seed ?? 1);
	const bucket = rateLimit && createBucket(rateLimit, now);
	const nextStep = createScript(plan.script ?? []);
	let admitted = 0;

	return (call) => {
		if (operations && !operations.includes(call.operationId ?? '')) return unharmed;
		const draws = draw(call);
		const fate = { retryAfterSeconds, latencyMs: latency(plan, draws) };
		const secondsToWait = bucket?.take() ?? 0;
		if (secondsToWait > 0) return { ...fate, fault: '429-seconds', retryAfterSeconds: secondsToWait };
		admitted += 1;
		if (admitted > tokenExpiresAfter) return { ...fate, fault: '401' };
		const fault = nextStep(call) ?? faultByChance(plan, draws);
		return fault === undefined || fault === 'none' ? fate : { ...fate, fault };
	};
}

/** The steps that are left, each for as many calls as it says. */
function createScript(script: readonly ScriptedFault[]): (call: FaultyCall) => ScriptedFault['fault'] | undefined {
	const left = script.map((step) => ({ ...step, times: step.times ?? 1 }));
	return ({ operationId }) => {
		const step = left.find(({ operation, times }) => times > 0 && (operation === undefined || operation === operationId));
		if (step !== undefined) step.times -= 1;
		return step?.fault;
	};
}

function faultByChance({ rate = 0, kinds = usualKinds }: FaultPlan, { whether, which }: Draws): FaultName | undefined {
	return whether < rate ? kinds[Math.floor(which * kinds.length)] : undefined;
}

function latency({ latencyMs = 0 }: FaultPlan, draws: Draws): number {
	if (typeof latencyMs === 'number') return latencyMs;
	const [min, max] = latencyMs;
	return min + draws.latency * (max - min);
}
