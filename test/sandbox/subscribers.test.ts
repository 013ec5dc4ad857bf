import { defined, useSandbox } from './support';

const bench = useSandbox();
const list = () => defined(bench.sandbox.state.contactLists[0]);
const listPath = () => `/v1/contact-lists/${list().uuid}/subscriber`;
const first = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
const path = () => `${listPath()}/${first().uuid}`;

test('a create adds the subscriber at the end of that list alone, and returns it', async () => {
	const sent = { first_name: 'Jo', last_name: 'Ríos', email: 'jo.rios@example.com', tags: ['lead', 'vip'] };
	const { data } = await bench.client.post(listPath(), sent);
	const lastPage = await bench.client.get(`${listPath()}?per_page=100&page=3`);
	const time = '2026-05-04T12:00:00.000000Z';

	expect(data.subscriber).toMatchObject({ ...sent, is_subscribed: true, created_at: time, updated_at: time });
	expect(lastPage.data.data.at(-1)).toEqual(data.subscriber);
	expect(bench.sandbox.state.contactLists.filter((other) => other.withEmail(sent.email))).toEqual([list()]);
});

test('an email is taken in its own list only, in whatever case, until its subscriber is deleted', async () => {
	const { email } = first();
	const other = defined(bench.sandbox.state.contactLists[5]);
	const taken = await bench.client.post(listPath(), { email: email.toUpperCase() });
	const elsewhere = await bench.client.post(`/v1/contact-lists/${other.uuid}/subscriber`, { email });
	const ofAnother = await bench.client.put(path(), { email: list().subscribers.at(-1)?.email });
	await bench.client.delete(path());
	const deleted = await bench.client.post(listPath(), { email });

	expect([taken, elsewhere, ofAnother, deleted].map(({ status }) => status)).toEqual([422, 200, 422, 200]);
	expect(taken.data.errors).toEqual({ email: ['The email has already been taken.'] });
});

test('the details come with the mails, in pages, and the counters agree with them', async () => {
	const { uuid, mails } = defined(
		list().subscribers.find((one) => one.mails.length > 1 && one.mails.some(({ clickedAt }) => clickedAt !== null)),
	);
	const { data } = await bench.client.get(`${listPath()}/${uuid}`);
	const second = await bench.client.get(`${listPath()}/${uuid}?per_page=1&page=2`);
	const opened = mails.filter(({ openedAt }) => openedAt !== null);

	expect(data.subscriber).toMatchObject({ recieved_count: mails.length, opened_count: opened.length });
	expect(data.subscriber.open_rate).toBeCloseTo((100 * opened.length) / mails.length, 1);
	expect(data.subscriber.last_clicked).not.toBeNull();
	expect(data.mails.data.map(({ subject }) => subject)).toEqual(mails.map(({ subject }) => subject));
	expect(second.data.mails.data).toEqual([data.mails.data[1]]);
	expect(second.data.mails.meta).toMatchObject({ current_page: 2, per_page: 1, total: mails.length });
});

test('every subscriber of the sample data satisfies the contract', async () => {
	for (const { uuid, subscribers } of bench.sandbox.state.contactLists)
		for (let page = 1; page <= Math.ceil(subscribers.length / 100); page += 1) {
			const { status } = await bench.client.get(`/v1/contact-lists/${uuid}/subscriber?per_page=100&page=${page}`);
			expect(status).toBe(200);
		}
});
