import type { IDataObject } from 'n8n-workflow';

import { saveState, loadState, type TriggerState } from '../../nodes/EmailMarketingTrigger/state';

const state: TriggerState = {
	baseUrl: 'https://a.example',
	contactList: 'list 1',
	events: ['campaignSent', 'subscriberAdded'],
	subscribers: { since: 5, newest: 6, known: { '+1': 'ABCDEFGH' } },
	campaigns: { unsent: 'ABCDEFGH', sent: '' },
};

describe('what is kept between two polls', () => {
	it('is read as it was kept', () => {
		const data: IDataObject = {};
		saveState(data, state);
		expect(loadState(JSON.parse(JSON.stringify(data)) as IDataObject, 'https://a.example', 'list 1')).toMatchObject(
			state,
		);
	});

	it('is nothing for another service', () => {
		const data: IDataObject = {};
		saveState(data, state);
		expect(loadState(data, 'https://b.example', 'list 1')).toBeUndefined();
	});

	it.each(['list 2', undefined])('is what there was but the subscribers, for another contact list: %p', (list) => {
		const data: IDataObject = {};
		saveState(data, state);
		expect(loadState(data, 'https://a.example', list)).toMatchObject({ ...state, subscribers: undefined });
	});

	it.each([
		['nothing', undefined],
		['null', null],
		['JSON that is cut off', '{"version":2,"baseUrl":"https://a.example"'],
		['null as JSON', 'null'],
		['an object', { version: 2, ...state }],
		['the state of version 1', JSON.stringify({ version: 1, ...state })],
		['no version', JSON.stringify(state)],
		['no events', JSON.stringify({ version: 2, ...state, events: undefined })],
	])('is nothing where n8n has kept %s', (_, kept) => {
		expect(loadState({ state: kept }, 'https://a.example', 'list 1')).toBeUndefined();
	});

	it('is written only when it has changed', () => {
		const writes: unknown[] = [];
		const set = (target: IDataObject, key: string, value: unknown): boolean => {
			writes.push(value);
			return Reflect.set(target, key, value);
		};
		const data = new Proxy<IDataObject>({}, { set: set as ProxyHandler<IDataObject>['set'] });
		saveState(data, state);
		saveState(data, { ...state });
		expect(writes).toHaveLength(1);
		saveState(data, { ...state, events: [] });
		expect(writes).toHaveLength(2);
	});

	it('is one string, and leaves the rest as it is', () => {
		const data: IDataObject = { other: 1 };
		saveState(data, state);
		expect(data).toEqual({ other: 1, state: expect.any(String) as string });
	});

	it.each([3, '3', 99])('is refused where a newer version has written it, whatever it watches: %j', (version) => {
		const data = { state: JSON.stringify({ version, watches: 'something' }) };
		expect(() => loadState(data, 'https://a.example')).toThrow(
			"This trigger's state was written by a newer version of the node",
		);
		expect(data.state).toBe(JSON.stringify({ version, watches: 'something' }));
	});
});
