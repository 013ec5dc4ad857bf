import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byId, defined, errorText, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine();
const aTemplate = () => defined(engine.sandbox.state.templates[0]).uuid;
const bodies = () => engine.sandbox.requests().map(({ body }) => body);
const send = async (more: INodeParameters, input: IDataObject[] = [{}]) =>
	await engine.run('email.send', { toEmail: 'nathan@example.com', subject: 'Hello', ...more }, { input });

describe('Email → Send', () => {
	it.each<[string, INodeParameters, object]>([
		['HTML', { html: '<p>Hi</p>' }, { html: '<p>Hi</p>' }],
		['HTML', { content: 'html', html: '<p>Hi</p>' }, { html: '<p>Hi</p>' }],
		['text', { content: 'text', text: 'Hi' }, { text: 'Hi' }],
		['both', { content: 'both', html: '<p>Hi</p>', text: 'Hi' }, { html: '<p>Hi</p>', text: 'Hi' }],
	])('sends what is written as %s: %j', async (_, content, body) => {
		const run = await send({ ...content, additionalFields: { fromEmail: 'news@example.com' } });
		expect(run.error).toBeUndefined();
		expect(bodies()).toEqual([
			{ to_email: 'nathan@example.com', subject: 'Hello', from_email: 'news@example.com', ...body },
		]);
	});

	it('sends a template, which may bring a sender of its own', async () => {
		await send({ content: 'template', template: byId(aTemplate()) });
		expect(bodies()).toEqual([{ to_email: 'nathan@example.com', subject: 'Hello', template: aTemplate() }]);
	});

	it('sends of each item what it chooses, and nothing of what it does not', async () => {
		const content = {
			content: '={{ $json.kind }}',
			html: '<p>Hi</p>',
			text: '={{ $json.text }}',
			template: byId(aTemplate()),
		};
		const run = await send(content, [{ kind: 'html' }, { kind: 'text', text: 'Hi' }, { kind: 'template' }]);
		expect(run.error).toBeUndefined();
		const common = { to_email: 'nathan@example.com', subject: 'Hello' };
		expect(bodies()).toEqual(
			expect.arrayContaining([
				{ ...common, html: '<p>Hi</p>' },
				{ ...common, text: 'Hi' },
				{ ...common, template: aTemplate() },
			]),
		);
	});

	it('sends HTML with a plain text beside it, which the extra fields hold', async () => {
		await send({ html: '<p>Hi</p>', additionalFields: { extraFields: '{"text": "Hi"}' } });
		expect(bodies()).toEqual([{ to_email: 'nathan@example.com', subject: 'Hello', html: '<p>Hi</p>', text: 'Hi' }]);
	});

	it('gives whom the email goes to, its subject, and what the service says of it', async () => {
		expect(jsonOf(await send({ html: 'Hi' }))).toEqual([
			{ to_email: 'nathan@example.com', subject: 'Hello', message: 'Email queued.' },
		]);
	});

	it.each<[string, string, object]>([
		['nothing', '', {}],
		['the email', '{"message":"Queued.","email":{"uuid":"e1"}}', { message: 'Queued.', uuid: 'e1' }],
		['another recipient', '{"email":{"to_email":"list@example.com","subject":"-"}}', {}],
	])('gives the same where the service answers with %s', async (_, answer, more) => {
		const served = await serve((__, response) => response.writeHead(200).end(answer));
		const run = await runNode({
			parameters: { resource: 'email', operation: 'send', toEmail: 'nathan@example.com', subject: 'Hello', html: 'Hi' },
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
		});
		await served.close();
		expect(jsonOf(run)).toEqual([{ to_email: 'nathan@example.com', subject: 'Hello', ...more }]);
	});

	it.each<[INodeParameters, string]>([
		[{}, "'HTML' is empty"],
		[{ content: 'text', html: '<p>Hi</p>', text: ' ' }, "'Text' is empty"],
		[{ content: 'template', template: byId('') }, "'Template' is empty"],
		[
			{ toEmail: '={{ $json.missing }}', subject: '={{ $json.missing }}' },
			"'To Email', 'Subject' and 'HTML' are empty",
		],
	])('says before anything is sent what is missing: %j', async (parameters, message) => {
		const run = await send(parameters);
		expect(run.error?.message).toBe(message);
		expect(run.error?.description).toContain('Nothing was sent');
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('leaves it to the service whether it needs a sender, and names the field that it misses', async () => {
		const served = await serve((_, response) =>
			json(response, { message: 'Invalid', errors: { from_email: ['A sender is required'] } }, 422),
		);
		const run = await runNode({
			parameters: { resource: 'email', operation: 'send', toEmail: 'nathan@example.com', subject: 'Hello', html: 'Hi' },
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
		});
		await served.close();
		expect(served.requests).toEqual(['POST /v1/emails']);
		expect(errorText(run)).toContain("The service did not accept 'From Email' | From Email: A sender is required");
	});

	it('refuses content of another kind while reading', async () => {
		const run = await send({ content: '={{ "markdown" }}', html: 'Hi' });
		expect(errorText(run)).toContain(
			'\'Content\' cannot be "markdown" | It must be one of these: html, both, template, text.',
		);
		expect(engine.sandbox.requests()).toEqual([]);
	});
});
