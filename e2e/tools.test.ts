import { succeeded } from './support/execution';
import { useService } from './support/hooks';
import { connectMcp, type McpClient } from './support/mcp';
import { startModel, type Model } from './support/model';
import {
	byId,
	byName,
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
const edith = 'edith@example.org';
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
		it('describes its parameter, and creates each subscriber that the model names, in turn and at once', async () => {
			const add = (email: string) => ({ name: toolName, arguments: { email } });
			model.say([add(ada)], [add(grace), add(edith)]);

			const { items } = succeeded(await host.api.run(agentWorkflow()));

			expect(service.emails().toSorted()).toEqual([ada, edith, grace]);
			expect(JSON.parse(model.toolAnswers()[0] ?? '')).toEqual([
				expect.objectContaining({ email: ada, uuid: expect.any(String) }),
			]);
			expect(
				model.toolAnswers().map((answer) => [ada, grace, edith].filter((email) => answer.includes(email))),
			).toEqual([[ada], [grace], [edith]]);
			expect(items('Agent')[0]?.json.output).toContain(ada);
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

		it('says in words what the service refused', async () => {
			model.say([{ name: toolName, arguments: { email: 'nobody' } }]);

			const { record } = await host.api.run(agentWorkflow());

			expect(model.toolAnswers()).toEqual([expect.stringMatching(refusal)]);
			expect(service.emails()).toEqual([]);
			expect(record).not.toContain(service.sandbox.token);
			expect(JSON.stringify(model.questions())).not.toContain(service.sandbox.token);
		});

		it('finds the list that the model names, and names the similar ones where there is none, so that the next call succeeds', async () => {
			const add = (list: string) => ({ name: toolName, arguments: { list, email: 'ann@example.com' } });
			model.say([add('Newsletter of March')], [add('newsletter')]);

			succeeded(await host.api.run(agentWorkflow(addSubscriber(byName(`={{ $fromAI('list', 'Name of the list') }}`)))));

			const [refused, done] = model.toolAnswers();
			expect(refused).toMatch(/No contact list is named .*Newsletter of March.*Did you mean .*\bNewsletter\b/s);
			expect(JSON.parse(done ?? '')).toEqual([expect.objectContaining({ email: 'ann@example.com' })]);
			expect(service.emails()).toEqual(['ann@example.com']);
			expect(model.questions()[0]?.tools?.[0]?.function.parameters).toMatchObject({ required: ['list', 'email'] });
		});

		it.each([
			['nobody has chosen', '', "'Consent' is not chosen"],
			['the model would choose', `={{ $fromAI('consent') }}`, "'Consent' cannot be an expression"],
		])('says that %s who agreed, and adds nobody', async (_, consent, message) => {
			model.say([{ name: toolName, arguments: { email: ada, consent: 'everyone' } }]);

			await host.api.run(agentWorkflow(addSubscriber(byId(service.list), consent)));

			expect(model.toolAnswers()).toEqual([expect.stringContaining(message)]);
			expect(service.sandbox.requests()).toEqual([]);
		});

		function agentWorkflow(tool = addSubscriber()): Workflow {
			const agent: Node = {
				name: 'Agent',
				type: '@n8n/n8n-nodes-langchain.agent',
				typeVersion: version,
				parameters: { ...settings, promptType: 'define', text: 'Add the person.', options: {} },
			};
			return workflowOf(
				`Agent ${version}`,
				[manualTrigger, agent, chatModel(), tool],
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

		const answer = await fetch(`${host.n8nUrl}/webhook/e2e-streaming-chat/chat`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId: '1', chatInput: 'Add the person.' }),
		});

		expect(await answer.text()).toContain(ada);
		expect(model.questions().map(({ stream }) => stream)).toEqual([true, true]);
		expect(service.emails()).toEqual([ada]);
	});

	it('works for an MCP client: it is listed with its parameter, creates a subscriber, and reports what was refused', async () => {
		const trigger: Node = {
			name: 'Server',
			type: '@n8n/n8n-nodes-langchain.mcpTrigger',
			typeVersion: 2.1,
			parameters: { path: 'e2e-mcp' },
			webhookId: 'e2e-mcp',
		};
		const connections = [{ from: 'Add a subscriber', to: 'Server', type: 'ai_tool' }];
		await host.api.publish(workflowOf('MCP', [trigger, addSubscriber()], connections));
		const client: McpClient = await connectMcp(`${host.n8nUrl}/mcp/e2e-mcp`);

		const tools = await client.tools();
		const created = await client.call(toolName, { email: ada });
		const refused = await client.call(toolName, { email: 'nobody' });
		await client.close();

		expect(tools).toEqual([
			{ name: toolName, description: expect.stringMatching(/\S/), inputSchema: expect.objectContaining(schema) },
		]);
		expect(created.isError ?? false).toBe(false);
		expect(created.content[0]?.text).toContain(ada);
		expect(refused.content[0]?.text).toMatch(refusal);
		expect(refused.content[0]?.text).not.toContain(service.sandbox.token);
		expect(service.emails()).toEqual([ada]);
	});

	const schema = { type: 'object', properties: { email: { type: 'string', description: about } }, required: ['email'] };

	function addSubscriber(contactList = byId(service.list), consent = 'everyone'): Node {
		const email = `={{ $fromAI('email', '${about}', 'string') }}`;
		const parameters = { resource: 'subscriber', operation: 'create', contactList, consent, email };
		return ourTool('Add a subscriber', service.credentials, parameters);
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
