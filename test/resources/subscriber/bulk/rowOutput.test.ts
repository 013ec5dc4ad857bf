import { rowDetails, rowOutput } from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/rowOutput';
import { rowOf } from '../../../rowOf';

describe('the row of a result', () => {
	it('has empty text where nothing is known, and null for a state', () => {
		expect(rowOutput('failed', { action: 'failed' })).toEqual(rowOf({ action: 'failed', note: 'failed' }));
	});

	it('is flat, whatever the service or the row holds', () => {
		const subscriber = { id: 12, email: { a: [1] }, firstName: 7, lastName: null, tags: ['x, y', 'z'] };
		expect(rowOutput('rejected', { action: 'rejected', subscriber, reason: 'No' })).toEqual(
			rowOf({ action: 'rejected', email: '{"a":[1]}', first_name: '7', tags: '"x, y", z', note: 'No' }),
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
		expect(rowDetails({ action: 'updated', changes: changes as never }).changes).toBe(text);
	});
});

describe('the note of a row', () => {
	const changes = { first_name: { from: 'Mathias', to: 'Matthias' }, tags: { from: ['a', 'lead'], to: ['a', 'vip'] } };
	const noteOf = (result: Parameters<typeof rowOutput>[1], broken = {}) => rowOutput('word', result, broken).note;

	it.each<[string, Parameters<typeof rowOutput>[1], string]>([
		['what changed', { action: 'updated', changes }, 'first_name: Mathias → Matthias; tags: +vip −lead'],
		['why', { action: 'skipped', reason: 'The row is empty' }, 'The row is empty'],
		['both', { action: 'updated', changes, reason: 'Why' }, 'first_name: Mathias → Matthias; tags: +vip −lead; Why'],
		[
			'no state, which the action says',
			{ action: 'resubscribed', changes: { is_subscribed: { from: false, to: true } } },
			'was unsubscribed',
		],
		['tags where none were shown', { action: 'updated', changes: { tags: { from: null, to: ['a'] } } }, 'tags: → a'],
		['a few words for a new person', { action: 'created', changes, subscriber: { email: 'a@x.org' } }, 'new'],
		['a few words for nothing', { action: 'unchanged' }, 'nothing differs'],
		[
			'a few words for what goes out as given',
			{ action: 'imported', changes, subscriber: {} },
			'sent without reading the list',
		],
	])('says %s', (_, result, text) => expect(noteOf(result)).toBe(text));

	it('names broken cells, and has 200 characters at most, of which the details have the rest', () => {
		const long = { action: 'failed', reason: 'x'.repeat(2_000) } as const;
		const broken = { first_name: 'First Name is #N/A' };
		expect(noteOf({ action: 'unchanged' }, broken)).toBe('First Name is #N/A, which changes nothing');
		expect(noteOf(long)).toHaveLength(200);
		const tags = { tags: { from: [], to: Array.from({ length: 60 }, (_, n) => `tag ${n}`) } };
		const many = noteOf({ action: 'updated', changes: tags, reason: 'Unsubscribed in the list' });
		expect(many.length).toBeLessThanOrEqual(200);
		expect(many).toMatch(/^tags: \+tag 0 .*…; Unsubscribed in the list$/);
		expect(rowDetails(long).reason).toHaveLength(2_000);
		expect(Object.keys(rowDetails(long))).toEqual(['uuid', 'changes', 'reason', 'consent']);
	});
});

it('the note of a row is one line, without invisible characters', () => {
	const changes = { first_name: { from: 'A', to: 'B\n\n\u202eC' } };
	expect(rowOutput('updated', { action: 'updated', changes }).note).toBe('first_name: A → B C');
});
