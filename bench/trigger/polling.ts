/** The trigger in a process of its own: polls at each message, and sends what that took. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { triggerWith } from '../../test/engine/pollTrigger';
import type { Poll } from './polls';

const tickMs = 5;
const [url = '', list = ''] = process.argv.slice(2);
const trigger = triggerWith(
	{
		events: ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'],
		contactList: { __rl: true, mode: 'id', value: list },
		options: {},
	},
	{ baseUrl: url, accessToken: 'bench', endpointPaths: '{}' },
);

async function poll(): Promise<Poll> {
	const delay = monitorEventLoopDelay({ resolution: tickMs });
	delay.enable();
	const before = performance.now();
	const items = await trigger.poll();
	const ms = performance.now() - before;
	// A pause at the very end is noted at the next tick.
	await new Promise((next) => setTimeout(next, 4 * tickMs));
	delay.disable();
	return {
		ms,
		events: (items ?? []).map(({ event }) => textOf(event)),
		pauseMs: delay.max / 1e6,
		stateKb: Buffer.byteLength(JSON.stringify(trigger.staticData)) / 1000,
		peakMb: process.resourceUsage().maxRSS / 1024,
	};
}

process.on('message', () => void poll().then((done) => process.send?.(done)));
