import type { Subscriber } from '../../../api/subscriber';
import type { RowInput, Run } from '../../../execution/Operation';
import type { ApiRequest } from '../../../transport/ApiRequest';
import { withinMinute } from '../people/age';
import { diff, hasChanged, subscriberId } from '../people/changes';
import { readAgain } from '../people/readSubscriber';
import { setSubscription } from '../people/toggle';
import type { Want } from '../people/updateSubscriber';
import { inTurnOf, writeRow } from '../people/writeRow';
import { holding } from './held';
import type { Held, ListRun, Removal } from './listRules';
import type { RowResult } from '../people/RowResult';
import { resultOfStep } from './stepFor';

/** Removes subscribers, or the tag `onlyTag`, and returns those who are kept. */
export async function removeAll(removals: readonly Removal[], { rows, run, rowRun, rules }: ListRun) {
	const kept: Held[] = [];
	await rowRun.rejections.inOrder(removals, run.client.options.maxParallelRequests, async (removal) => {
		await rowRun.run(removal, async () => {
			const result = await removeSubscriber(rows[0], run, removal, rules.onlyTag);
			if (result === undefined) kept.push(holding(removal, 'changed during the sync'));
			return result;
		});
	});
	return kept;
}

/**
 * Removes a subscriber, or the tag `onlyTag`.
 * @param first the first row of the list
 * @returns `undefined` for those who are kept: they changed since the list was read over a minute ago
 */
async function removeSubscriber(first: RowInput, run: Run, removal: Removal, onlyTag = '') {
	const { action, subscriber } = removal;
	if (action === 'untagged') return await removeTag(first, run, removal, onlyTag);
	const pathValues = { ...first.request.pathValues, subscriber: subscriberId(subscriber) };
	const request: ApiRequest = { key: 'subscriber.delete', pathValues, names: first.request.names };
	const read = async (): Promise<Subscriber> => await readAgain(first, run, subscriber);
	const write = async (present: Subscriber, expiresAt?: number): Promise<boolean> => {
		if (hasChanged(subscriber, present)) return false;
		if (action === 'deleted') await run.client.exchange({ ...request, sending: { expiresAt } });
		else await setSubscription(first, run, subscriber, false);
		return true;
	};
	const work = async () => await withinMinute(subscriber, read, write);
	return (await inTurnOf(first, run, subscriber, work)) ? resultOfStep(removal) : undefined;
}

async function removeTag(first: RowInput, run: Run, removal: Removal, tag: string): Promise<RowResult> {
	const want: Want = (present) => diff({ tags: [tag] }, present, 'remove');
	const { subscriber, changes } = await writeRow(first, run, removal.subscriber, want, { addsTags: true });
	return { ...resultOfStep(removal), subscriber, changes };
}
