import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { buildBody } from '../../../nodes/EmailMarketing/panel/requestBody';
import { definitionOf, shownFields } from '../../../nodes/EmailMarketing/execution/definition';
import { Hints } from '../../../nodes/EmailMarketing/execution/Hints';
import type { ItemInput, Run } from '../../../nodes/EmailMarketing/execution/Operation';
import { operations } from '../../../nodes/EmailMarketing/resources/operations';
import * as send from '../../../nodes/EmailMarketing/resources/email/send';
import { expectFailure } from '../../engine/expectFailure';
import { rowOf } from '../../rowOf';
import { byId, goOn, jsonOf, mapped, useEngine, warningsOf } from '../../engine/support';

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
		const run = { client: { send: () => Promise.resolve(response) }, hints: new Hints() } as unknown as Run;
		const input = { json: {}, settings: {}, request: { body: addressed } } as unknown as ItemInput;
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
		expect(warningsOf(run)).toEqual([
			'8 emails repeat another with the same recipient and subject, such as "Report" for boss@example.com: each item sends one.',
		]);
	});

	it('are counted in one note for all recipients', async () => {
		const run = await sendTo(['a@example.com', 'b@example.com', 'a@example.com', 'b@example.com']);
		expect(warningsOf(run).map((text) => text.slice(0, 15))).toEqual(['2 emails repeat']);
	});

	it('are counted without those that failed', async () => {
		engine.sandbox.faults({ script: [{ fault: '403', operation: 'email.send' }] });
		const parameters = { toEmail: '={{ $json.email }}', subject: 'Report', content: 'text', text: 'Hi' };
		const input = Array.from({ length: 3 }, () => ({ email: 'boss@example.com' }));
		const oneByOne = { requestOptions: { maxParallelRequests: 1 } };
		const run = await engine.run('email.send', { ...parameters, ...oneByOne }, { input, node: goOn });
		expect(warningsOf(run).join()).toContain('1 email repeats another');
	});

	it('name their recipient where they fail', async () => {
		engine.sandbox.faults({ script: [{ fault: '403', operation: 'email.send' }] });
		const parameters = { toEmail: '={{ $json.email }}', subject: 'Report', content: 'text', text: 'Hi' };
		const input = [{ email: 'boss@example.com' }, { email: 'ann@example.com' }];
		expectFailure(await engine.run('email.send', parameters, { input }), { mentions: ['boss@example.com'] });
	});

	it('are fine to several people, or with several subjects', async () => {
		expect(warningsOf(await sendTo(['a@example.com', 'b@example.com']))).toEqual([]);
		const run = await sendTo(['a@example.com', 'a@example.com'], '=Report {{ $itemIndex }}');
		expect(warningsOf(run)).toEqual([]);
	});
});

describe('an email to the person of its item', () => {
	const engine = useEngine();
	const email = 'ann@example.com';
	const sendTo = async (items: IDataObject[], more: INodeParameters = {}) => {
		const parameters = { toEmail: '={{ $json.email }}', subject: 'Hello', content: 'text', text: 'Hi', ...more };
		return await engine.run('email.send', parameters, { input: items.map((item) => ({ email, ...item })) });
	};
	const sent = () => engine.sandbox.requests().length;

	it.each(['FALSE', 0, false, 'nein', 'no', 'unsubscribed', 'perhaps', '#N/A'])(
		'is not sent where is_subscribed is a no: %j',
		async (state) => {
			const run = await sendTo([{ is_subscribed: state }, { email: 'Ann <ANN@example.com>', is_subscribed: state }]);
			const message = 'skipped: the recipient opted out or is unsubscribed';
			expect(jsonOf(run).map(({ subject, message }) => [subject, message])).toEqual(Array(2).fill(['Hello', message]));
			expect([warningsOf(run), sent()]).toEqual([
				['2 emails were not sent: the recipient opted out or is unsubscribed.'],
				0,
			]);
		},
	);

	it.each(['', null, undefined, [], true, 1, 'yes'])('is sent where is_subscribed is no no: %j', async (state) => {
		expect([warningsOf(await sendTo([{ is_subscribed: state }])), sent()]).toEqual([[], 1]);
	});

	it("is sent with 'Also to Unsubscribed', such as a receipt, which no request has as a field", async () => {
		const options = { alsoToUnsubscribed: true };
		expect([warningsOf(await sendTo([{ is_subscribed: false }], { options })), sent()]).toEqual([[], 1]);
		expect(engine.sandbox.requests()[0]?.body).not.toHaveProperty('alsoToUnsubscribed');
	});

	it('is not sent for a row of a dry run, whatever its state', async () => {
		const options = { alsoToUnsubscribed: true };
		const run = await sendTo(
			[
				{ action: 'would create', note: '', is_subscribed: true },
				{ action: 'created', note: '' },
			],
			{ options },
		);
		expect(jsonOf(run)[0]?.message).toBe('skipped: the item is a row of a dry run');
		expect([warningsOf(run), sent()]).toEqual([['1 email was not sent: the item is a row of a dry run.'], 1]);
	});

	it('is not sent where the row was not done, nor where only the time of leaving says so', async () => {
		const done = { action: 'created', note: 'new', is_subscribed: null };
		const undone = ['rejected', 'failed', 'unknown'].map((action) => ({ ...done, action }));
		await sendTo([done, ...undone, { unsubscribed_at: '2026-05-01T10:00:00Z' }]);
		expect(sent()).toBe(1);
	});

	it.each(['held', 'untagged'])('is not sent to a person in no row: %s', async (action) => {
		const options = { alsoToUnsubscribed: true };
		const run = await sendTo([rowOf({ action, email, is_subscribed: false })], { options });
		expect([warningsOf(run), sent()]).toEqual([[`1 email was not sent: the person is in no row ("${action}").`], 0]);
	});

	it("is sent where the item's action is that of another service", async () => {
		await sendTo([{ action: 'failed' }, { action: 'skipped' }, { action: 'would like a call', note: '' }]);
		expect(sent()).toBe(3);
	});

	it('is sent once for two rows with one address, of which Sync List skips the first', async () => {
		const contactList = byId(engine.list().uuid);
		const input = [{ email: 'a@new.example' }, { email: 'A@new.example', first_name: 'Ann' }];
		const rows = await engine.run('subscriber.sync', { contactList }, { input });
		const run = await sendTo(jsonOf(rows));
		expect(warningsOf(run)).toEqual(['1 email was not sent: the row is "skipped".']);
		const emails = engine.sandbox.requests().filter(({ operationId }) => operationId === 'email.send');
		expect(emails).toHaveLength(1);
	});

	it('skips who opted out of the Create or Update before it', async () => {
		const contactList = byId(engine.list().uuid);
		const consent = { consent: 'columns', optIn: ['News'] };
		const input = [
			{ email: 'a@new.example', News: 'no' },
			{ email: 'b@new.example', News: 'yes' },
		];
		const rows = await engine.run('subscriber.upsert', { contactList, ...mapped, ...consent }, { input });
		await sendTo(jsonOf(rows));
		const emails = engine.sandbox.requests().filter(({ operationId }) => operationId === 'email.send');
		expect(emails.map(({ body }) => body)).toMatchObject([{ to_email: 'b@new.example' }]);
	});

	it('is sent to somebody else about them', async () => {
		await sendTo([{ is_subscribed: false }, { action: 'would delete' }], { toEmail: 'boss@example.com' });
		expect(sent()).toBe(2);
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
