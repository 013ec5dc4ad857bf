import fc from 'fast-check';

import { faultNames } from '../../../sandbox/faults/faults';
import type { FaultPlan } from '../../../sandbox/faults/plan';
import type { PagingStyleName } from '../../../sandbox/paging-styles';

/** Random pasts of a contact list and of campaigns, made by fast-check, so that a failure shrinks. */

export const subscriberEvents = [
	'subscriberAdded',
	'subscriberUpdated',
	'subscriberUnsubscribed',
	'subscriberResubscribed',
];
export const campaignEvents = ['campaignCreated', 'campaignSent'];

/** What somebody does at the service. `which` chooses one of those that are there. */
export type Deed =
	/** @param aheadMs how far the clock of this one entry is ahead */
	| { readonly do: 'create'; readonly hasLeft: boolean; readonly aheadMs: number }
	| { readonly do: 'update' | 'toggle' | 'delete'; readonly which: number }
	| { readonly do: 'deleteAll' }
	| { readonly do: 'createCampaign' }
	| { readonly do: 'deleteCampaign' | 'send' | 'finish' | 'breakOff'; readonly which: number };

/** What is done when so many requests of a poll were answered, and how long the poll takes until then. */
interface Moment {
	readonly after: number;
	readonly ms: number;
	readonly deeds: readonly Deed[];
}

/** Who stands at the beginning of the list: the oldest, the newest, or the one changed last. */
export type Order = 'oldest' | 'newest' | 'changed';

export type Step =
	| { readonly do: 'deed'; readonly deed: Deed }
	| { readonly do: 'wait'; readonly ms: number }
	/** n8n is killed and started again, another n8n takes over, or the workflow is published again. */
	| { readonly do: 'register'; readonly how: 'restart' | 'takeOver' | 'publish' }
	/** The workflow is published again with other events. */
	| { readonly do: 'choose'; readonly events: readonly string[] }
	/** The service shows nobody any more, or only every second of them, or all of them again. */
	| { readonly do: 'hide'; readonly isHalf: boolean }
	| { readonly do: 'show' }
	/** @param lagging who is shown as before a change, by a replica that lags */
	| {
			readonly do: 'poll';
			readonly faults?: FaultPlan;
			readonly meanwhile?: readonly Moment[];
			readonly lagging?: readonly number[];
	  }
	/** The workflow is published again while a poll is under way. */
	| { readonly do: 'overtake' };

export interface Past {
	readonly events: readonly string[];
	readonly maxRetries: number;
	readonly maxParallelRequests: number;
	/** Whether n8n's durable scheduler polls. */
	readonly hasContextPerPoll: boolean;
	readonly paging: PagingStyleName;
	readonly order: Order;
	/** How far the service's clock is ahead of n8n's, all the time. */
	readonly skewMs: number;
	/** Who has been there for long: some lists take more than one page. */
	readonly people: number;
	readonly steps: readonly Step[];
}

const all = [...subscriberEvents, ...campaignEvents];

const hourMs = 60 * 60 * 1000;

const which = fc.nat(60);

const aDeed: fc.Arbitrary<Deed> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant('create' as const),
			hasLeft: fc.boolean(),
			aheadMs: fc.oneof(
				{ weight: 5, arbitrary: fc.constant(0) },
				{ weight: 1, arbitrary: fc.integer({ min: -hourMs, max: 40 * hourMs }) },
			),
		}),
	},
	{
		weight: 7,
		arbitrary: fc.record({
			do: fc.constantFrom('update' as const, 'toggle' as const, 'toggle' as const, 'delete' as const),
			which,
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('deleteAll' as const) }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('createCampaign' as const) }) },
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constantFrom(
				'deleteCampaign' as const,
				'send' as const,
				'send' as const,
				'finish' as const,
				'breakOff' as const,
			),
			which,
		}),
	},
);

// A stall waits for the timeout, and is to the node what a reset connection is.
const kinds = faultNames.filter((fault) => !fault.startsWith('stall'));
const aKind = fc.constantFrom(...kinds);

const someFaults: fc.Arbitrary<FaultPlan> = fc.oneof(
	fc.record({
		rate: fc.constantFrom(0.3, 0.7),
		kinds: fc.subarray(kinds, { minLength: 1, maxLength: 4 }),
		seed: fc.nat(1000),
	}),
	// One page, and from there on more or less of the others.
	fc.tuple(fc.nat(2), aKind, fc.constantFrom(1, 2, 100)).map(([before, fault, times]) => ({
		script: [...(before > 0 ? [{ fault: 'none' as const, times: before }] : []), { fault, times }],
	})),
);

const aMoment: fc.Arbitrary<Moment> = fc.record({
	after: fc.nat(6),
	ms: fc.constantFrom(0, 0, 1000, hourMs),
	deeds: fc.array(aDeed, { minLength: 1, maxLength: 2 }),
});

const aStep: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 8, arbitrary: aDeed.map((deed) => ({ do: 'deed' as const, deed })) },
	{
		weight: 2,
		arbitrary: fc
			.oneof(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 60 * hourMs }))
			.map((ms) => ({ do: 'wait' as const, ms })),
	},
	{
		weight: 2,
		arbitrary: fc
			.constantFrom('restart' as const, 'restart' as const, 'takeOver' as const, 'publish' as const)
			.map((how) => ({ do: 'register' as const, how })),
	},
	{ weight: 1, arbitrary: fc.subarray(all, { minLength: 1 }).map((events) => ({ do: 'choose' as const, events })) },
	{ weight: 1, arbitrary: fc.boolean().map((isHalf) => ({ do: 'hide' as const, isHalf })) },
	{ weight: 1, arbitrary: fc.constant({ do: 'show' as const }) },
	{ weight: 1, arbitrary: fc.constant({ do: 'overtake' as const }) },
	{ weight: 4, arbitrary: fc.constant({ do: 'poll' as const }) },
	{
		weight: 3,
		arbitrary: fc.array(which, { minLength: 1, maxLength: 5 }).map((lagging) => ({ do: 'poll' as const, lagging })),
	},
	{ weight: 2, arbitrary: someFaults.map((faults) => ({ do: 'poll' as const, faults })) },
	{
		weight: 2,
		arbitrary: fc
			.array(aMoment, { minLength: 1, maxLength: 5 })
			.map((meanwhile) => ({ do: 'poll' as const, meanwhile })),
	},
);

export const aPast: fc.Arbitrary<Past> = fc.record({
	events: fc.oneof(
		{ weight: 3, arbitrary: fc.constantFrom(subscriberEvents, all, all) },
		{ weight: 2, arbitrary: fc.subarray(all, { minLength: 1 }) },
	),
	maxRetries: fc.nat(1),
	maxParallelRequests: fc.constantFrom(1, 40),
	hasContextPerPoll: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(false) },
		{ weight: 1, arbitrary: fc.constant(true) },
	),
	// Those that the node understands.
	paging: fc.constantFrom('numbered', 'numbered', 'numbered', 'links', 'bare'),
	order: fc.constantFrom('oldest', 'newest', 'changed'),
	skewMs: fc.oneof(fc.constant(0), fc.integer({ min: -3 * hourMs, max: 15 * hourMs })),
	people: fc.oneof(
		{ weight: 3, arbitrary: fc.nat(4) },
		{ weight: 1, arbitrary: fc.integer({ min: 99, max: 101 }) },
		{ weight: 1, arbitrary: fc.integer({ min: 199, max: 210 }) },
	),
	steps: fc.array(aStep, { minLength: 2, maxLength: 15 }),
});
