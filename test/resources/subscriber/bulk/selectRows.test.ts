import type { RowInput } from '../../../../nodes/EmailMarketing/execution/Operation';
import { selectRows } from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/selectRows';
import type { OptOut } from '../../../../nodes/EmailMarketing/rows/verdicts';
import type { Row } from '../../../../nodes/EmailMarketing/rows/parseRow';
import { UnreadableRowError, UserFacingError } from '../../../../nodes/EmailMarketing/shared/UserFacingError';

const optOut = (reason: string, isClear = true): OptOut => ({ reason, isClear, isBroken: false });
const row = (name: string, more: Partial<Row> = {}): RowInput => {
	const email = name === '' ? '' : `${name}@example.com`;
	const own: Row = { key: email, email, body: { email }, isBlank: false, shown: {}, ...more };
	const request = { key: 'subscriber.create', pathValues: { contactList: 'A' } } as const;
	return { item: 0, json: {}, settings: {}, request, row: own };
};

// Which rows are sent: import.test.ts, upsert.test.ts, syncOptions.test.ts and reliability/sync-model.test.ts.

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

it('rows without an address are no row of the same person', async () => {
	const rows = [row('', { optOut: optOut('no') }), row('')];
	const { wanted, excluded } = await selectRows(rows, { keepsAll: true });
	expect([wanted, excluded]).toEqual([rows, []]);
});

it('a row that cannot be sent is no later row of its address', async () => {
	const rows = [row('ann'), row('ann', { rejection: new UserFacingError("'Tags' must be text", '') })];
	const { wanted, excluded } = await selectRows(rows);
	expect([wanted, excluded.map(({ action }) => action)]).toEqual([rows.slice(0, 1), ['failed']]);
});
