import type { IDataObject } from 'n8n-workflow';

import { isSubscribedIn } from '../../nodes/EmailMarketing/api/subscriptionState';

describe('a subscriber', () => {
	it.each<[IDataObject, boolean | undefined]>([
		[{ email: 'a@example.com', is_subscribed: true, attributes: { is_subscribed: false } }, false],
		[{ email: 'a@example.com', is_subscribed: false, attributes: { is_subscribed: true } }, false],
		[{ id: '7', type: 'subscribers', is_subscribed: false, attributes: { is_subscribed: true } }, false],
		[{ id: '7', type: 'subscribers', attributes: { is_subscribed: true, unsubscribed_at: '2026-01-01' } }, true],
		[{ email: 'a@example.com', is_subscribed: true, attributes: { city: 'Rome' } }, true],
		[{ email: 'a@example.com', attributes: { is_subscribed: true } }, true],
		[{ email: 'a@example.com', attributes: { unsubscribed_at: '2026-01-01' } }, false],
	])('has opted out where either place says so: %j', (entry, expected) => {
		expect(isSubscribedIn(entry)).toBe(expected);
	});

	it.each<[IDataObject, boolean | undefined]>([
		[{ is_subscribed: true }, true],
		[{ is_subscribed: 1 }, true],
		[{ is_subscribed: '1' }, true],
		[{ is_subscribed: 'true' }, true],
		[{ is_subscribed: false }, false],
		[{ is_subscribed: 0 }, false],
		[{ is_subscribed: '0' }, false],
		[{ is_subscribed: 'false' }, false],
		[{ unsubscribed_at: '0000-00-00 00:00:00' }, undefined],
		[{ unsubscribed_at: '0000-00-00 00:00:00', status: 'active' }, true],
		[{ unsubscribed_at: '-0001-11-30T00:00:00.000000Z' }, undefined],
		[{ unsubscribed_at: '0000-00-00', is_subscribed: false }, false],
		[{ unsubscribed_at: '2026-01-01' }, false],
		[{ is_subscribed: null, unsubscribed_at: '2026-01-01' }, false],
		[{ is_subscribed: true, unsubscribed_at: '2026-01-01' }, true],
		[{ unsubscribed_at: null }, undefined],
		[{ is_subscribed: true, deleted_at: '2026-01-01' }, false],
		[{ is_subscribed: true, deleted_at: null }, true],
		[{ is_subscribed: 'maybe' }, undefined],
		[{}, undefined],
		...['yes', 'Y', 't', 'T', 'True', ' TRUE '].map((word): [IDataObject, boolean] => [{ is_subscribed: word }, true]),
		...['no', 'N', 'f', 'F', 'False', 'FALSE'].map((word): [IDataObject, boolean] => [{ is_subscribed: word }, false]),
	])('is subscribed as it says, and not known to be where it does not: %j', (entry, expected) => {
		expect(isSubscribedIn(entry)).toBe(expected);
	});

	it.each(
		['status', 'state', 'subscription_status'].flatMap((field) => [
			...['subscribed', 'active', 'Active'].map((state): [IDataObject, boolean | undefined] => [
				{ [field]: state },
				true,
			]),
			...[
				'unsubscribed',
				'bounced',
				'complained',
				'cleaned',
				'suppressed',
				'blocked',
				'inactive',
				' UNSUBSCRIBED ',
			].map((state): [IDataObject, boolean | undefined] => [{ [field]: state }, false]),
			...['pending', 'CA', '', 1, null, { a: 1 }].map((state): [IDataObject, boolean | undefined] => [
				{ [field]: state },
				undefined,
			]),
		]),
	)('is subscribed as a state says where there is nothing else: %j', (entry, expected) => {
		expect(isSubscribedIn(entry)).toBe(expected);
	});

	it.each<[IDataObject, boolean | undefined]>([
		[{ is_subscribed: null, unsubscribed_at: null, status: 'unsubscribed' }, false],
		[{ is_subscribed: '', status: 'active' }, true],
		[{ is_subscribed: true, status: 'unsubscribed' }, true],
		[{ is_subscribed: false, status: 'active' }, false],
		[{ is_subscribed: 'maybe', status: 'active' }, undefined],
		[{ is_subscribed: {}, status: 'active' }, undefined],
		[{ unsubscribed_at: '2026-01-01', status: 'subscribed' }, false],
		[{ status: 'active', subscription_status: 'unsubscribed' }, false],
		[{ status: 'active', subscription_status: 'pending' }, undefined],
		[{ status: 'active', state: 'CA' }, true],
		[{ status: 'subscribed', state: 'bounced' }, false],
	])('is subscribed as the plainest field says: %j', (entry, expected) => {
		expect(isSubscribedIn(entry)).toBe(expected);
	});
});
