import { operationsIn, readContract, successOf } from '../../contract/document';

/** What contract/openapi.yaml says it knows, and what it says it infers; the service's own document has no such marks. */

const document = readContract();
const operations = operationsIn(document);
const schemas = Object.entries(document.components.schemas);
const marked = [...operations.map(({ key, operation }) => [key, operation] as const), ...schemas];

/** Section 2 of the service's document, in its order. */
const namedSchemas = [
	...['PaginationLinks', 'PaginationMeta', 'Domain', 'DomainCollection', 'ContactList', 'ContactListPaginator'],
	...['CreatedContactList', 'CreateContactListResponse', 'Subscriber', 'SubscriberPaginator', 'SubscriberMail'],
	...['SubscriberMailPaginator', 'SubscriberDetailsResponse', 'Campaign', 'CampaignCollection'],
	...['CampaignCreateOrUpdateResponse', 'DeleteResponse', 'TemplateListItem', 'TemplatePaginator', 'ErrorResponse'],
	...['MessageResponse', 'AccountInfoResponse', 'CreateDomainRequest', 'CreateContactListRequest'],
	...['CreateOrUpdateSubscriberRequest', 'CreateSubscriberResponse', 'ImportSubscribersRequest'],
	...['CreateOrUpdateCampaignRequest', 'SendEmailRequest'],
];

/** Whose fields the service's document shows; scripts/contract.ts has them. */
const documented = [
	...['campaign.update', 'subscriber.create', 'Campaign', 'Subscriber', 'CreateOrUpdateCampaignRequest'],
	...['CreateOrUpdateSubscriberRequest', 'CampaignCreateOrUpdateResponse', 'CreateSubscriberResponse'],
];

test('the schemas are those the document names, and no others', () => {
	const names = schemas.map(([name]) => name);
	const ours = schemas.filter(([, schema]) => 'x-documented' in schema).map(([name]) => name);

	expect(names).toEqual(expect.arrayContaining(namedSchemas));
	expect(namedSchemas).toEqual(expect.arrayContaining(ours));
});

test('every operation and every schema says whether it is documented, or none does', () => {
	const unmarked = marked.filter(([, entry]) => typeof entry['x-documented'] !== 'boolean');

	expect([0, marked.length]).toContain(unmarked.length);
	expect(operations.length).toBeGreaterThan(0);
});

test('what is documented is marked so, and nothing else', () => {
	const wrong = marked.filter(([name, entry]) => (entry['x-documented'] ?? documented.includes(name)) !== documented.includes(name));

	expect(wrong.map(([name]) => name)).toEqual([]);
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

test('two operations are documented with the words of the document', () => {
	const words = operations.map(({ key, operation }) => [key, successOf(operation).description]);

	expect(Object.fromEntries(words)).toMatchObject({ 'campaign.update': 'Updated', 'subscriber.create': 'Created' });
});

test('every operation asks for a bearer token', () => {
	expect(document).toMatchObject({
		security: [{ bearerAuth: [] }],
		components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } } },
	});
	expect(operations.filter(({ operation }) => 'security' in operation)).toEqual([]);
});
