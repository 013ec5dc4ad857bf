import { runNode } from '../engine/runNode';
import { json, serve } from '../engine/serve';
import { byId } from '../engine/support';

/** What n8n shows above the output after reading these contact lists, none of which is a list. */
async function hintsFor(lists: string[], body: unknown) {
	const served = await serve((_, response) => json(response, body));
	const { run } = await runNode({
		parameters: {
			resource: 'subscriber',
			operation: 'getAll',
			contactList: byId('={{ $json.list }}'),
			returnAll: true,
		},
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		input: lists.map((list) => ({ list })),
	});
	await served.close();
	return run.data.resultData.runData['Email Marketing']?.[0]?.hints ?? [];
}

describe('what the user should know of a run that went well', () => {
	it('is a warning above the output, said once by items that have the same to say', async () => {
		expect(await hintsFor(['A', 'B', 'A'], { ok: true })).toEqual([
			{ message: expect.stringContaining('contains no list'), type: 'warning', location: 'outputPane' },
		]);
	});

	it('is nothing where everything came as it should', async () => {
		expect(await hintsFor(['A'], { data: [{ uuid: 'u1' }] })).toEqual([]);
	});
});
