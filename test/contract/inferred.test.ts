import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** What contract/openapi.yaml says it knows, and what it says it infers. Once the service's own document is there, this goes. */

interface Marked {
	'x-documented'?: boolean;
	description?: string;
}

interface Operation extends Marked {
	operationId: string;
	responses: Record<string, { description?: string }>;
}

const document = parse(readFileSync(join(__dirname, '../../contract/openapi.yaml'), 'utf8')) as {
	security: unknown;
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, Marked & { properties?: Record<string, unknown> }>; securitySchemes: unknown };
};

const methods = ['get', 'post', 'put', 'delete'];
const operations = Object.values(document.paths).flatMap((item) => methods.flatMap((method) => item[method] ?? []));
const schemas = Object.entries(document.components.schemas);

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

test('the schemas are those the document names, and no others', () => {
	expect(schemas.map(([name]) => name).sort()).toEqual(namedSchemas.toSorted());
});

test('every operation and every schema says whether it is documented', () => {
	const all = [...operations, ...schemas.map(([, schema]) => schema)];

	expect(operations.length).toBeGreaterThan(0);
	expect(all.filter((entry) => typeof entry['x-documented'] !== 'boolean')).toEqual([]);
});

const inferred = [...operations.map((operation) => [operation.operationId, operation] as const), ...schemas].filter(
	([, entry]) => entry['x-documented'] === false,
);

test.each(inferred)('what is inferred of %s says from what, and names only what there is', (_, { description = '' }) => {
	const fields = schemas.flatMap(([name, { properties = {} }]) => Object.keys(properties).map((field) => `${name}.${field}`));
	const names = [...operations.map(({ operationId }) => operationId), ...schemas.map(([name]) => name), ...fields];
	const named = description.match(/\b[A-Za-z]+\.[a-z]\w*|\b[A-Z][a-z]+[A-Z]\w*/g) ?? [];

	expect(description).toMatch(/\bfrom \S+/);
	expect(names).toEqual(expect.arrayContaining(named));
});

test('two operations are documented, with the statuses and words of the document', () => {
	const documented = operations.filter((operation) => operation['x-documented']);
	const shown = documented.map(({ operationId, responses }) => {
		const statuses = Object.keys(responses).filter((status) => status !== 'default');
		return `${operationId}: ${responses['200']?.description}, ${statuses.join(' ')}`;
	});

	expect(shown.sort()).toEqual(['campaign.update: Updated, 200 401 422', 'subscriber.create: Created, 200 401 404 422']);
});

// prettier-ignore
const documentedFields: Array<[string, string[]]> = [
	['Campaign', ['uuid', 'name', 'from_name', 'from_email', 'reply_to_email', 'reply_to_name', 'is_sending', 'is_sent', 'opens', 'clicks', 'unsubs', 'bounces', 'hard_bounces', 'soft_bounces', 'sent', 'created_at', 'template', 'contact_list', 'domain']],
	['Subscriber', ['uuid', 'first_name', 'last_name', 'email', 'is_subscribed', 'unsubscribed_at', 'recieved_count', 'opened_count', 'open_rate', 'click_rate', 'last_opened', 'last_clicked', 'account_id', 'customerable_type', 'customerable_id', 'tags', 'created_at', 'updated_at']],
	['CreateOrUpdateCampaignRequest', ['name', 'contact_list', 'template', 'from_email', 'from_name', 'reply_to_email', 'reply_to_name']],
	['CreateOrUpdateSubscriberRequest', ['first_name', 'last_name', 'email', 'tags']],
	['CampaignCreateOrUpdateResponse', ['message', 'campaign']],
	['CreateSubscriberResponse', ['message', 'subscriber']],
];

test('the documented schemas are those whose fields are shown', () => {
	const documented = schemas.filter(([, schema]) => schema['x-documented']).map(([name]) => name);

	expect(documented.sort()).toEqual(documentedFields.map(([name]) => name).sort());
});

test.each(documentedFields)('%s has the documented fields', (name, fields) => {
	expect(Object.keys(document.components.schemas[name]?.properties ?? {})).toEqual(fields);
});

test('every operation asks for a bearer token', () => {
	expect(document.security).toEqual([{ bearerAuth: [] }]);
	expect(document.components.securitySchemes).toMatchObject({ bearerAuth: { type: 'http', scheme: 'bearer' } });
	expect(operations.filter((operation) => 'security' in operation)).toEqual([]);
});
