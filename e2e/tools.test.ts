import { fetchPublished } from './support/api';
import { useService } from './support/hooks';
import { connectMcp, connectMcpBySse, type McpClient } from './support/mcp';
import { startModel, type Model } from './support/model';
import {
	byId,
	manualTrigger,
	ourTool,
	workflowOf,
	type Connection,
	type Node,
	type Workflow,
} from './support/workflow';

const toolName = 'Add_a_subscriber';
const about = 'The email address of the person who wants the newsletter';
const ada = 'ada@example.org';
const grace = 'grace@example.org';
/** Which parameter it is, and what the service says about it: enough for a model to do better. */
const refusal = /is not an email address.*'Email'/s;

describe('the node as a tool', () => {
	// Before n8n's interface is closed.
	afterAll(async () => {
		if (openAi !== undefined) await host.api.call('DELETE', `/rest/credentials/${openAi.id}`);
		await model?.close();
	});
	const { host, service } = useService({ subscribers: 0 });
	let model: Model;
	let openAi: { id: string; name: string };

	beforeAll(async () => {
		model = await startModel();
		openAi = await host.api.call('POST', '/rest/credentials', {
			name: 'Scripted model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url, header: false },
		});
	});

	beforeEach(() => {
		service.sandbox.reset();
	});

	/** The oldest and the newest version that n8n has, and some between; they call tools in three ways. */
	describe.each([
		{ version: 1, settings: { agent: 'openAiFunctionsAgent' } },
		{ version: 1.7, settings: { agent: 'toolsAgent' } },
		{ version: 2, settings: {} },
		{ version: 2.2, settings: {} },
		{ version: 3, settings: {} },
		{ version: 3.1, settings: {} },
	])('of an agent of version $version', ({ version, settings }) => {
		it('creates the one subscriber that the model names, and tells the model of it', async () => {
			model.say([{ name: toolName, arguments: { email: ada } }]);

			const { status, record, items } = await host.api.run(agentWorkflow());

			expect({ status, record }).toMatchObject({ status: 'success' });
			expect(service.emails()).toEqual([ada]);
			expect(JSON.parse(model.toolAnswers()[0] ?? '')).toEqual([
				expect.objectContaining({ email: ada, uuid: expect.any(String) }),
			]);
			expect(items('Agent')[0]?.json.output).toContain(ada);
		});

		it('describes its parameter to the model', async () => {
			model.say([]);
			await host.api.run(agentWorkflow());

			expect(model.questions()[0]?.tools).toEqual([
				expect.objectContaining({
					function: expect.objectContaining({
						name: toolName,
						description: expect.stringMatching(/\S/),
						parameters: expect.objectContaining(schema),
					}),
				}),
			]);
		});

		it('creates a second one when the model calls it again', async () => {
			model.say([{ name: toolName, arguments: { email: ada } }], [{ name: toolName, arguments: { email: grace } }]);

			await host.api.run(agentWorkflow());

			expect(service.emails()).toEqual([ada, grace]);
			expect(model.toolAnswers().map((answer) => answer.includes(ada))).toEqual([true, false]);
			expect(model.toolAnswers()[1]).toContain(grace);
		});

		it('creates both when the model calls it twice at once', async () => {
			model.say([
				{ name: toolName, arguments: { email: ada } },
				{ name: toolName, arguments: { email: grace } },
			]);

			await host.api.run(agentWorkflow());

			expect(service.emails().toSorted()).toEqual([ada, grace]);
			expect(model.toolAnswers()[0]).toContain(ada);
			expect(model.toolAnswers()[1]).toContain(grace);
		});

		it('says in words what the service refused', async () => {
			model.say([{ name: toolName, arguments: { email: 'nobody' } }]);

			const { record } = await host.api.run(agentWorkflow());

			expect(model.toolAnswers()).toEqual([expect.stringMatching(refusal)]);
			expect(service.emails()).toEqual([]);
			expect(record).not.toContain(service.sandbox.token);
			expect(JSON.stringify(model.questions())).not.toContain(service.sandbox.token);
		});

		it('is not sent again by Retry On Fail when it may have happened', async () => {
			service.sandbox.faults({ script: [{ fault: '500-after' }] });
			model.say([{ name: toolName, arguments: { email: ada } }]);

			await host.api.run(agentWorkflow({ retryOnFail: true, maxTries: 3, waitBetweenTries: 10 }));

			expect(service.sandbox.requests().map(({ status }) => status)).toEqual([500]);
			expect(service.emails()).toEqual([ada]);
		});

		function agentWorkflow(toolSettings: Partial<Node> = {}): Workflow {
			const agent: Node = {
				name: 'Agent',
				type: '@n8n/n8n-nodes-langchain.agent',
				typeVersion: version,
				parameters: { ...settings, promptType: 'define', text: 'Add the person.', options: {} },
			};
			return workflowOf(
				`Agent ${version}`,
				[manualTrigger, agent, chatModel(), addSubscriber(toolSettings)],
				[{ from: 'Start', to: 'Agent' }, ...partsOf('Agent')],
			);
		}
	});

	it('works for an agent that streams its answer', async () => {
		const trigger: Node = {
			name: 'Chat',
			type: '@n8n/n8n-nodes-langchain.chatTrigger',
			typeVersion: 1.3,
			parameters: { public: true, mode: 'webhook', options: { responseMode: 'streaming' } },
			webhookId: 'e2e-streaming-chat',
		};
		const agent: Node = {
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3.1,
			parameters: { options: {} },
		};
		await host.api.publish(
			workflowOf(
				'Streaming',
				[trigger, agent, chatModel(), addSubscriber()],
				[{ from: 'Chat', to: 'Agent' }, ...partsOf('Agent')],
			),
		);
		model.say([{ name: toolName, arguments: { email: ada } }]);

		const answer = await fetchPublished(`${host.n8nUrl}/webhook/e2e-streaming-chat/chat`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId: '1', chatInput: 'Add the person.' }),
		});

		expect(await answer.text()).toContain(ada);
		expect(model.questions().map(({ stream }) => stream)).toEqual([true, true]);
		expect(service.emails()).toEqual([ada]);
	});

	describe.each([
		{ version: 1, path: 'e2e-mcp-1', connect: async () => await connectMcpBySse(`${host.n8nUrl}/mcp/e2e-mcp-1/sse`) },
		{ version: 2.1, path: 'e2e-mcp-2', connect: async () => await connectMcp(`${host.n8nUrl}/mcp/e2e-mcp-2`) },
	])('of an MCP server of version $version', ({ version, path, connect }) => {
		let client: McpClient;

		beforeAll(async () => {
			const trigger: Node = {
				name: 'Server',
				type: '@n8n/n8n-nodes-langchain.mcpTrigger',
				typeVersion: version,
				parameters: { path },
				webhookId: path,
			};
			await host.api.publish(
				workflowOf(
					`MCP ${version}`,
					[trigger, addSubscriber()],
					[{ from: 'Add a subscriber', to: 'Server', type: 'ai_tool' }],
				),
			);
			client = await connect();
		});

		afterAll(async () => {
			await client?.close();
		});

		it('is listed with its parameter', async () => {
			expect(await client.tools()).toEqual([
				{ name: toolName, description: expect.stringMatching(/\S/), inputSchema: expect.objectContaining(schema) },
			]);
		});

		it('creates the one subscriber that the client names, and answers with it', async () => {
			const { isError, content } = await client.call(toolName, { email: ada });

			expect({ isError, content }).not.toMatchObject({ isError: true });
			expect(content[0]?.text).toContain(ada);
			expect(service.emails()).toEqual([ada]);
		});

		it('creates a second one when it is called again', async () => {
			await client.call(toolName, { email: ada });
			const { content } = await client.call(toolName, { email: grace });

			expect(content[0]?.text).toContain(grace);
			expect(service.emails()).toEqual([ada, grace]);
		});

		it('says in words what the service refused', async () => {
			const { content } = await client.call(toolName, { email: 'nobody' });

			expect(content[0]?.text).toMatch(refusal);
			expect(content[0]?.text).not.toContain(service.sandbox.token);
			expect(service.emails()).toEqual([]);
		});
	});

	const schema = { type: 'object', properties: { email: { type: 'string', description: about } }, required: ['email'] };

	function addSubscriber(settings: Partial<Node> = {}): Node {
		const email = `={{ $fromAI('email', '${about}', 'string') }}`;
		return ourTool(
			'Add a subscriber',
			service.credentials,
			{ resource: 'subscriber', operation: 'create', contactList: byId(service.list), email },
			settings,
		);
	}

	function chatModel(): Node {
		return {
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.3,
			parameters: {
				model: { __rl: true, mode: 'id', value: 'scripted' },
				responsesApiEnabled: false,
				requestOptions: { maxRetries: 0 },
			},
			credentials: { openAiApi: { id: openAi.id, name: openAi.name } },
		};
	}

	/** What an agent is connected with below. */
	function partsOf(agent: string): Connection[] {
		return [
			{ from: 'Model', to: agent, type: 'ai_languageModel' },
			{ from: 'Add a subscriber', to: agent, type: 'ai_tool' },
		];
	}
});
