import type { FaultName } from './faults';

/** One step of a script. */
export interface ScriptedFault {
	/** `none` lets a call pass untouched. */
	fault: FaultName | 'none';
	/** Only for this operation, by its operationId. */
	operation?: string;
	/** For how many calls; 1 by default. */
	times?: number;
}

/** Tokens that calls use up and time brings back. */
export interface RateLimit {
	perSecond: number;
	/** How many calls may come at once after a pause. */
	burst: number;
}

/**
 * What goes wrong, and when. A call is first checked against the rate limit, then against the age of the token;
 * what passes takes the next step of the script, and where there is none, its chance.
 */
export interface FaultPlan {
	/** In turn: a call takes the first step that is left for its operation. Each is used up. */
	script?: ScriptedFault[];
	/** The chance of a fault, 0 to 1. Whether and which depends on the seed and on the call alone, not on the order of calls. */
	rate?: number;
	/** What chance picks from; the usual ones by default. */
	kinds?: FaultName[];
	/** 1 by default. */
	seed?: number;
	/** The whole plan is for these operations only, by operationId. */
	operations?: string[];
	/** Whole seconds, for faults with Retry-After; 1 by default. */
	retryAfterSeconds?: number;
	/** Added before anything is done: one length, or from the first to the second, by chance. */
	latencyMs?: number | [min: number, max: number];
	rateLimit?: RateLimit;
	/** After so many calls the token is accepted no more. */
	tokenExpiresAfter?: number;
}

/** What an unreliable service does most. */
export const usualKinds: FaultName[] = ['500', '503', '429-seconds', 'reset-before', 'reset-after'];
