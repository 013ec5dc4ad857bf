import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { Hints } from '../../nodes/EmailMarketing/execution/Hints';
import { hintOnAccepted, hintOnImported, hintOnWritten } from '../../nodes/EmailMarketing/execution/writeHints';
import type { JsonRecord } from '../../nodes/EmailMarketing/shared/isRecord';
import type { ApiRequest } from '../../nodes/EmailMarketing/transport/Sending';

function hintsFrom(tell: (hints: Hints) => void): NodeExecutionHint[] {
	const shown: NodeExecutionHint[] = [];
	const hints = new Hints();
	tell(hints);
	hints.show({
		addExecutionHints: (...more: NodeExecutionHint[]) => void shown.push(...more),
	} as unknown as IExecuteFunctions);
	return shown;
}

const request = (key: EndpointKey, body: ApiRequest['body'] = {}): ApiRequest => ({
	key,
	pathValues: {},
	body,
	names: new Map([['first_name', 'First Name']]),
});

/** The texts above the output of a write whose answer is the thing itself. */
const textsOf = (key: EndpointKey, body: ApiRequest['body'], answer: JsonRecord): string[] =>
	hintsFrom((hints) => hintOnWritten(hints, request(key, body), answer, answer as never)).map(({ message }) => message);

const accepted = 'The service has accepted this, and may not have done it yet.';

describe('an answer that puts the work off', () => {
	it('is told, in passing', () => {
		const told = hintsFrom((hints) => hintOnAccepted(hints, request('email.send'), { status: 'queued' }, 200));
		expect(told).toEqual([{ message: accepted, type: 'info', location: 'outputPane' }]);
	});

	it('is told of an import too', () => {
		const texts = hintsFrom((hints) =>
			hintOnImported(hints, request('subscriber.import'), { status: 202, body: { job_id: 'j' }, headers: {} }),
		).map(({ message }) => message);
		expect(texts).toEqual([accepted]);
	});

	it('is nothing to tell of what is read, or is done', () => {
		expect(hintsFrom((hints) => hintOnAccepted(hints, request('account.get'), { status: 'queued' }, 202))).toEqual([]);
		expect(hintsFrom((hints) => hintOnAccepted(hints, request('email.send'), { uuid: 'e' }, 200))).toEqual([]);
	});
});

describe('an answer that says no beside the thing', () => {
	const says = 'The service took this, and says: "The mail could not be sent". Look at it in the service.';

	it('is quoted', () => {
		const answer = { uuid: 'c', message: 'The mail could not be sent' };
		expect(textsOf('campaign.create', {}, answer)).toEqual([says]);
		const importing = { status: 200, body: { imported: 1, message: answer.message }, headers: {} };
		expect(
			hintsFrom((hints) => hintOnImported(hints, request('subscriber.import'), importing)).map(({ message, type }) => [
				message,
				type,
			]),
		).toEqual([[says, 'warning']]);
	});

	it('is quoted with its first 200 signs', () => {
		const message = `It failed ${'x'.repeat(300)}`;
		expect(textsOf('campaign.create', {}, { uuid: 'c', message })).toEqual([
			`The service took this, and says: "${message.slice(0, 200)}". Look at it in the service.`,
		]);
	});

	it.each<JsonRecord>([{ uuid: 'c', message: 'Created' }, { uuid: 'c', message: 7 }, { uuid: 'c' }])(
		'is none in %j',
		(answer) => {
			expect(textsOf('campaign.create', {}, answer)).toEqual([]);
		},
	);

	it('is not looked for in what is read', () => {
		expect(textsOf('account.get', {}, { uuid: 'a', message: 'It failed' })).toEqual([]);
	});
});

describe('the answer to an import', () => {
	const textsOfImport = (body: unknown): string[] =>
		hintsFrom((hints) => hintOnImported(hints, request('subscriber.import'), { status: 200, body, headers: {} })).map(
			({ message }) => message,
		);

	it.each(['Unauthorized', 'List not found', 'Nothing was imported', 'x'.repeat(300)])(
		'that says %s, and counts nothing, is told',
		(message) => {
			expect(textsOfImport({ message, code: 200 })).toEqual([
				`The service has answered an import without a count, and says: "${message.slice(0, 200)}". See whether the rows are in the contact list.`,
			]);
		},
	);

	it.each<unknown>([
		{ message: '300 subscribers imported: 300 created, 0 updated.' },
		{ message: 'Import started' },
		{ message: 'List not found', imported: 3 },
		{ message: 7 },
		'ok',
		undefined,
	])('is nothing to tell of where it is %j', (body) => {
		expect(textsOfImport(body)).toEqual([]);
	});
});

describe('the answer to a create', () => {
	const body = { email: 'ann@example.com' };
	const ann = { uuid: 'u', email: 'ann@example.com', is_subscribed: true };

	it.each<[string, JsonRecord, string]>([
		['somebody who is not subscribed', { ...ann, is_subscribed: false }, 'somebody who was created as not subscribed'],
		['somebody made before', { ...ann, created_at: '2019-01-01' }, 'somebody whom the service has known for longer'],
		[
			'another email',
			{ ...ann, email: `${'b'.repeat(70)}@example.com` },
			`answered with the email ${'b'.repeat(60)}, which was not sent`,
		],
		[
			'words alone',
			{ message: `Our team looks at it ${'x'.repeat(300)}` },
			`without the subscriber, and says: "Our team looks at it ${'x'.repeat(179)}". See`,
		],
	])('that shows %s is told', (_, answer, words) => {
		expect(textsOf('subscriber.create', body, answer)).toEqual([expect.stringContaining(words)]);
		expect(textsOf('contactList.create', body, answer)).toEqual([]);
	});

	it.each<JsonRecord>([
		ann,
		{ uuid: 'u', message: 'Our team looks at it' },
		{ message: 'Subscriber created.' },
		{ message: 7 },
		{},
	])('is nothing to tell of where it is %j', (answer) => {
		expect(textsOf('subscriber.create', body, answer)).toEqual([]);
	});
});

describe('the answer to a change', () => {
	const other = "'First Name' was sent, and the service shows another value in it";

	it('that shows another value is told, for an update alone', () => {
		const shown = { uuid: 'u', first_name: 'Bob' };
		expect(textsOf('subscriber.update', { first_name: 'Ann' }, shown)).toEqual([expect.stringContaining(other)]);
		expect(textsOf('subscriber.create', { first_name: 'Ann' }, shown)).toEqual([]);
	});

	it('that still shows what was to be emptied is told', () => {
		expect(textsOf('subscriber.update', { first_name: '' }, { uuid: 'u', first_name: 'Bob' })).toEqual([
			expect.stringContaining("'First Name' was to be emptied, and the service still shows a value in it"),
		]);
	});
});
