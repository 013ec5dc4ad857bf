import { errorText } from './support/execution';
import { startHost, type StartedHost } from './support/host';
import { startService, type Service } from './support/service';
import { manualTrigger, ourNode, workflowOf } from './support/workflow';

interface Report {
	workflowResults: object[];
	instanceResults: Array<{ ruleId: string; instanceIssues: Array<{ level: 'error' | 'info' | 'warning' }> }>;
}

describe('an n8n that installs no unverified packages and sends nothing to private addresses', () => {
	let host: StartedHost;
	let service: Service;
	beforeAll(async () => {
		host = await startHost(undefined, {
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
			N8N_SSRF_PROTECTION_ENABLED: 'true',
		});
		service = await startService(host);
	});
	afterAll(async () => {
		await service?.close();
		await host?.stop();
	});

	it('loads the package that is there, and refuses to install it', async () => {
		const types = await host.api.call<Array<{ name: string }>>('GET', '/types/nodes.json');
		const body = { name: 'n8n-nodes-email-marketing' };

		expect(types.map(({ name }) => name)).toContain('n8n-nodes-email-marketing.emailMarketing');
		await expect(host.api.call('POST', '/rest/community-packages', body)).rejects.toThrow('unverified');
	});

	it('says in the credential test and in a run that it blocks the address, and which setting allows it', async () => {
		const { emailMarketingApi } = service.credentials as { emailMarketingApi: { id: string } };
		const path = `/rest/credentials/${emailMarketingApi.id}?includeData=true`;
		const credentials = await host.api.call<object>('GET', path);
		const tested = await host.api.call<{ status: string; message: string }>('POST', '/rest/credentials/test', {
			credentials,
		});
		const node = ourNode('Read', service.credentials, { resource: 'account', operation: 'get' });
		const { status, error } = await host.api.run(workflowOf('Read', [manualTrigger, node]));

		expect([tested.status, status]).toEqual(['Error', 'error']);
		for (const text of [tested.message, errorText(error)])
			expect(text).toMatch(
				/SSRF protection blocks .*127\.0\.0\.1.*N8N_SSRF_ALLOWED_HOSTNAMES.*N8N_SSRF_ALLOWED_IP_RANGES/,
			);
		expect(service.sandbox.requests()).toEqual([]);
	});

	it('reports nothing that n8n 3 breaks in the examples, and of its settings only that SSRF protection blocks more', async () => {
		const { report, totalWorkflows } = await host.api.call<{ report: Report; totalWorkflows: number }>(
			'GET',
			'/rest/breaking-changes/report?version=v3',
		);
		const more = report.instanceResults.filter(({ instanceIssues }) =>
			instanceIssues.some(({ level }) => level !== 'info'),
		);

		expect(totalWorkflows).toBeGreaterThan(10);
		expect(report.workflowResults).toEqual([]);
		expect(more.map(({ ruleId }) => ruleId)).toEqual(['ssrf-default-blocked-ranges-v3']);
	});
});
