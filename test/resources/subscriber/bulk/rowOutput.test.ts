import { actions, plannedWord } from '../../../../nodes/EmailMarketing/execution/words';
import { inputOf, rowKeys, rowOutput } from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/rowOutput';
import { rowOf } from '../../../engine/support';

describe('the row of a result', () => {
	it.each(actions)('has all keys in the same order, and no other: %s', (action) => {
		for (const subscriber of [undefined, {}, { id: 7, email: 'a@x.org', tags: ['a'], updatedAt: 1, readAt: 2 }])
			for (const word of [action, plannedWord(action)]) {
				const row = rowOutput(word, { action, subscriber });
				expect(Object.keys(row)).toEqual([
					...['action', 'email', 'first_name', 'last_name', 'tags', 'is_subscribed', 'changes', 'reason', 'uuid'],
				]);
				expect(row.action).toBe(word);
			}
		expect(rowKeys).toEqual(Object.keys(rowOutput(action, { action })));
	});

	it('has empty text where nothing is known, and null for a state', () => {
		expect(rowOutput('failed', { action: 'failed' })).toEqual(rowOf({ action: 'failed' }));
	});

	it.each<[boolean | undefined, boolean | null]>([
		[true, true],
		[false, false],
		[undefined, null],
	])('has a boolean for a state that is known: %s', (isSubscribed, shown) => {
		expect(rowOutput('updated', { action: 'updated', subscriber: { isSubscribed } }).is_subscribed).toBe(shown);
	});

	it('is flat, whatever the service or the row holds', () => {
		const subscriber = { id: 12, email: { a: [1] }, firstName: 7, lastName: null, tags: ['x, y', 'z'] };
		expect(rowOutput('rejected', { action: 'rejected', subscriber, reason: 'No' })).toEqual(
			rowOf({ action: 'rejected', email: '{"a":[1]}', first_name: '7', tags: '"x, y", z', reason: 'No', uuid: '12' }),
		);
	});

	it.each<[string, object, string]>([
		[
			'names and tags',
			{ first_name: { from: 'Mathias', to: 'Matthias' }, tags: { from: ['a', 'b'], to: ['a', 'b', 'vip'] } },
			'first_name: Mathias → Matthias; tags: a, b → a, b, vip',
		],
		['a state', { is_subscribed: { from: true, to: false } }, 'is_subscribed: true → false'],
		[
			'what was empty',
			{ last_name: { from: null, to: 'Lee' }, tags: { from: [], to: ['a'] } },
			'last_name: → Lee; tags: → a',
		],
		['what is empty now', { tags: { from: ['a, b'], to: [] } }, 'tags: "a, b" →'],
		['nothing', {}, ''],
	])('has changes to read: %s', (_, changes, text) => {
		expect(rowOutput('updated', { action: 'updated', changes: changes as never }).changes).toBe(text);
	});
});

describe('the input of a row', () => {
	const row = rowOutput('created', { action: 'created' });

	it('is the item that came in', () => {
		const wide = Object.fromEntries(Array.from({ length: 60 }, (_, column) => [`c${column}`, column]));
		const item = { ...wide, nested: { deep: [{ a: 1 }] } };
		expect(inputOf(item)).toBe(item);
		expect(inputOf(row)).toBe(row);
		expect(inputOf({ ...row, input: 'text' })).toEqual({ ...row, input: 'text' });
	});

	it('of a result that comes in again is its own, so that it does not grow', () => {
		const input = { Post: 'a@x.org' };
		expect(inputOf({ ...row, input })).toBe(input);
		expect(inputOf({ action: 'buy', input })).toEqual({ action: 'buy', input });
	});
});
