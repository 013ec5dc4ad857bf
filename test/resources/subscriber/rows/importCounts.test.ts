import { countedIn } from '../../../../nodes/EmailMarketing/resources/subscriber/rows/importCounts';

describe('the numbers in the answer of an import of four rows', () => {
	it.each([
		[{ message: 'Done' }],
		[{ imported: 4 }],
		[{ created: 1, updated: 3 }],
		[{ imported: 4, created: 3, updated: 1, skipped: 0 }],
		[{ data: { imported: 4 } }],
		[{ total: 4 }],
		[undefined],
		['OK'],
		[{ imported: '4 of 4' }],
		[{ message: '4 of 4 imported' }],
		[{ message: 'Batch 1 of 4 accepted', imported: 4 }],
		[{ message: 'Done, 0 of 4 rows failed' }],
		[{ message: '4 imported, 1 of 4 was there already' }],
		[{ imported: 4, message: '2 of 4 rows imported' }],
		['3 of 5 imported'],
		[{ imported: -1 }],
		[{ imported: 4, contact_list: { stats: { total: 900, new: 1 } } }],
		[{ imported: 4, results: { 'a@example.com': { created: 1 }, 'b@example.com': { created: 1 } } }],
	])('say nothing against it: %j', (answer) => {
		expect(countedIn(answer, 4)).toEqual({ isShort: false });
	});

	it.each([
		[{ imported: 3, total: 4 }, 'imported: 3'],
		[{ created: 1, updated: 2 }, 'created: 1, updated: 2'],
		[{ success_count: 3, error_count: 1 }, 'success_count: 3'],
		[{ data: { imported: 0 } }, 'imported: 0'],
		[{ data: { result: { stats: 4, imported: 2 } } }, 'imported: 2'],
		[{ imported: 1, skipped: 2 }, 'imported: 1, skipped: 2'],
		[{ message: 'Imported 3 of 4 rows' }, 'Imported 3 of 4 rows'],
		[{ message: '3 of 4 rows were imported.' }, '3 of 4 rows were imported.'],
		['2 out of 4 imported', '2 out of 4 imported'],
		[{ status: 'partial' }, 'status: partial'],
		[{ status: 'completed_with_errors' }, 'status: completed_with_errors'],
	])('say that some are missing: %j', (answer, missing) => {
		expect(countedIn(answer, 4)).toEqual({ isShort: true, missing });
	});

	it('are compared with all rows, also those that are named as refused, where a sentence holds them', () => {
		const message = '1,998 of 2,000 contacts have been imported';
		expect(countedIn({ message }, 1_999, 2_000)).toEqual({ isShort: true, missing: message });
		expect(countedIn({ message }, 1_998, 2_000)).toEqual({ isShort: false });
	});

	it.each([[{ imported: 3, skipped: 1 }], [{ created: 0, duplicates: 4 }]])(
		'say that some were passed over, who may be there already: %j',
		(answer) => {
			expect(countedIn(answer, 4)).toEqual({ isShort: true, missing: undefined });
		},
	);
});
