import { readSubscriberColumns } from '../../nodes/EmailMarketing/shared/subscriberColumns';

describe('readSubscriberColumns', () => {
	it('takes the documented fields as they are and leaves the rest', () => {
		const json = { email: ' A@example.com', first_name: 'Ann', last_name: 'Lee', tags: ['vip'], uuid: 's1', firstName: 'no' };
		expect(readSubscriberColumns(json)).toEqual({ email: ' A@example.com', first_name: 'Ann', last_name: 'Lee', tags: ['vip'] });
	});

	it.each([[{ email: '' }], [{ tags: null }], [{ first_name: 0 }]])('takes what is there, even when it is empty: %j', (json) => {
		expect(readSubscriberColumns(json)).toEqual(json);
	});

	it.each([[{}], [{ Email: 'a@example.com' }], [{ 'e-mail': 'a@example.com', name: 'Ann' }]])('says of %j which fields it looks for', (json) => {
		expect(() => readSubscriberColumns(json)).toThrow(
			expect.objectContaining({ message: 'The input item has none of the fields email, first_name, last_name, tags', description: expect.stringContaining('Nothing was sent') }),
		);
	});
});
