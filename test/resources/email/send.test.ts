import type { IDataObject } from 'n8n-workflow';

import { buildBody } from '../../../nodes/EmailMarketing/panel/requestBody';
import { definitionOf, shownFields } from '../../../nodes/EmailMarketing/execution/definition';
import type { ItemInput, Run } from '../../../nodes/EmailMarketing/execution/Operation';
import { operations } from '../../../nodes/EmailMarketing/resources/operations';
import * as send from '../../../nodes/EmailMarketing/resources/email/send';
import { expectFailure } from '../../engine/expectFailure';
import { useEngine, warningsOf } from '../../engine/support';

const { description } = operations['email.send'];
const definition = definitionOf('email.send', description);
const addressed = { to_email: 'nathan@example.com', subject: 'Hello' };

// What the engine sends for an email is a row in operations.test.ts.
describe('Email → Send', () => {
	const all = { html: '<p>Hi</p>', text: 'Hi', template: 't1' };
	const bodyFor = (content: string, values: IDataObject) =>
		buildBody({ ...definition, fields: shownFields(definition, { content }) }, { ...addressed, ...values });

	it.each<[string, object]>([
		['html', { html: '<p>Hi</p>' }],
		['text', { text: 'Hi' }],
		['both', { html: '<p>Hi</p>', text: 'Hi' }],
		['template', { template: 't1' }],
	])("sends for 'Content' %s nothing of the other kinds, and asks for its own", (content, body) => {
		expect(bodyFor(content, all)).toEqual({ ...addressed, ...body });
		expect(() => bodyFor(content, {})).toThrow(/(is|are) empty/);
	});

	it.each<[string, unknown, object]>([
		['a message', { message: 'Queued.' }, { message: 'Queued.' }],
		['nothing', undefined, {}],
		['the email', { message: 'Queued.', email: { uuid: 'e1' } }, { message: 'Queued.', uuid: 'e1' }],
		['another recipient', { email: { to_email: 'list@example.com', subject: '-' } }, {}],
	])('returns the recipient and the subject, and what the service returns: %s', async (_, response, more) => {
		const run = { client: { send: () => Promise.resolve(response) } } as unknown as Run;
		const input = { request: { body: addressed } } as unknown as ItemInput;
		expect(await send.execute(input, run)).toEqual([{ ...addressed, ...more }]);
	});
});

describe('several emails to one person', () => {
	const engine = useEngine();
	const sendTo = async (emails: string[], subject = 'Report') => {
		const parameters = { toEmail: '={{ $json.email }}', subject, content: 'text', text: 'Hi' };
		return await engine.run('email.send', parameters, { input: emails.map((email) => ({ email })) });
	};

	it('are counted in a note where they have one subject, as a report per row may be meant as one', async () => {
		const run = await sendTo(Array.from({ length: 9 }, () => 'boss@example.com'));
		expect(warningsOf(run)).toEqual(['9 emails "Report" were queued for boss@example.com, one for each item.']);
	});

	it('are fine to several people, or with several subjects', async () => {
		expect(warningsOf(await sendTo(['a@example.com', 'b@example.com']))).toEqual([]);
		const run = await sendTo(['a@example.com', 'a@example.com'], '=Report {{ $itemIndex }}');
		expect(warningsOf(run)).toEqual([]);
	});
});

describe('the HTML of an email', () => {
	const engine = useEngine();
	const sendHtml = async (html: string) =>
		await engine.run(
			'email.send',
			{ toEmail: 'nathan@example.com', subject: 'Hello', content: 'html', html },
			{ input: [{ name: 'Nathan', code: '{{ $json.name }}' }] },
		);
	const bodies = () => engine.sandbox.requests().map(({ body }) => body);

	it("is written in n8n's HTML editor", () => {
		expect(description.find(({ name }) => name === 'html')?.typeOptions?.editor).toBe('htmlEditor');
	});

	it.each([
		['=<style>p { color: red }</style><p>Hi {{ $json.name }}</p>', '<style>p { color: red }</style><p>Hi Nathan</p>'],
		['={{ $json.name + "\\n" }}', 'Nathan\n'],
		[
			'<p>{{ name }}, {{ $user }}, {{unsubscribe_url}}, 5 $ {{}}, $json</p>',
			'<p>{{ name }}, {{ $user }}, {{unsubscribe_url}}, 5 $ {{}}, $json</p>',
		],
	])('is sent with its expressions evaluated, and marks of the service as they are: %s', async (html, sent) => {
		await sendHtml(html);
		expect(bodies()).toEqual([expect.objectContaining({ html: sent })]);
	});

	it.each([
		'<p>Hi {{ $json.name }}</p>',
		'<p>{{$("Sheet").item.json.name}}</p>',
		'{{ ($json.a ?? {}).b }} and {{ x }}',
		'{{ $execution.id }}',
		'={{ $json.code }}',
	])('is not sent with an expression that n8n did not evaluate: %s', async (html) => {
		const mentions = ["'HTML'", '{{', 'Fixed to Expression', 'Nothing was sent'];
		expectFailure(await sendHtml(html), { mentions });
		expect(bodies()).toEqual([]);
	});
});
