import { knownSubscriber } from '../../nodes/EmailMarketing/api/knownSubscriber';
import { shownTags } from '../../nodes/EmailMarketing/api/shownTags';

describe('the tags that a contact list shows', () => {
	it.each<[unknown, string[]]>([
		[
			['vip', ' new ', ''],
			['vip', 'new'],
		],
		[
			['vip', 7, null],
			['vip', '7'],
		],
		[[], []],
		[{}, []],
		[{ 0: 'vip', 2: 'new' }, ['vip', 'new']],
		[{ 10: 'vip' }, ['vip']],
		[null, []],
		['vip, new,', ['vip', 'new']],
		['', []],
		['vip; new', ['vip', 'new']],
		['"vip","new, big"', ['vip', 'new, big']],
		['7', ['7']],
		['null', ['null']],
		['new [2024]', ['new [2024]']],
		['[2024] new', ['[2024] new']],
		['["VIP","Kunde"]', ['VIP', 'Kunde']],
		[' [] ', []],
		['[{"name": "VIP"}]', ['VIP']],
		['{"data": ["VIP"]}', ['VIP']],
		[{ data: [{ name: 'vip' }] }, ['vip']],
		[{ data: [] }, []],
		[{ data: [{ id: '1', type: 'tags', attributes: { name: 'vip' } }] }, ['vip']],
	])('are read in whatever form they come: %j', (value, tags) => {
		expect(shownTags(value)).toEqual(tags);
	});

	it.each(['name', 'title', 'tag', 'label', 'text', 'slug'])('are read where they are things with a %s', (key) => {
		expect(
			shownTags([
				{ id: 1, [key]: 'vip' },
				{ id: 2, [key]: 2024 },
			]),
		).toEqual(['vip', '2024']);
	});

	it('are read by the best name that they have', () => {
		expect(
			shownTags([
				{ slug: 'big-customer', name: 'Big Customer' },
				{ name: '', slug: 'vip' },
				{ id: 3, tag: { id: 1, name: 'new' } },
			]),
		).toEqual(['Big Customer', 'vip', 'new']);
	});

	it.each<[unknown]>([
		[undefined],
		[7],
		[true],
		[[1, 2]],
		[{ 0: 1, 1: 2 }],
		['[1, 2]'],
		[[{ id: 1 }]],
		[[{ id: 1, name: 'vip' }, { id: 2 }]],
		[[{ name: '' }]],
		[[['vip']]],
		[['vip', true]],
		[{ vip: true, new: true }],
		[{ tag1: 'vip' }],
		[{ '1st': 'vip' }],
		[{ id: 1, name: 'vip' }],
		[{ data: [{ id: 1 }] }],
		[{ data: [{ name: 'vip' }], has_more: true }],
		[{ data: undefined }],
		[['K\uFFFDufer', 'vip']],
		['K\uFFFDufer, vip'],
		[[{ name: 'K\uFFFDufer', slug: 'kaeufer' }]],
		[{ 0: 'K\uFFFDufer' }],
		['{vip,"Big Customer"}'],
		["['vip', 'new']"],
	])('are not known where they may be misread: %j', (value) => {
		expect(shownTags(value)).toBeUndefined();
	});

	it('are none where there is null, and not known where they are missing', () => {
		expect(knownSubscriber({ email: 'a@example.com', tags: null }).tags).toEqual([]);
		expect(knownSubscriber({ email: 'a@example.com' }).tags).toBeUndefined();
	});
});
