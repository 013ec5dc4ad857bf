import { operationsIn, readContract, successOf } from '../../contract/document';

/** Which parts of contract/openapi.yaml are documented and which inferred; the service's own document has no marks. */

const document = readContract();
const operations = operationsIn(document);
const schemas = Object.entries(document.components.schemas);
const marked = [...operations.map(({ key, operation }) => [key, operation] as const), ...schemas];

/** Section 2 of the service's document, in its order. */
// prettier-ignore
const namedSchemas = [
	'PaginationLinks', 'PaginationMeta', 'Domain', 'DomainCollection', 'ContactList', 'ContactListPaginator', 'CreatedContactList',
	'CreateContactListResponse', 'Subscriber', 'SubscriberPaginator', 'SubscriberMail', 'SubscriberMailPaginator',
	'SubscriberDetailsResponse', 'Campaign', 'CampaignCollection', 'CampaignCreateOrUpdateResponse', 'DeleteResponse',
	'TemplateListItem', 'TemplatePaginator', 'ErrorResponse', 'MessageResponse', 'AccountInfoResponse', 'CreateDomainRequest',
	'CreateContactListRequest', 'CreateOrUpdateSubscriberRequest', 'CreateSubscriberResponse', 'ImportSubscribersRequest',
	'CreateOrUpdateCampaignRequest', 'SendEmailRequest',
];

/** Whose fields the service's document shows; contract/differences.ts has them. */
const documented = [
	...['campaign.update', 'subscriber.create', 'Campaign', 'Subscriber', 'CreateOrUpdateCampaignRequest'],
	...['CreateOrUpdateSubscriberRequest', 'CampaignCreateOrUpdateResponse', 'CreateSubscriberResponse'],
];

test('the schemas are those the document names', () => {
	expect(schemas.map(([name]) => name)).toEqual(expect.arrayContaining(namedSchemas));
});

test('every operation and every schema says whether it is documented, or none does', () => {
	const marks = marked.map(([name, entry]) => [name, entry['x-documented']]);
	const names = [...operations.map(({ key }) => key), ...namedSchemas].sort();
	const ours = names.map((name) => [name, documented.includes(name)]);

	expect(marks.some(([, mark]) => mark !== undefined) ? marks.sort() : ours).toEqual(ours);
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
