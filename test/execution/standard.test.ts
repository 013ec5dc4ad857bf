import type { INode, INodeParameters } from 'n8n-workflow';

import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { runNode, type NodeRun } from '../engine/runNode';
import { json, serve } from '../engine/serve';
import { byId, errorText, hintsOf, jsonOf } from '../engine/support';

const create: INodeParameters = {
	resource: 'subscriber',
	operation: 'create',
	contactList: byId('list-1'),
	email: '={{ $json.email }}',
};
const remove: INodeParameters = { resource: 'campaign', operation: 'delete', campaign: byId('c-1') };
const accepted = 'The service has accepted this, and may not have done it yet.';

/** A run for two items, each answered with this, and how many requests it took. */
async function answeredWith(
	body: unknown,
	status = 200,
	parameters = create,
	node: Partial<INode> = {},
): Promise<NodeRun & { sent: number }> {
	const served = await serve((_, response) => json(response, body, status));
	const run = await runNode({
		parameters,
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		input: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
		node,
	});
	await served.close();
	return { ...run, sent: served.requests.length };
}

describe('a write of one thing', () => {
	it('fails with what its only result says (status 207)', async () => {
		const run = await answeredWith({ results: [{ status: 422, message: 'invalid' }] }, 207);
		expect(errorText(run)).toMatch(/says that this was not done \(status 207\).*The service says: "invalid"/s);
	});

	it('fails where the answer shows no subscriber, and is not sent again under Retry On Fail', async () => {
		const answer = { message: 'Subscriber is on the suppression list', subscriber: null };
		const run = await answeredWith(answer, 200, create, {
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
			onError: 'continueErrorOutput',
		});
		expect(run.errorItems.map(({ json: { error, details } }) => `${textOf(error)} ${textOf(details)}`)).toEqual(
			Array(2).fill(
				expect.stringMatching(
					/The answer shows no subscriber where one should be \(status 200\).*The service says: "Subscriber is on the suppression list"/s,
				),
			),
		);
		expect(run.sent).toBe(2);
	});

	it('fails where a delete is answered with a sentence that says no', async () => {
		const run = await answeredWith({ message: 'Campaign could not be deleted' }, 200, remove);
		expect(errorText(run)).toMatch(/was not done \(status 200\).*The service says: "Campaign could not be deleted"/s);
	});

	it.each<[string, INodeParameters, object]>([
		['campaign', { resource: 'campaign', operation: 'update', campaign: byId('c-1') }, { uuid: 'c-2' }],
		['template', { resource: 'template', operation: 'togglePublish', template: byId('7') }, { template: { id: 8 } }],
	])('is not believed where it is answered with another %s, and is not sent again', async (thing, update, answer) => {
		const run = await answeredWith(
			answer,
			200,
			{ ...update, updateFields: { name: 'New' } },
			{
				retryOnFail: true,
				maxTries: 2,
				waitBetweenTries: 1,
				onError: 'continueErrorOutput',
			},
		);
		expect(run.errorItems.map(({ json: { error, outcomeUnknown } }) => [error, outcomeUnknown])).toEqual(
			Array(2).fill([expect.stringContaining(`The service answered with another ${thing}`), true]),
		);
		expect(run.sent).toBe(2);
	});

	it.each([
		[202, { status: 'queued', id: 'job-77' }],
		[200, { status: 'queued', job_id: 'j', id: 'job-77' }],
	])('is believed where it is answered with the ID of a job (status %s)', async (status, answer) => {
		const update = { resource: 'campaign', operation: 'update', campaign: byId('c-1'), updateFields: { name: 'New' } };
		const run = await answeredWith(answer, status, update);
		expect([run.error, hintsOf(run)]).toEqual([undefined, [accepted]]);
	});

	it('is told to be looked at where its answer shows another value, or says that it cannot be', async () => {
		const update = { resource: 'campaign', operation: 'update', campaign: byId('c-1'), updateFields: { name: 'New' } };
		const message = 'Campaign has already been sent and cannot be modified';
		const run = await answeredWith({ message, campaign: { uuid: 'c-1', name: 'Old' } }, 200, update);
		expect(hintsOf(run)).toEqual([
			`The service took this, and says: "${message}". Look at it in the service.`,
			expect.stringContaining("'Name' was sent, and the service shows another value in it"),
		]);
	});

	it('is believed where it is answered with another kind of ID', async () => {
		const update = { resource: 'campaign', operation: 'update', campaign: byId('c-1'), updateFields: { name: 'New' } };
		expect((await answeredWith({ campaign: { id: 12, name: 'New' } }, 200, update)).error).toBeUndefined();
	});

	it.each([
		['status 202', { message: 'Thanks' }, 202, create],
		['the word queued', { status: 'queued' }, 200, create],
		['a delete of status 202', {}, 202, remove],
	])('is done after %s, and a note says once that it may be done later', async (_, body, status, parameters) => {
		const run = await answeredWith(body, status, parameters);
		expect([run.error, run.items.length, hintsOf(run)]).toEqual([undefined, 2, [accepted]]);
	});

	it('says nothing of what is done later where the service does not', async () => {
		expect(hintsOf(await answeredWith({ message: 'Created' }))).toEqual([]);
	});

	it('names the subscriber by the email where the answer to a Create shows none', async () => {
		expect(jsonOf(await answeredWith({ message: 'Created' }))).toEqual([
			{ email: 'a@example.com', message: 'Created' },
			{ email: 'b@example.com', message: 'Created' },
		]);
		const [first] = jsonOf(await answeredWith({ subscriber: { uuid: 's-1', tags: [] } }));
		expect(first).toEqual({ uuid: 's-1', tags: [] });
	});
});
