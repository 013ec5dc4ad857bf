import { runNode } from '../../engine/runNode';
import { serve } from '../../engine/serve';
import { byId } from '../../engine/support';

const pages = 100;
const perPage = 10_000;

/** A page as text: a server that builds a million entries as objects would be slower than the node that reads them. */
function page(number: number): string {
	const entries = Array.from({ length: perPage }, (_, index) => `{"uuid":"s${(number - 1) * perPage + index}"}`);
	return `{"data":[${entries.join(',')}],"meta":{"current_page":${number},"last_page":${pages}}}`;
}

describe('Subscriber → Get Many', () => {
	it('gives a million subscribers of one item, in order, each paired with the item', async () => {
		const served = await serve((request, response) => {
			const number = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
			response.writeHead(200, { 'content-type': 'application/json' }).end(page(number));
		});
		const run = await runNode({
			parameters: { resource: 'subscriber', operation: 'getAll', contactList: byId('l1'), returnAll: true },
			credential: { baseUrl: served.url, accessToken: 'token' },
		});
		await served.close();
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(pages * perPage);
		expect(run.items.findIndex(({ json }, index) => json.uuid !== `s${index}`)).toBe(-1);
		expect(run.items.at(-1)?.pairedItem).toEqual({ item: 0 });
		expect(served.requests).toHaveLength(pages);
	}, 120_000);
});
