import type { IDataObject } from 'n8n-workflow';

import { saveState, loadState, type TriggerState } from '../../nodes/EmailMarketingTrigger/state';

const state: TriggerState = {
	baseUrl: 'https://a.example',
	contactList: 'list 1',
	events: ['campaignSent', 'subscriberAdded'],
	subscribers: { since: 5, newest: 6, known: { '+1': 'ABCDEFGH' } },
	campaigns: { unsent: 'ABCDEFGH', sent: '' },
};

describe('the state between two polls', () => {
	it.each([
		['nothing', undefined],
		['JSON that is cut off', '{"version":2,"baseUrl":"https://a.example"'],
		['null as JSON', 'null'],
		['an object', { version: 2, ...state }],
		['the state of version 1', JSON.stringify({ version: 1, ...state })],
		['no events', JSON.stringify({ version: 2, ...state, events: undefined })],
	])('starts over where n8n has saved %s', (_, kept) => {
		expect(loadState({ state: kept }, 'https://a.example', 'list 1')).toBeUndefined();
	});

	it('is written only when it changes', () => {
		const set = jest.fn(Reflect.set);
		const data = new Proxy<IDataObject>({}, { set });
		saveState(data, state);
		saveState(data, { ...state });
		expect(set).toHaveBeenCalledTimes(1);
		saveState(data, { ...state, events: [] });
		expect(set).toHaveBeenCalledTimes(2);
	});
});
