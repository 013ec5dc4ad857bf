import type { RowInput } from '../../../../nodes/EmailMarketing/execution/Operation';
import {
	cannotBeSent,
	contactListsOf,
	selectRows,
	shownBy,
} from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/selectRows';
import type { OptOut } from '../../../../nodes/EmailMarketing/rows/optOut';
import type { Row } from '../../../../nodes/EmailMarketing/rows/parseRow';
import {
	ParameterError,
	UnreadableRowError,
	UserFacingError,
} from '../../../../nodes/EmailMarketing/shared/UserFacingError';

const optOut = (reason: string, isClear = true): OptOut => ({ reason, isClear, isBroken: false });
const row = (name: string, more: Partial<Row> = {}, contactList = 'A'): RowInput => {
	const email = name === '' ? '' : `${name}@example.com`;
	const own: Row = { key: email, email, body: { email }, isBlank: false, shown: {}, ...more };
	return {
		item: 0,
		json: {},
		settings: {},
		request: { key: 'subscriber.create', pathValues: { contactList } },
		row: own,
	};
};
const reasons = (excluded: ReadonlyArray<{ reason?: string }>) => excluded.map(({ reason }) => reason);

describe('the rows to send', () => {
	it('are all where each has an address of its own, in their order', async () => {
		const rows = [row('ann'), row('bob', { optOut: undefined }), row('carla')];
		const { wanted, excluded, byKey } = await selectRows(rows);
		expect([wanted, excluded, byKey.size]).toEqual([rows, [], 3]);
	});

	it('are the last of each address, or all of them', async () => {
		const rows = [row('ann'), row('bob'), row('ann'), row('ann')];
		const { wanted, excluded } = await selectRows(rows);
		expect(wanted).toEqual([rows[1], rows[3]]);
		const skipped = { action: 'skipped', reason: 'A later row has this address' };
		const subscriber = expect.objectContaining({ email: 'ann@example.com' });
		expect(excluded).toEqual([rows[0], rows[2]].map((input) => ({ ...skipped, input, subscriber })));
		expect(await selectRows(rows, true)).toMatchObject({ wanted: rows, excluded: [] });
	});

	it('are counted without those that cannot be sent or are empty', async () => {
		const rejection = new ParameterError('No address', '');
		const rows = [row('ann'), row('ann', { rejection }), row('ann', { isBlank: true })];
		const { wanted, excluded } = await selectRows(rows);
		expect(wanted).toEqual([rows[0]]);
		expect(excluded).toEqual([
			{ input: rows[1], action: 'rejected', failure: rejection },
			{ input: rows[2], action: 'skipped', reason: 'The row is empty' },
		]);
	});

	it('are apart for each contact list', async () => {
		const [a, b, c] = [row('ann', {}, 'A'), row('ann', {}, 'B'), row('bob', {}, 'A')];
		expect(await contactListsOf([a, b, c])).toEqual([[a, c], [b]]);
	});
});

describe('an address that a row opts out', () => {
	const no = (name: string, isClear = true) => row(name, { optOut: optOut('"Opt Out" is "yes"', isClear) });

	it.each([
		['before', [no('ann'), row('ann')]],
		['after', [row('ann'), no('ann')]],
	])('is sent by none of its rows, with the opt-out %s the others', async (_name, rows) => {
		const { wanted, excluded } = await selectRows([...rows, row('bob')], true);
		expect(wanted.map(({ row: { key } }) => key)).toEqual(['bob@example.com']);
		expect(reasons(excluded).sort()).toEqual([
			'Opted out: "Opt Out" is "yes"',
			'Opted out: "Opt Out" is "yes", in another row with the same address',
		]);
		for (const each of excluded)
			expect(each).toMatchObject({ action: 'skipped', isOptOut: true, subscriber: { isSubscribed: false } });
	});

	it('is unsubscribed by one clear row, before the others are sent', async () => {
		const rows = [row('bob'), no('ann', false), no('ann'), no('ann'), no('carla', false)];
		const { wanted, excluded } = await selectRows(rows, false, true);
		expect(wanted).toEqual([rows[2], rows[0]]);
		expect(excluded.map(({ input }) => input)).toEqual([rows[1], rows[3], rows[4]]);
		expect((await selectRows(rows)).wanted).toEqual([rows[0]]);
	});

	it('is none for rows without one', async () => {
		const rows = [no(''), row('')];
		const { wanted, excluded } = await selectRows(rows, true);
		expect([wanted, excluded]).toEqual([rows, []]);
	});
});

describe('a row that is not sent', () => {
	it.each([
		['rejected by a check', 'rejected', new ParameterError('No', '')],
		['rejected by the service', 'rejected', new UserFacingError('No', '', { status: 422 })],
		['failed', 'failed', new UserFacingError('No', '', { status: 500 })],
	])('is %s', (_name, action, failure) => {
		expect(cannotBeSent(row('ann'), failure)).toEqual({ input: row('ann'), action, failure });
	});

	it('shows what it says of the person', () => {
		const body = { email: 'ann@example.com', first_name: 'Ann', tags: ['vip'] };
		const given = { first_name: '?', last_name: 'Lee' };
		const shown = {
			email: 'ann@example.com',
			firstName: 'Ann',
			lastName: 'Lee',
			tags: ['vip'],
			isSubscribed: undefined,
		};
		expect(shownBy(row('ann', { body, shown: given }))).toEqual(shown);
		expect(shownBy(row('ann', { body: {}, optOut: optOut('no') }))).toMatchObject({
			email: 'ann@example.com',
			isSubscribed: false,
		});
	});
});

describe('of several rows with one address', () => {
	const clear = () => row('ann', { optOut: optOut('clear') });
	const unclear = () => row('ann', { optOut: optOut('unclear', false) });
	const broken = () => row('ann', { rejection: new UnreadableRowError('"Left" is #N/A', '') });
	const plain = () => row('ann');

	it.each<[string, RowInput[], string]>([
		['a clear opt-out', [clear(), broken(), unclear(), plain()], 'skipped'],
		['a clear opt-out that comes last', [plain(), unclear(), broken(), clear()], 'skipped'],
		['a broken cell', [broken(), unclear(), plain()], 'rejected'],
		['a broken cell that comes last', [plain(), unclear(), broken()], 'rejected'],
		['an unclear opt-out', [plain(), unclear()], 'skipped'],
	])('%s decides about all', async (_, rows, action) => {
		const { wanted, excluded } = await selectRows(rows);
		expect([wanted, [...new Set(excluded.map((one) => one.action))]]).toEqual([[], [action]]);
	});
});
