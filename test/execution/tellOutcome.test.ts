import type { IDataObject } from 'n8n-workflow';

import { Tally } from '../../nodes/EmailMarketing/execution/Tally';
import { actionIn, doneWordOf, withOutcome } from '../../nodes/EmailMarketing/execution/tellOutcome';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';

const refused = new Error('Refused');
const unclear = new UserFacingError('Timed out', '', { isOutcomeUnknown: true });

type Known = Parameters<typeof withOutcome>[1];

function told(known: Partial<Omit<Known, 'became'>> & { became?: Record<string, number> }, description = ''): string {
	const became = new Tally();
	for (const [what, count] of Object.entries(known.became ?? {})) became.add(what, count);
	const { total = 4, hasDoneAny = became.total > 0, refusedTogether = 0 } = known;
	const { failures = [failed([0])], unpaired = [], doneWord = 'created' } = known;
	return withOutcome(description, {
		total,
		became,
		hasDoneAny,
		refusedTogether,
		failures,
		unpaired,
		doneWord,
	});
}

function failed(items: number[], { thrown = refused, wasSent = true } = {}): Known['failures'][number] {
	return { items, thrown, wasSent };
}

const removed = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ action: 'deleted', email: `p${index}@example.com` }));

describe('what is told where a node stops', () => {
	it('counts as unsent only what no request was sent for', () => {
		const [unsent, sent] = [failed([0], { wasSent: false }), failed([1])];
		expect(told({ total: 3, failures: [unsent, sent] })).toBe(
			'Of 3 items, 2 failed (this one and item 1) and 1 was not sent. n8n counts items from 0.',
		);
	});

	it('stands behind the words of the failure, which say themselves that nothing was sent, once', () => {
		const unsent = { failures: [failed([1], { wasSent: false })] };
		expect(told(unsent, "Set 'Email'. Nothing was sent for this item.")).toBe(
			"Set 'Email'. Nothing was sent for any of the 4 items.",
		);
		expect(told(unsent, 'Nothing was sent.')).toBe('Nothing was sent for any of the 4 items.');
		expect(told(unsent, 'Nothing was sent. Look again.')).toBe(
			'Nothing was sent. Look again. Nothing was sent for any of the 4 items.',
		);
		expect(told({ became: { created: 3 } }, 'Nothing was sent for this item.')).toBe(
			'Nothing was sent for this item. Of 4 items, 3 were created and this one failed.',
		);
	});

	it('stands behind a full stop', () => {
		const all = { total: 6, failures: [failed([0, 1, 2, 3, 4, 5])] };
		expect(told(all, 'Email: has already been taken')).toBe('Email: has already been taken. All 6 items failed.');
		expect(told(all, 'Is it right?')).toBe('Is it right? All 6 items failed.');
		expect(told({ total: 1 }, 'Name: is taken')).toBe('Name: is taken');
	});

	it('names who was removed, as no output does then, and leaves out what failed', () => {
		const unpaired = [...removed(2), { action: 'failed', email: 'x@example.com' }, { action: 'summary' }];
		expect(told({ became: { created: 3 }, unpaired })).toBe(
			'Of 4 items, 3 were created and this one failed. Before that: deleted p0@example.com, deleted p1@example.com.',
		);
	});

	it('names who may have been removed, behind those who were', () => {
		const doubted = { action: 'failed', email: 'ann@example.com', outcomeUnknown: true };
		expect(told({ became: { created: 3 }, unpaired: [doubted, ...removed(1)] })).toBe(
			'Of 4 items, 3 were created and this one failed. Before that: deleted p0@example.com. May have been removed: ann@example.com.',
		);
		expect(told({ total: 1, failures: [failed([], { thrown: unclear })], unpaired: [doubted] })).toMatch(
			/May have been removed: ann@example\.com\.$/,
		);
	});

	it('names a hundred who were removed, and counts the others', () => {
		const end = (count: number) => told({ unpaired: removed(count) }).slice(-60);
		expect(end(100)).toMatch(/deleted p98@example\.com, deleted p99@example\.com\.$/);
		expect(end(103)).toMatch(/deleted p99@example\.com and 3 more\.$/);
	});
});

describe('the words for what an operation has done', () => {
	it.each(Object.keys(operations))('include one for %s', (key) => {
		expect(doneWordOf(key.split('.')[1])).toMatch(
			key === 'subscriber.toggleSubscription' ? /^done$/ : /^(?!done$)[a-z ]+$/,
		);
	});

	it.each([undefined, 'constructor', 'other'])('are "done" for what is not known: %s', (operation) => {
		expect(doneWordOf(operation)).toBe('done');
	});

	it.each<[string, string, string | undefined]>([
		['upsert', 'updated', 'updated'],
		['sync', 'resubscribed', 'resubscribed'],
		['create', 'skipped', 'skipped'],
		['create', 'deleted', undefined],
		['get', 'deleted', undefined],
		['upsert', 'failed', undefined],
	])('are those of its output for %s only where it sets one: %s', (operation, action, expected) => {
		expect(actionIn(operation, { action })).toBe(expected);
	});
});
