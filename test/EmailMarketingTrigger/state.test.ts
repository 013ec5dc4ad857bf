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
	it('is one string that reads back as it was, next to what else n8n keeps', () => {
		const data: IDataObject = { other: 1 };
		saveState(data, state);
		expect(data).toEqual({ other: 1, state: expect.any(String) as string });
		expect(loadState(data, 'https://a.example', 'list 1')).toMatchObject(state);
	});

	it('starts over for another service, and of the subscribers for another contact list', () => {
		const data: IDataObject = {};
		saveState(data, state);
		expect(loadState(data, 'https://b.example', 'list 1')).toBeUndefined();
		for (const list of ['list 2', undefined])
			expect(loadState(data, 'https://a.example', list)).toMatchObject({ ...state, subscribers: undefined });
	});

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

	it.each([3, '3', 99])('is refused where a newer version has written it: %j', (version) => {
		const data = { state: JSON.stringify({ version, watches: 'something' }) };
		expect(() => loadState(data, 'https://a.example')).toThrow('newer version of the node');
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
