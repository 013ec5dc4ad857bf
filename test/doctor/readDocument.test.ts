import { stringify } from 'yaml';

import { readDocument, resolved } from '../../doctor/readDocument';

const operation = { summary: 'List campaigns', responses: { 200: { description: 'Campaigns' } } };

function documentWith(more: object): string {
	return JSON.stringify({
		openapi: '3.0.3',
		info: { title: 'Mail', version: '1' },
		paths: { '/v1/campaigns': { get: operation } },
		...more,
	});
}

/** Where the one operation of a document is. */
function placeOf(text: string): unknown {
	const [found] = readDocument(text).operations;
	return [found?.origin, found?.path];
}

describe('a document', () => {
	it('is read alike as JSON and as YAML', () => {
		const text = documentWith({});
		expect(readDocument(stringify(JSON.parse(text)))).toEqual(readDocument(text));
		expect(readDocument(text)).toMatchObject({
			version: '3.0.3',
			title: 'Mail',
			operations: [{ method: 'GET', path: '/v1/campaigns', summary: 'List campaigns' }],
		});
	});

	it.each(['3.0', '3.1.0', '3.2.0', "'3.1'"])('of version %s is read', (version) => {
		expect(readDocument(`openapi: ${version}\npaths: { /v1/campaigns: { get: {} } }`).version).toMatch(/^3\./);
	});

	it.each<[string, RegExp]>([
		['', /^The file is empty\.$/],
		['  \n', /^The file is empty\.$/],
		['<!DOCTYPE html><html>', /^This is a web page, not the document itself\. Look there for a link/],
		['<!-- made by a tool --><!DOCTYPE html>', /^This is a web page, not the document itself/],
		['\x89PNG\0\0', /^This file is no text, or not in UTF-8\. /],
		['\uFFFDgz', /^This file is no text, or not in UTF-8\. /],
		[
			'openapi: 3.0.0\n---\nopenapi: 3.0.0',
			/^The file holds several YAML documents, with lines of --- between them\. /,
		],
		[
			"openapi: 3.0.0\npaths: { /v1/account: { $ref: './paths/account.yaml' }, /v1/domains: { $ref: 'all.yaml#/domains' } }",
			/^This document is split over several files: it refers to \.\/paths\/account\.yaml, all\.yaml\. Put it into one first, /,
		],
		[
			"openapi: 3.0.0\npaths: { /v1/campaigns: { post: { requestBody: { $ref: './bodies.yaml#/b' } } } }",
			/^This document is split over several files: it refers to \.\/bodies\.yaml\. /,
		],
		['{"openapi": ', /^The file is neither YAML nor JSON: /],
		['a: b: c', /^The file is neither YAML nor JSON: /],
		['just text', /^This is no OpenAPI document: it holds no fields at all\.$/],
		['[1, 2]', /^This is no OpenAPI document: it holds no fields at all\.$/],
		[
			'{"info": {"_postman_id": "x"}, "item": []}',
			/^This is no OpenAPI document: it has no field "openapi"\. It has: info, item\.$/,
		],
		['swagger: "2.0"\npaths: {}', /^This is a Swagger 2\.0 document\. Convert it to OpenAPI 3 first/],
		['openapi: 4.0.0\npaths: {}', /^This is an OpenAPI document of version 4\.0\.0: only 3\.0, 3\.1/],
		['openapi: 3.0.0', /^This OpenAPI document has no "paths"/],
		['openapi: 3.0.0\npaths: []', /^This OpenAPI document has no "paths"/],
		[
			'openapi: 3.1.0\npaths: { /v1/campaigns: { x-note: none, get: null } }',
			/^The "paths" of this OpenAPI document have no operations/,
		],
		[
			`openapi: 3.0.0\na: &a [x, x, x, x, x, x, x, x, x, x]\n${'bcdefghi'
				.split('')
				.map((name, index) => `${name}: &${name} [${`*${'abcdefghi'.charAt(index)}, `.repeat(10)}x]`)
				.join('\n')}`,
			/^The file is neither YAML nor JSON: Excessive alias count/,
		],
	])('is told what is wrong with: %j', (text, words) => {
		expect(() => readDocument(text)).toThrow(words);
	});
});

describe('the path of an operation', () => {
	it.each<[string, object, [string | undefined, string]]>([
		['no server', {}, [undefined, '/v1/campaigns']],
		[
			'a whole address',
			{ servers: [{ url: 'https://api.example.com/mail/' }] },
			['https://api.example.com', '/mail/v1/campaigns'],
		],
		['a path alone', { servers: [{ url: '/api' }] }, [undefined, '/api/v1/campaigns']],
		[
			'variables',
			{
				servers: [
					{
						url: 'https://{region}.example.com/{base}',
						variables: { region: { default: 'eu' }, base: { default: 'api' } },
					},
				],
			},
			['https://eu.example.com', '/api/v1/campaigns'],
		],
		[
			'several',
			{ servers: [{ url: 'https://one.example.com' }, { url: 'https://two.example.com/x' }] },
			['https://one.example.com', '/v1/campaigns'],
		],
		['one that is no address', { servers: [{ url: 'http://[' }] }, [undefined, '/v1/campaigns']],
		['an entry that is none', { servers: [null] }, [undefined, '/v1/campaigns']],
		[
			'one of its own',
			{
				servers: [{ url: 'https://one.example.com' }],
				paths: { '/v1/campaigns': { get: { ...operation, servers: [{ url: 'https://two.example.com/x' }] } } },
			},
			['https://two.example.com', '/x/v1/campaigns'],
		],
	])('begins with the one of the server: %s', (_name, more, expected) => {
		expect(placeOf(documentWith(more))).toEqual(expected);
	});

	it('has a slash before it, and none behind', () => {
		expect(placeOf(documentWith({ paths: { 'v1/campaigns/': { get: operation } } }))).toEqual([
			undefined,
			'/v1/campaigns',
		]);
	});
});

describe('body and answer of an operation', () => {
	it('are found behind references', () => {
		const schema = { type: 'object' };
		const { operations } = readDocument(
			documentWith({
				paths: { '/v1/campaigns': { $ref: '#/components/pathItems/all~1campaigns' } },
				components: {
					pathItems: {
						'all/campaigns': {
							post: {
								requestBody: { $ref: '#/components/requestBodies/Campaign' },
								responses: { 400: {}, 201: { $ref: '#/components/responses/Created' } },
							},
						},
					},
					requestBodies: { Campaign: { required: true, content: { 'application/json': { schema } } } },
					responses: { Created: { content: { 'application/json': { schema } } } },
				},
			}),
		);
		expect(operations).toEqual([
			expect.objectContaining({
				method: 'POST',
				body: { 'application/json': schema },
				isBodyRequired: true,
				answer: { 'application/json': schema },
			}),
		]);
	});

	it('are none where they are not described', () => {
		expect(readDocument(documentWith({ paths: { '/x': { delete: {} } } })).operations).toEqual([
			expect.objectContaining({ body: {}, isBodyRequired: false, answer: undefined }),
		]);
	});
});

it.each(['#/nowhere', '#/circle', 'other.yaml#/x', '#/%E0%A4%A', 1])(
	'a reference that leads nowhere gives nothing: %s',
	($ref) => {
		expect(resolved({ $ref }, { circle: { $ref: '#/circle' } })).toEqual($ref === 1 ? { $ref } : {});
	},
);
