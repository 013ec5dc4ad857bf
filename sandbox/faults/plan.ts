import type { operations } from '../../contract/types';
import type { FaultName } from './faults';

type OperationId = keyof operations;

/** One step of a script. */
export interface ScriptedFault {
	/** `none` lets a call pass unharmed. */
	fault: FaultName | 'none';
	/** Only for this operation. */
	operation?: OperationId;
	/** The number of calls; 1 by default. */
	times?: number;
}

/** A token bucket: calls use tokens, time refills them. */
export interface RateLimit {
	perSecond: number;
	/** How many calls may arrive at once after a pause. */
	burst: number;
}

/**
 * Which faults happen, and when. A call is first checked against the rate limit, then against the age of the token.
 * If it passes, the next step of the script applies; once none is left, chance decides.
 */
export interface FaultPlan {
	/** In order: a call uses up the first remaining step for its operation. */
	script?: ScriptedFault[];
	/** The chance of a fault, 0 to 1. It depends only on the seed and the call, not on the order of calls. */
	rate?: number;
	/** The faults to choose from by chance; the usual ones by default. */
	kinds?: FaultName[];
	/** 1 by default. */
	seed?: number;
	/** Limits the whole plan to these operations. */
	operations?: OperationId[];
	/** Whole seconds, for faults with Retry-After; 1 by default. */
	retryAfterSeconds?: number;
	/** A delay before the work: fixed, or random from the first to the second. */
	latencyMs?: number | [min: number, max: number];
	rateLimit?: RateLimit;
	/** The token is rejected after this many calls. */
	tokenExpiresAfter?: number;
}

/** The most frequent faults of an unreliable service. */
export const usualKinds: FaultName[] = ['500', '503', '429-seconds', 'reset-before', 'reset-after'];
