import { ColumnReaders } from '../../../nodes/EmailMarketing/shared/columns/ColumnReaders';

describe('readers of columns', () => {
	it('are one for each set of columns that is given', () => {
		const readers = new ColumnReaders();
		expect(readers.for({ email: 'Mailbox' })).toBe(readers.for({ email: 'Mailbox' }));
		expect(readers.for(undefined)).toBe(readers.for({}));
		expect(readers.for({ email: 'Post' }).read({ Post: 'a@example.com' }).values).toEqual({ email: 'a@example.com' });
		expect(readers.hints()).toHaveLength(3);
	});
});
