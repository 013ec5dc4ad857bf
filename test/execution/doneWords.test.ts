import { doneWordOf } from '../../nodes/EmailMarketing/execution/doneWords';
import { operations } from '../../nodes/EmailMarketing/resources/operations';

it.each(Object.keys(operations))('has a word for what an item is after %s', (key) => {
	expect(doneWordOf(key.split('.')[1])).toMatch(key === 'subscriber.toggleSubscription' ? /^done$/ : /^(?!done$)[a-z ]+$/);
});

it.each([undefined, 'constructor', 'other'])('says "done" of what it does not know: %s', (operation) => {
	expect(doneWordOf(operation)).toBe('done');
});
