import { operationsIn, readContract } from '../../contract/document';

/** Which parts of contract/openapi.yaml are documented and which inferred; the service's own document has no marks. */

const document = readContract();
const operations = operationsIn(document);
const schemas = Object.entries(document.components.schemas);
const marked = [...operations.map(({ key, operation }) => [key, operation] as const), ...schemas];

/** Whose fields the service's document shows; contract/differences.ts has them. */
const documented = [
	...['campaign.update', 'subscriber.create', 'Campaign', 'Subscriber', 'CreateOrUpdateCampaignRequest'],
	...['CreateOrUpdateSubscriberRequest', 'CampaignCreateOrUpdateResponse', 'CreateSubscriberResponse'],
];

test('every operation and every schema says whether it is documented, or none does', () => {
	const marks = marked.map(([name, entry]) => [name, entry['x-documented']]);
	const ours = marked.map(([name]) => [name, documented.includes(name)]);

	expect(marks.some(([, mark]) => mark !== undefined) ? marks : ours).toEqual(ours);
});

test('what is inferred says from what, and names only what there is', () => {
	const fields = schemas.flatMap(([name, { properties = {} }]) => Object.keys(properties).map((field) => `${name}.${field}`));
	const names = [...marked.map(([name]) => name), ...fields];
	for (const [name, entry] of marked.filter((one) => one[1]['x-documented'] === false)) {
		const named = entry.description?.match(/\b[A-Za-z]+\.[a-z]\w*|\b[A-Z][a-z]+[A-Z]\w*/g) ?? [];

		expect([name, entry.description]).toEqual([name, expect.stringMatching(/\bfrom \S+/)]);
		expect(names).toEqual(expect.arrayContaining(named));
	}
});
