import { compareCampaigns, noCampaigns } from '../../../nodes/EmailMarketingTrigger/watch/campaigns';

const draft = { uuid: 'a', name: 'Spring', is_sending: false, is_sent: false };
const sending = { ...draft, is_sending: true };
const sent = { ...draft, is_sent: true };
const other = { ...draft, uuid: 'b', name: 'Autumn' };

/** What is told of each reading, the first of which is the beginning. */
function toldOf(...readings: unknown[][]): string[][] {
	let state: Parameters<typeof compareCampaigns>[1];
	return readings.map((list) => {
		const { happened, after } = compareCampaigns(list, state);
		state = JSON.parse(JSON.stringify(after)) as typeof after;
		return happened.map(({ event, entry }) => `${event} ${String(entry.uuid)}`);
	});
}

describe('campaigns between two readings', () => {
	it.each<[string, unknown[][], string[][]]>([
		['what is there at the beginning is not told', [[draft, { ...sent, uuid: 'b' }]], [[]]],
		['nothing happens', [[draft], [draft]], [[], []]],
		['one is created', [[], [draft], [draft]], [[], ['campaignCreated a'], []]],
		['one is created and sent', [[], [sent], [sent]], [[], ['campaignCreated a', 'campaignSent a'], []]],
		['sending is told, and not again when it is sent', [[draft], [sending], [sent], [sent]], [[], ['campaignSent a'], [], []]],
		['sending and sent between two readings is told once', [[draft], [sent]], [[], ['campaignSent a']]],
		['one that is being sent at the beginning is not told', [[sending], [sent]], [[], []]],
		['a sending that is broken off and taken up again is told once', [[draft], [sending], [draft], [sending]], [[], ['campaignSent a'], [], []]],
		['one is deleted and another created', [[draft], [other]], [[], ['campaignCreated b']]],
		['one changes its name', [[draft], [{ ...draft, name: 'Summer' }]], [[], []]],
		['one stands twice in the list', [[], [sent, sent]], [[], ['campaignCreated a', 'campaignSent a']]],
		['yes as a number', [[draft], [{ ...draft, is_sent: 1 }]], [[], ['campaignSent a']]],
		['yes as text', [[draft], [{ ...draft, is_sending: 'true' }]], [[], ['campaignSent a']]],
		['no as text', [[draft], [{ ...draft, is_sending: '0', is_sent: 'false' }]], [[], []]],
		['is_sending and is_sent are missing', [[{ uuid: 'a' }], [{ uuid: 'a' }, { uuid: 'b' }]], [[], ['campaignCreated b']]],
		['an ID instead of a UUID', [[{ id: 1 }], [{ id: 1 }, { id: 2, uuid: 'two' }]], [[], ['campaignCreated two']]],
		['JSON:API', [[{ id: 'a', attributes: { is_sent: false } }], [{ id: 'a', attributes: { is_sent: true } }]], [[], ['campaignSent a']]],
		['what has no ID is passed over', [[], [{ name: 'Spring', is_sent: true }, null, 'text']], [[], []]],
	])('%s', (_, readings, told) => {
		expect(toldOf(...readings)).toEqual(told);
	});

	it('are all told where all that is there is wanted', () => {
		expect(compareCampaigns([draft, { ...sent, uuid: 'b' }], noCampaigns).happened.map(({ event }) => event)).toEqual(['campaignCreated', 'campaignCreated', 'campaignSent']);
	});
});

it('tells of no campaign twice that is not shown for a while', () => {
	const campaigns = [{ uuid: 'c1', is_sent: true }, { uuid: 'c2', is_sent: false }];
	const first = compareCampaigns(campaigns, undefined);
	const empty = compareCampaigns([], first.after);
	expect(compareCampaigns(campaigns, empty.after).happened).toEqual([]);
});
