import { idOfKnown, knownSubscriber, shownSubscriber } from '../../nodes/EmailMarketing/api/knownSubscriber';

describe('a subscriber as a contact list shows it', () => {
	it('is read with what is compared, and nothing more', () => {
		const entry = {
			uuid: 's1',
			id: 7,
			email: 'ann@example.com',
			first_name: 'Ann',
			last_name: null,
			tags: ['vip'],
			is_subscribed: true,
			recieved_count: 3,
		};
		expect(knownSubscriber(entry)).toEqual({
			id: 's1',
			email: 'ann@example.com',
			firstName: 'Ann',
			lastName: null,
			tags: ['vip'],
			isSubscribed: true,
		});
	});

	it('is read where JSON:API puts it', () => {
		expect(
			knownSubscriber({
				id: '7',
				type: 'subscribers',
				attributes: { email: 'ann@example.com', tags: ['vip'], is_subscribed: false },
			}),
		).toMatchObject({ id: '7', email: 'ann@example.com', tags: ['vip'], isSubscribed: false });
	});

	it('is itself, and not its custom fields, which some services call attributes', () => {
		const ann = {
			uuid: 's1',
			email: 'ann@example.com',
			first_name: 'Ann',
			last_name: null,
			tags: ['vip'],
			is_subscribed: true,
		};
		const read = {
			id: 's1',
			email: 'ann@example.com',
			firstName: 'Ann',
			lastName: null,
			tags: ['vip'],
			isSubscribed: true,
		};
		for (const attributes of [
			[],
			{},
			{ city: 'Rome' },
			{ email: 'work@example.com', first_name: 'A.', id: 5 },
			null,
			'x',
		])
			expect(knownSubscriber({ ...ann, attributes })).toEqual(read);
		expect(
			knownSubscriber({ id: 7, email: 'ann@example.com', attributes: { uuid: 'x', last_name: 'Lee' } }),
		).toMatchObject({ id: 7, lastName: 'Lee' });
	});

	it.each([[undefined], [null], ['text'], [7], [[]], [{}]])('is nobody where there is nothing to read: %j', (entry) => {
		expect(knownSubscriber(entry)).toEqual({
			id: undefined,
			email: undefined,
			firstName: undefined,
			lastName: undefined,
			tags: undefined,
			isSubscribed: undefined,
		});
	});

	it('is shown under the names of the service, without what is not known', () => {
		expect(
			shownSubscriber({ id: 's1', email: 'ann@example.com', firstName: 'Ann', lastName: null, tags: ['vip', 'new'] }),
		).toEqual({
			uuid: 's1',
			email: 'ann@example.com',
			first_name: 'Ann',
			last_name: null,
			tags: ['vip', 'new'],
		});
	});
});

describe('the ID by which somebody is named to the service', () => {
	it.each<[unknown, string]>([
		['u1', 'u1'],
		[7, '7'],
	])('is the one that the service shows: %j', (id, expected) => {
		expect(idOfKnown({ ...knownSubscriber({}), id })).toBe(expected);
	});

	it.each<[unknown, string]>([
		['ann@example.com', 'ann@example.com'],
		['', 'the subscriber'],
		[undefined, 'the subscriber'],
		[7, 'the subscriber'],
	])('is missed with who it is, and what to do: %j', (email, who) => {
		expect(() => idOfKnown({ ...knownSubscriber({}), email })).toThrow(
			expect.objectContaining({
				message: `The service gives no usable ID for ${who}`,
				description: expect.stringMatching(/^\S.*ID.*\. Without an ID nobody can be named.*Nothing was changed/),
			}),
		);
	});
});
