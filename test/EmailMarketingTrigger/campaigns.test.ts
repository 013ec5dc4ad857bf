import { diffCampaigns, type CampaignState } from '../../nodes/EmailMarketingTrigger/campaigns';

const draft = { uuid: 'a', name: 'Spring', is_sending: false, is_sent: false };
const sending = { ...draft, is_sending: true };
const sent = { ...draft, is_sent: true };
const other = { ...draft, uuid: 'b', name: 'Autumn' };

/** What each reading reports, the first of which is the beginning. */
function reported(...readings: unknown[][]): string[][] {
	let state: CampaignState | undefined;
	return readings.map((list) => {
		const { events, after } = diffCampaigns(list, state);
		state = JSON.parse(JSON.stringify(after)) as CampaignState;
		return events.map(({ event, resource }) => `${event.replace('campaign', '')} ${String(resource.uuid)}`);
	});
}

describe('campaigns between two polls', () => {
	it.each<[string, unknown[][], string[][]]>([
		['sending is reported, and being sent is not', [[draft], [sending], [sent]], [[], ['Sent a'], []]],
		['one changes its name', [[draft], [{ ...draft, name: 'Summer' }]], [[], []]],
		['one is in the list twice', [[], [sent, sent]], [[], ['Created a', 'Sent a']]],
		['true is 1', [[draft], [{ ...draft, is_sent: 1 }]], [[], ['Sent a']]],
		['false is 0', [[draft], [{ ...draft, is_sending: 0, is_sent: 0 }]], [[], []]],
		['some are hidden for a while', [[sent, other], [], [other], [sent, other]], [[], [], [], []]],
		['what has no ID is ignored', [[draft], [draft, { name: 'Spring', is_sent: true }, null, 'text']], [[], []]],
	])('%s', (_, readings, events) => {
		expect(reported(...readings)).toEqual(events);
	});
});
