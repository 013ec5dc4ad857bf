import type { IDataObject } from 'n8n-workflow';

import { Hints } from '../../../../nodes/EmailMarketing/execution/Hints';
import { readRow } from '../../../../nodes/EmailMarketing/execution/readRow';
import { row as definition } from '../../../../nodes/EmailMarketing/resources/subscriber/import';
import { prepareRows } from '../../../../nodes/EmailMarketing/resources/subscriber/rows/prepareRows';
import type { RowCall } from '../../../../nodes/EmailMarketing/resources/subscriber/rows/selectRows';
import { ColumnReader } from '../../../../nodes/EmailMarketing/shared/columns/ColumnReader';
import { ApiClient } from '../../../../nodes/EmailMarketing/transport/ApiClient';

/** Prepares rows for a list with these people, and tells how many requests that took. */
async function prepare(
	rows: readonly IDataObject[],
	people: readonly object[],
	wishes: Parameters<typeof prepareRows>[1],
) {
	let requests = 0;
	const client = new ApiClient({
		connection: { baseUrl: 'https://api.example.com', endpointPaths: {}, accessToken: 'token-of-the-test' },
		options: { maxParallelRequests: 5, maxRetries: 0 },
		sendOnce: () => {
			requests += 1;
			const body = { data: people, meta: { current_page: 1, last_page: 1 } };
			return Promise.resolve({ ok: true, status: 200, body, headers: {} });
		},
	});
	const columns = new ColumnReader({});
	const calls = rows.map(
		(json, item) =>
			({
				item,
				json,
				client,
				hints: new Hints(),
				row: readRow(definition, columns, json),
				request: { key: 'subscriber.import', pathValues: { contactList: 'l' } },
			}) as unknown as RowCall,
	);
	const prepared = await prepareRows(calls, wishes);
	return {
		bodies: prepared.rows.map(({ body }) => body),
		left: prepared.left.map(({ call, status, reason }) => [call.item, status, reason]),
		requests,
	};
}

const ann = {
	uuid: 's1',
	email: 'Ann@example.com',
	first_name: 'Ann',
	last_name: 'Lee',
	tags: ['vip', 'new'],
	is_subscribed: true,
};
const gone = { ...ann, uuid: 's2', email: 'gone@example.com', is_subscribed: false };
const goneReason =
	"This person is unsubscribed in the contact list. 'Include Unsubscribed' under 'Options' takes such rows too";

describe('rows whose tags replace those that are there', () => {
	it('are sent as they are after the list was read, but for those who are unsubscribed in it', async () => {
		const rows = [{ email: 'ann@example.com' }, { email: 'GONE@example.com' }, { email: 'new@example.com' }];
		const { bodies, left, requests } = await prepare(rows, [ann, gone], { readListFirst: true });
		expect(bodies.map(({ email }) => email)).toEqual(['ann@example.com', 'new@example.com']);
		expect([left, requests]).toEqual([[[1, 'skipped', goneReason]], 1]);
	});

	it('are all sent where the user wants those too', async () => {
		expect(
			(await prepare([{ email: 'gone@example.com' }], [gone], { readListFirst: true, includeUnsubscribed: true }))
				.bodies,
		).toEqual([{ email: 'gone@example.com' }]);
	});

	it('are left where one of several with the address is unsubscribed', async () => {
		expect(
			(
				await prepare([{ email: 'gone@example.com' }], [{ ...gone, uuid: 'another', is_subscribed: true }, gone], {
					readListFirst: true,
				})
			).left,
		).toEqual([[0, 'skipped', goneReason]]);
	});
});

describe('rows whose tags are added or taken away', () => {
	it.each<['add' | 'remove', IDataObject, IDataObject | string]>([
		['add', { tags: 'x' }, { tags: ['vip', 'new', 'x'] }],
		['add', { tags: 'vip' }, 'Nothing changes'],
		['add', { tags: 'vip', first_name: 'Anna' }, { first_name: 'Anna', tags: ['vip', 'new'] }],
		['add', { first_name: 'Anna' }, { first_name: 'Anna' }],
		['add', { first_name: 'Ann' }, 'Nothing changes'],
		['remove', { tags: 'vip' }, { tags: ['new'] }],
		['remove', { tags: 'vip, new' }, { tags: [] }],
		['remove', { tags: 'x' }, 'Nothing changes'],
		['remove', { tags: 'x', last_name: 'May' }, { last_name: 'May', tags: ['vip', 'new'] }],
	])('with %s and %j are sent with all that the subscriber is to have', async (tagsMode, row, expected) => {
		const { bodies, left } = await prepare([{ email: 'ann@example.com', ...row }], [ann], { tagsMode });
		if (typeof expected === 'string') expect([bodies, left]).toEqual([[], [[0, 'skipped', expected]]]);
		else expect([bodies, left]).toEqual([[{ email: 'ann@example.com', ...expected }], []]);
	});

	it('are sent for somebody new with the tags that are added, and without those that are taken away', async () => {
		const rows = [{ email: 'new@example.com', first_name: 'N', tags: 'x' }];
		expect((await prepare(rows, [ann], { tagsMode: 'add' })).bodies).toEqual([
			{ email: 'new@example.com', first_name: 'N', tags: ['x'] },
		]);
		expect((await prepare(rows, [ann], { tagsMode: 'remove' })).bodies).toEqual([
			{ email: 'new@example.com', first_name: 'N' },
		]);
	});

	it('are left for those who are unsubscribed, and sent for them where the user wants so, changed or not', async () => {
		const rows = [{ email: 'gone@example.com', tags: 'vip' }];
		expect((await prepare(rows, [gone], { tagsMode: 'add' })).left).toEqual([[0, 'skipped', goneReason]]);
		expect((await prepare(rows, [gone], { tagsMode: 'add', includeUnsubscribed: true })).bodies).toEqual([
			{ email: 'gone@example.com', tags: ['vip', 'new'] },
		]);
	});

	it('are refused where the tags that are there are not known, or it is not known whose they are', async () => {
		const { left, bodies } = await prepare(
			[
				{ email: 'ann@example.com', tags: 'x' },
				{ email: 'bob@example.com', tags: 'x' },
				{ email: 'new@example.com', tags: 'x' },
			],
			[
				{ ...ann, tags: undefined },
				{ uuid: 's3', email: 'bob@example.com', tags: [] },
				{ uuid: 's4', email: 'Bob@example.com', tags: [] },
			],
			{ tagsMode: 'add' },
		);
		expect(left).toEqual([
			[0, 'rejected', 'The service does not show the tags of this subscriber'],
			[1, 'rejected', '2 subscribers of the contact list have the email bob@example.com'],
		]);
		expect(bodies).toHaveLength(1);
	});

	it('read no list where no row is left', async () => {
		expect(await prepare([], [ann], { tagsMode: 'add' })).toEqual({ bodies: [], left: [], requests: 0 });
	});
});
