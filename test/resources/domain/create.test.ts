import { runNode } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { jsonOf } from '../../engine/support';

describe('Domain → Create', () => {
	/** What comes out for these DNS records. */
	async function recordsFor(records: unknown): Promise<unknown> {
		const served = await serve((_, response) =>
			json(response, { domain: { uuid: 'd', name: 'example.org', dns_records: records } }),
		);
		const run = await runNode({
			parameters: { resource: 'domain', operation: 'create', name: 'example.org' },
			credential: { baseUrl: served.url, accessToken: 'token' },
		});
		await served.close();
		return jsonOf(run)[0]?.dns_records;
	}

	const record = { type: 'A', name: 'mail', value: '192.0.2.1' };

	it('gives each DNS record with its line for a zone file, an empty one where it has no value', async () => {
		expect(await recordsFor([record, { type: 'A' }])).toEqual([
			{ zone_line: 'mail IN A 192.0.2.1', ...record },
			{ zone_line: '', type: 'A' },
		]);
	});

	it('gives DNS records that are texts as they are', async () => {
		expect(await recordsFor(['v=spf1 include:example.net ~all', record, null])).toEqual([
			'v=spf1 include:example.net ~all',
			{ zone_line: 'mail IN A 192.0.2.1', ...record },
			null,
		]);
	});

	it('gives DNS records that are no list as they are', async () => {
		expect(await recordsFor({ spf: 'v=spf1' })).toEqual({ spf: 'v=spf1' });
	});
});
