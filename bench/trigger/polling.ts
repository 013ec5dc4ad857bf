/** The trigger in a process of its own: polls whenever it is asked to, and tells what that took. */

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
	const pauses = watchPauses();
	const before = performance.now();
	const items = await trigger.poll();
	const ms = performance.now() - before;
	return {
		ms,
		events: (items ?? []).map(({ event }) => textOf(event)),
		pauseMs: await pauses.longest(),
		stateBytes: Buffer.byteLength(JSON.stringify(trigger.staticData)),
		peakMb: process.resourceUsage().maxRSS / 1024,
	};
}

/** How long the event loop stands still: from one tick to the next. */
function watchPauses(): { longest(): Promise<number> } {
	let [last, longest] = [performance.now(), 0];
	const timer = setInterval(() => {
		const now = performance.now();
		[last, longest] = [now, Math.max(longest, now - last)];
	}, tickMs);
	return {
		async longest() {
			// What stands still at the very end shows at the next tick.
			await new Promise((next) => setTimeout(next, 4 * tickMs));
			clearInterval(timer);
			return longest;
		},
	};
}

process.on('message', () => void poll().then((done) => process.send?.(done)));
