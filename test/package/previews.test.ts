import type { IDataObject } from 'n8n-workflow';

import type { Key } from '../../scripts/docs/texts';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import { previewOf, triggerPreview, type Preview } from '../../scripts/previews';
import { triggerWith } from '../engine/pollTrigger';
import { requiredParameters } from '../engine/required';
import { byId, defined, jsonOf, useEngine } from '../engine/support';

const engine = useEngine();
const keys = Object.keys(operations) as Key[];

/** What differs between a preview and a value, by its place in the output. */
function differences({ type, properties = {}, items }: Preview, value: unknown, place = 'output'): string[] {
	// Every field may be empty; a preview shows the type of its values.
	if (value === null) return [];
	const found = Array.isArray(value) ? 'array' : typeof value;
	if (found !== type) return [`${place}: ${found}, not ${type}`];
	if (Array.isArray(value)) return value.flatMap((entry) => (items ? differences(items, entry, `${place}[]`) : []));
	if (typeof value !== 'object') return [];
	const [names, expected] = [Object.keys(value), Object.keys(properties)].map((list) => list.join(' '));
	if (names !== expected) return [`${place}: ${names}, not ${expected}`];
	return Object.entries(properties).flatMap(([name, property]) =>
		differences(property, (value as IDataObject)[name], `${place}.${name}`),
	);
}

async function differencesOf(key: Key): Promise<string[]> {
	const run = await engine.run(key, requiredParameters(engine.sandbox), { input: [{ email: 'new@example.com' }] });
	const items = jsonOf(run);
	expect([run.error, items.length > 0]).toEqual([undefined, true]);
	return items.flatMap((item) => differences(previewOf(key), item));
}

describe('the preview of an output', () => {
	it.each(keys)('has the fields that %s outputs with its defaults, each with a type', async (key) => {
		expect(await differencesOf(key)).toEqual([]);
		expect(JSON.stringify(previewOf(key))).not.toContain('undefined');
		expect(Object.keys(previewOf(key).properties ?? {}).length).toBeGreaterThan(1);
	});

	it('of the trigger has the fields of its events', async () => {
		const contactList = byId(defined(engine.sandbox.state.contactLists[0]).uuid);
		const trigger = triggerWith({ events: ['subscriberAdded'], contactList }, engine.credential);
		const items = await trigger.test();
		expect(items.length).toBeGreaterThan(0);
		expect(items.flatMap((item) => differences(triggerPreview, item))).toEqual([]);
	});
});
