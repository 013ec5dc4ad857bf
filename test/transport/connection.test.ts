import { pathOf, readConnection } from '../../nodes/EmailMarketing/transport/connection';

const credential = { baseUrl: 'https://api.example.com/', accessToken: 'tok_123', endpointPaths: '{}' };

describe('readConnection', () => {
	it('reads the three fields of the credential', () => {
		expect(readConnection({ ...credential, endpointPaths: '{"account.get": "/v2/me"}' })).toEqual({
			baseUrl: 'https://api.example.com',
			accessToken: 'tok_123',
			endpointPaths: { 'account.get': '/v2/me' },
		});
	});

	it("reads a credential that was saved before 'Endpoint Paths' was filled", () => {
		expect(readConnection({ baseUrl: credential.baseUrl, accessToken: 'tok_123' }).endpointPaths).toEqual({});
	});

	it.each(['a', 'eyJh.eyJz.SflK-_w', '12|AbC+/=', '!#$%&\'*+~"\\{}'])('takes the token %s', (accessToken) => {
		expect(readConnection({ ...credential, accessToken }).accessToken).toBe(accessToken);
	});

	it.each([
		['', "'Access Token' is empty"],
		['  \n', "'Access Token' is empty"],
		[undefined as unknown as string, "'Access Token' is empty"],
		[5, "'Access Token' is empty"],
		['tok_123\n', "'Access Token' contains a line break"],
		['tok\r\nX-Evil: 1', "'Access Token' contains a line break"],
		[' tok_123', "'Access Token' contains a space or a character that a token cannot have"],
		['tok_123 ', "'Access Token' contains a space or a character that a token cannot have"],
		['Bearer tok_123', "'Access Token' contains a space or a character that a token cannot have"],
		['tok\t123', "'Access Token' contains a space or a character that a token cannot have"],
		['tok_\u00e9', "'Access Token' contains a space or a character that a token cannot have"],
		['tok\u200b', "'Access Token' contains a space or a character that a token cannot have"],
		['tok\u0000', "'Access Token' contains a space or a character that a token cannot have"],
	])('refuses the token %j: %s', (accessToken, message) => {
		expect(() => readConnection({ ...credential, accessToken })).toThrow(
			expect.objectContaining({ message, description: expect.stringContaining("'Access Token' again") }),
		);
	});

	it('does not repeat a token that it refuses', () => {
		expect(() => readConnection({ ...credential, accessToken: 'tok_123 ' })).toThrow(
			expect.objectContaining({
				message: expect.not.stringContaining('tok_123'),
				description: expect.not.stringContaining('tok_123'),
			}),
		);
	});

	it.each([
		[{ baseUrl: 'api.example.com' }, "'Base URL'"],
		[{ endpointPaths: 'nonsense' }, "'Endpoint Paths'"],
	])('names the field that cannot be used: %j', (change, field) => {
		expect(() => readConnection({ ...credential, ...change })).toThrow(field);
	});
});

describe("the credential's allowed domains", () => {
	const restricted =
		(allowedDomains: unknown, baseUrl = 'https://api.example.com/mail') =>
		() =>
			readConnection({
				...credential,
				baseUrl,
				allowedHttpRequestDomains: 'domains',
				allowedDomains: allowedDomains as string,
			});

	it.each(['api.example.com', '*.example.com', 'other.example, api.example.com', ' api.example.com '])(
		'let the node go to a host that "%s" names',
		(domains) => {
			expect(restricted(domains)().baseUrl).toBe('https://api.example.com/mail');
		},
	);

	it.each(['example.org', 'example.com', '*.api.example.com', 'evil-api.example.com', 'api.example.com.evil.example'])(
		'keep the node from a host that "%s" does not name',
		(domains) => {
			expect(restricted(domains)).toThrow(
				expect.objectContaining({
					message: 'The credential may not be used with api.example.com',
					description: expect.stringMatching(
						new RegExp(`'Allowed Domains' are ${domains.replace('*', '\\*')}\\. .*Nothing was sent`),
					),
				}),
			);
		},
	);

	it.each(['', '   ', undefined, null, 5])('keep the node from every host when they are %j', (domains) => {
		expect(restricted(domains)).toThrow(
			expect.objectContaining({
				message: 'The credential may not be used with api.example.com',
				description: expect.stringContaining("'Allowed Domains' name none"),
			}),
		);
	});

	it.each(['all', 'none', undefined])('are not asked when the mode is %j', (mode) => {
		expect(
			readConnection({
				...credential,
				...(mode === undefined ? {} : { allowedHttpRequestDomains: mode }),
				allowedDomains: 'example.org',
			}).baseUrl,
		).toBe('https://api.example.com');
	});

	it('are asked after the Base URL itself has been checked', () => {
		expect(restricted('example.org', 'nonsense')).toThrow("'Base URL' must start with https://");
	});
});

describe('pathOf', () => {
	const connection = () => readConnection({ ...credential, endpointPaths: { 'account.get': '/v2/me' } });

	it("lets 'Endpoint Paths' win", () => {
		expect(pathOf(connection(), 'account.get')).toBe('/v2/me');
	});

	it('takes the rest from the catalogue', () => {
		expect(pathOf(connection(), 'campaign.update')).toBe('/v1/campaigns/{campaign}');
	});
});
