import { pastTense, resultWord } from '../../nodes/EmailMarketing/execution/summarizeRun';
import { operations } from '../../nodes/EmailMarketing/resources/operations';

describe('the word for what an operation has done', () => {
	it.each(Object.keys(operations))('is there for %s', (key) => {
		expect(pastTense(key.split('.')[1])).toMatch(
			key === 'subscriber.toggleSubscription' ? /^done$/ : /^(?!done$)[a-z ]+$/,
		);
	});

	it.each([undefined, 'constructor', 'other'])('is "done" for what is not known: %s', (operation) => {
		expect(pastTense(operation)).toBe('done');
	});

	it.each([
		['create', 'skipped', 'skipped'],
		['create', 'deleted', 'created'],
		['get', 'skipped', 'read'],
	])('is that of its output for %s only where it skips: %s', (operation, action, expected) => {
		expect(resultWord(operation, { action })).toBe(expected);
	});
});
