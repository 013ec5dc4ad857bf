import {
	compareCampaigns,
	noCampaigns,
	type CampaignState,
} from '../../../nodes/EmailMarketingTrigger/watch/campaigns';

const nowMs = Date.UTC(2026, 9, 25, 12);
const reading = { nowMs, isShort: false };
const draft = { uuid: 'a', name: 'Spring', is_sending: false, is_sent: false };
const sending = { ...draft, is_sending: true };
const sent = { ...draft, is_sent: true };
const other = { ...draft, uuid: 'b', name: 'Autumn' };

/** What is told of each reading, the first of which is the beginning. */
async function toldOf(...readings: unknown[][]): Promise<string[][]> {
	let state: CampaignState | undefined;
	const told: string[][] = [];
	for (const list of readings) {
		const { happened, after } = await compareCampaigns(list, state, reading);
		state = JSON.parse(JSON.stringify(after)) as typeof after;
		told.push(happened.map(({ event, entry }) => `${event} ${String(entry.uuid)}`));
	}
	return told;
}

describe('campaigns between two readings', () => {
	it.each<[string, unknown[][], string[][]]>([
		['what is there at the beginning is not told', [[draft, { ...sent, uuid: 'b' }]], [[]]],
		['nothing happens', [[draft], [draft]], [[], []]],
		['one is created', [[], [draft], [draft]], [[], ['campaignCreated a'], []]],
		['one is created and sent', [[], [sent], [sent]], [[], ['campaignCreated a', 'campaignSent a'], []]],
		[
			'sending is told, and not again when it is sent',
			[[draft], [sending], [sent], [sent]],
			[[], ['campaignSent a'], [], []],
		],
		['sending and sent between two readings is told once', [[draft], [sent]], [[], ['campaignSent a']]],
		['one that is being sent at the beginning is not told', [[sending], [sent]], [[], []]],
		[
			'a sending that is broken off and taken up again is told once',
			[[draft], [sending], [draft], [sending]],
			[[], ['campaignSent a'], [], []],
		],
		['one is deleted and another created', [[draft], [other]], [[], ['campaignCreated b']]],
		['one changes its name', [[draft], [{ ...draft, name: 'Summer' }]], [[], []]],
		['one stands twice in the list', [[], [sent, sent]], [[], ['campaignCreated a', 'campaignSent a']]],
		['yes as a number', [[draft], [{ ...draft, is_sent: 1 }]], [[], ['campaignSent a']]],
		['yes as text', [[draft], [{ ...draft, is_sending: 'true' }]], [[], ['campaignSent a']]],
		['no as text', [[draft], [{ ...draft, is_sending: '0', is_sent: 'false' }]], [[], []]],
		[
			'is_sending and is_sent are missing',
			[[{ uuid: 'a' }], [{ uuid: 'a' }, { uuid: 'b' }]],
			[[], ['campaignCreated b']],
		],
		['an ID instead of a UUID', [[{ id: 1 }], [{ id: 1 }, { id: 2, uuid: 'two' }]], [[], ['campaignCreated two']]],
		['what has no ID is passed over', [[draft], [draft, { name: 'Spring', is_sent: true }, null, 'text']], [[], []]],
	])('%s', async (_, readings, told) => {
		expect(await toldOf(...readings)).toEqual(told);
	});

	it('are all told where all that is there is wanted', async () => {
		const { happened } = await compareCampaigns([draft, { ...sent, uuid: 'b' }], noCampaigns, reading);
		expect(happened.map(({ event }) => event)).toEqual(['campaignCreated', 'campaignCreated', 'campaignSent']);
	});

	it('are none where none of them can be named', async () => {
		await expect(compareCampaigns([{ name: 'Spring' }], undefined, reading)).rejects.toMatchObject({
			message: 'The campaigns of the service have no uuid and no id',
		});
	});

	it.each<[object[], string[]]>([
		[[draft], []],
		[[], []],
		[[{ uuid: 'a' }], ['is_sent']],
		[[{ uuid: 'a' }, { uuid: 'b', is_sending: false }], []],
	])('lack is_sent only where no campaign has it, nor is_sending: %j', async (list, fields) => {
		expect((await compareCampaigns(list, undefined, reading)).lacking.map(({ field }) => field)).toEqual(fields);
	});
});

describe('campaigns that are not shown for a while', () => {
	const campaigns = [
		{ uuid: 'c1', is_sent: true },
		{ uuid: 'c2', is_sent: false },
	];

	it('are told of no second time', async () => {
		expect(await toldOf(campaigns, [], campaigns)).toEqual([[], [], []]);
	});

	it('are not new either where the first reading did not have them, and the service said that there are more', async () => {
		const [old, young] = ['2026-01-31 10:20:30', '2026-10-24 10:20:30'].map((created_at, index) => ({
			...sent,
			uuid: `h${index}`,
			created_at,
		}));
		const { after } = await compareCampaigns([draft], undefined, { nowMs, isShort: true });
		const { happened } = await compareCampaigns([draft, old, young], after, reading);
		expect(happened.map(({ event, entry }) => [event, entry.uuid])).toEqual([
			['campaignCreated', 'h1'],
			['campaignSent', 'h1'],
		]);
	});

	it('are not new where none was shown at the beginning, unless they are; however long nothing could be read then', async () => {
		const [old, young] = ['2026-01-31 10:20:30', '2026-10-24 10:20:30'].map((created_at, index) => ({
			...draft,
			uuid: `h${index}`,
			created_at,
		}));
		const { after } = await compareCampaigns([], undefined, reading);
		const { happened } = await compareCampaigns([old, young, draft], after, {
			...reading,
			nowMs: nowMs + 60 * 24 * 60 * 60 * 1000,
		});
		expect(happened.map(({ event, entry }) => [event, entry.uuid])).toEqual([
			['campaignCreated', 'h1'],
			['campaignCreated', 'a'],
		]);
	});

	it('are all given where all that is there was wanted, and none was shown', async () => {
		const { after } = await compareCampaigns([], noCampaigns, reading);
		const { happened } = await compareCampaigns([{ ...draft, created_at: '2026-01-31 10:20:30' }], after, reading);
		expect(happened).toHaveLength(1);
	});
});
