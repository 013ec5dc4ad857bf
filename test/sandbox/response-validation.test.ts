import { defined, useSandbox } from './support';

const bench = useSandbox();

test('an answer of a wrong type becomes a 500 that says what is wrong', async () => {
	defined(bench.sandbox.state.campaigns[1]).opens = 1.5;
	const { status, data } = await bench.client.get('/v1/campaigns');

	expect(status).toBe(500);
	expect(data).toEqual({
		message: 'The answer to campaign.getAll (status 200) breaks the contract: /data/1/opens must be integer.',
	});
});

test('an answer of a wrong format is caught, and all its faults are named', async () => {
	const list = defined(bench.sandbox.state.contactLists[0]);
	const [first, second] = list.subscribers;
	list.changeEmail(defined(first), 'not an address');
	list.changeEmail(defined(second), 'neither');
	const { status, data } = await bench.client.get(`/v1/contact-lists/${list.uuid}/subscriber`);

	expect(status).toBe(500);
	expect(data.message).toContain('/data/0/email must match format "email"; /data/1/email must match format "email"');
});

test('what a sample store holds breaks no answer', async () => {
	for (const { uuid, subscribers } of bench.sandbox.state.contactLists) {
		for (let page = 1; page <= Math.ceil(subscribers.length / 100); page += 1) {
			const { status } = await bench.client.get(`/v1/contact-lists/${uuid}/subscriber?per_page=100&page=${page}`);
			expect(status).toBe(200);
		}
	}
});
