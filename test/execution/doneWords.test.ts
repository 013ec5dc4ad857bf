import { actionIn, doneWordOf } from '../../nodes/EmailMarketing/execution/tellOutcome';
import { operations } from '../../nodes/EmailMarketing/resources/operations';

it.each(Object.keys(operations))('has a word for what an item is after %s', (key) => {
	expect(doneWordOf(key.split('.')[1])).toMatch(
		key === 'subscriber.toggleSubscription' ? /^done$/ : /^(?!done$)[a-z ]+$/,
	);
});

it.each([undefined, 'constructor', 'other'])('says "done" of what it does not know: %s', (operation) => {
	expect(doneWordOf(operation)).toBe('done');
});

it.each<[string, string, string | undefined]>([
	['upsert', 'updated', 'updated'],
	['sync', 'resubscribed', 'resubscribed'],
	['create', 'skipped', 'skipped'],
	['create', 'deleted', undefined],
	['get', 'deleted', undefined],
	['upsert', 'failed', undefined],
])('takes the action in the output of %s for its own only where it sets one: %s', (operation, action, expected) => {
	expect(actionIn(operation, { action })).toBe(expected);
});
