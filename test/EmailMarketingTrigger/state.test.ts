import type { IDataObject } from 'n8n-workflow';

import { keepState, readState, type TriggerState } from '../../nodes/EmailMarketingTrigger/state';
import { nobody } from '../../nodes/EmailMarketingTrigger/watch/subscribers';

const state: TriggerState = {
	watches: 'list 1',
	subscribers: { ...nobody, createdFrom: 5, people: 'ABCDEFGHIJK' },
	campaigns: { known: 'x', createdFrom: 0, isShort: false },
	said: ['created_at'],
};

describe('what is kept between two polls', () => {
	it('is read as it was kept', () => {
		const data: IDataObject = {};
		keepState(data, state);
		expect(readState(JSON.parse(JSON.stringify(data)) as IDataObject, 'list 1')).toMatchObject(state);
	});

	it('is nothing for what watches something else', () => {
		const data: IDataObject = {};
		keepState(data, state);
		expect(readState(data, 'list 2')).toBe('new');
	});

	it.each([undefined, null, ''])('is nothing where n8n has kept %p', (kept) => {
		expect(readState({ state: kept }, 'list 1')).toBe('new');
	});

	it.each([
		'{',
		'null',
		'[]',
		'7',
		7,
		{},
		'{}',
		JSON.stringify({ ...state, said: undefined }),
		JSON.stringify({ ...state, subscribers: null }),
		JSON.stringify({ ...state, subscribers: { ...nobody, people: undefined } }),
		JSON.stringify({ ...state, subscribers: { ...nobody, createdFrom: NaN } }),
		JSON.stringify({ ...state, campaigns: {} }),
	])('cannot be read where n8n has kept %p', (kept) => {
		expect(readState({ state: kept }, 'list 1')).toBe('unreadable');
	});

	it('is written only when it is another', () => {
		const writes: unknown[] = [];
		const data = new Proxy<IDataObject>(
			{},
			{
				set: (target, key, value) => {
					writes.push(value);
					return Reflect.set(target, key, value);
				},
			},
		);
		keepState(data, state);
		keepState(data, { ...state });
		expect(writes).toHaveLength(1);
		keepState(data, { ...state, said: [] });
		expect(writes).toHaveLength(2);
	});

	it('is one text, and holds nothing else', () => {
		const data: IDataObject = { other: 1 };
		keepState(data, state);
		expect(data).toEqual({ other: 1, state: expect.any(String) });
	});

	it('is left alone where a newer version has written it, whatever it watches', () => {
		const newer = JSON.stringify({ version: 2, watches: 'something' });
		expect(() => readState({ state: newer }, 'list 1')).toThrow('was kept by a newer version of this node');
	});
});
