import { shownOtherwise } from '../../nodes/EmailMarketing/api/shownOtherwise';

describe('an answer to a change', () => {
	it.each([
		[{ name: 'New' }, { name: 'Old' }, ['name']],
		[{ first_name: 'Ann', last_name: 'Lee' }, { attributes: { first_name: 'Anna', last_name: 'Lee' } }, ['first_name']],
		[{ name: ' new!' }, { name: 'New' }, []],
		[{ name: 'New' }, { name: '' }, []],
		[{ name: 'New' }, { name: null }, []],
		[{ name: 'New' }, {}, []],
		[{ name: '' }, { name: 'Old' }, []],
		[{ tags: ['a'] }, { tags: 'b' }, []],
		[{ contact_list: ' 12 ' }, { contact_list: 'Customers' }, []],
		[{ name: 'Sale 12' }, { name: 'Customers' }, ['name']],
		[{ name: '12 days' }, { name: 'Customers' }, ['name']],
		[{ template: '7b1e4c52-93d8-4f60-a1c7-000000000001' }, { template: 'Welcome' }, []],
		[undefined, { name: 'Old' }, []],
	])('where %j was sent and %j is shown, shows another: %j', (body, answer, expected) => {
		expect(shownOtherwise(body, answer)).toEqual(expected);
	});
});
