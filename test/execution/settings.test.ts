import type { INodeProperties } from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { checkSetting, innerOf } from '../../nodes/EmailMarketing/execution/settings';
import { textThrownBy } from '../thrown';

const rows = (...values: string[]) => values.map((value) => ({ name: value, value }));
const property = (displayName: string, more: Partial<INodeProperties>): INodeProperties => ({
	displayName,
	name: displayName.toLowerCase(),
	type: 'string',
	default: '',
	...more,
});
const menu = property('Menu', { type: 'options', options: rows('on', 'off') });
const several = property('Several', { type: 'multiOptions', options: rows('a', 'b') });
const flag = property('Flag', { type: 'boolean' });
const count = property('Count', { type: 'number', typeOptions: { minValue: 1 } });
const bounded = property('Bounded', { type: 'number', typeOptions: { minValue: 0, maxValue: 20 } });
const text = property('Text', {});
const collection = property('Options', { type: 'collection', options: [flag, bounded, text] });

describe('a setting', () => {
	it.each<[INodeProperties, unknown[]]>([
		[menu, ['on', 'off']],
		[flag, [true, false]],
		[count, [1, 1_000_000]],
		[bounded, [0, 20]],
		[text, ['anything', 5, { flag: 'no' }]],
		[collection, [null, undefined, 'flag', 5, ['flag']]],
	])('is taken as it is where it can be used (%#)', (of, values) => {
		for (const value of values) expect(checkSetting(of, value)).toBe(value);
	});

	it.each<[INodeProperties, unknown, unknown]>([
		[bounded, ' 20 ', 20],
		[bounded, '0', 0],
		[several, ['b', 'a'], ['b', 'a']],
		[several, 'a', ['a']],
		[several, '', []],
		[several, null, []],
		[collection, { bounded: '3', flag: false, novel: 'x' }, { bounded: 3, flag: false, novel: 'x' }],
	])('is read as its property says (%#)', (of, value, read) => {
		expect(checkSetting(of, value)).toEqual(read);
	});

	it.each<[INodeProperties, unknown, string]>([
		[menu, 'On', 'cannot be "On" | It must be one of these: on, off.'],
		[menu, true, 'cannot be true'],
		[menu, 7, 'cannot be 7'],
		[menu, null, 'cannot be empty'],
		[menu, ['on'], 'cannot be a list'],
		[menu, { value: 'on' }, 'cannot be an object'],
		[menu, 'x'.repeat(99), `cannot be "${'x'.repeat(50)}"`],
		[several, ['a', 'c'], 'cannot be "c" | Each value must be one of these: a, b.'],
		[several, 5, 'cannot be 5'],
		[several, [['a']], 'cannot be a list'],
		...['true', 1, null, ''].map(
			(value) => [flag, value, 'one of these: true, false.'] as [INodeProperties, unknown, string],
		),
		...[-1, 21, 0.5, Number.NaN, '', ' ', 'many', '21', true, null, {}, [5]].map(
			(value) => [bounded, value, 'must be a whole number from 0 to 20'] as [INodeProperties, unknown, string],
		),
		...[0, 1.5, 2 ** 53].map(
			(value) => [count, value, 'must be a whole number of at least 1'] as [INodeProperties, unknown, string],
		),
	])('is refused with what is possible (%#)', (of, value, mention) => {
		const refusal = textThrownBy(() => checkSetting(of, value));
		expect(refusal).toContain(`'${of.displayName}' `);
		expect(refusal).toContain(mention);
		expect(refusal).toContain('Nothing was sent for this item.');
	});

	it('of every menu, switch and number of the panel may have its default', () => {
		const all = new EmailMarketing().description.properties.flatMap((one) => [one, ...innerOf(one)]);
		const checked = all.filter(({ type }) => ['options', 'boolean', 'number'].includes(type));
		expect(checked.length).toBeGreaterThan(20);
		for (const one of checked) {
			expect(checkSetting(one, one.default)).toBe(one.default);
			expect(() => checkSetting(one, {})).toThrow(`'${one.displayName}'`);
		}
	});
});
