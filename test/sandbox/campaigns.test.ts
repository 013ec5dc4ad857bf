import { defined, useSandbox } from './support';

const bench = useSandbox();
const first = () => defined(bench.sandbox.state.campaigns[0]);
const listed = async () => (await bench.client.get('/v1/campaigns')).data;

test('the campaigns come all at once: sent, sending and drafts', async () => {
	const data = await listed();

	expect(Object.keys(data)).toEqual(['data']);
	expect(data.data.map(({ is_sent, is_sending }) => (is_sent ? 'sent' : is_sending ? 'sending' : 'draft'))).toEqual([
		...Array.from({ length: 5 }, () => 'sent'),
		'sending',
		'draft',
		'draft',
	]);
});

test('a campaign is created with all its fields, and listed', async () => {
	const list = defined(bench.sandbox.state.contactLists[1]);
	const template = defined(bench.sandbox.state.templates[2]);
	const fields = {
		name: 'Autumn',
		from_email: 'jo@news.example.org',
		from_name: 'Jo',
		reply_to_email: 'answers@example.org',
		reply_to_name: 'Answers',
	};
	const { data } = await bench.client.post('/v1/campaigns', {
		...fields,
		contact_list: list.uuid,
		template: template.uuid,
	});

	expect(data.campaign).toMatchObject({
		...fields,
		template: { uuid: template.uuid, name: 'Product Update', slug: 'product-update' },
		contact_list: { uuid: list.uuid, name: 'Customers' },
		domain: { name: 'news.example.org' },
	});
	expect((await listed()).data.at(-1)).toEqual(data.campaign);
});

test('an update changes the fields that were sent, and empties what was sent empty', async () => {
	const before = (await listed()).data[0];
	const emptied = { from_name: '', reply_to_email: null, template: null, contact_list: null };
	const { status, data } = await bench.client.put(`/v1/campaigns/${first().uuid}`, { name: 'Renamed', ...emptied });
	const after = { ...before, name: 'Renamed', ...emptied, from_name: null };

	expect([status, data]).toEqual([200, { message: 'Campaign updated.', campaign: after }]);
	expect((await listed()).data[0]).toEqual(after);
});

test('a campaign that is being sent gets on with time, reaches its subscribers, and is sent in the end', async () => {
	const { contactLists } = bench.sandbox.state;
	const received = () => contactLists.flatMap(({ subscribers }) => subscribers.flatMap(({ mails }) => mails)).length;
	const look = async () => [defined((await listed()).data[5]), received()] as const;
	const [early, receivedEarly] = await look();
	bench.wait(60_000);
	const [later, receivedLater] = await look();
	bench.wait(3_600_000);
	const [end] = await look();

	expect(early).toMatchObject({ is_sending: true, is_sent: false, sent: 12 });
	expect(later).toMatchObject({ is_sending: true, is_sent: false, sent: 24 });
	expect(receivedLater - receivedEarly).toBe(12);
	expect(end).toMatchObject({ is_sending: false, is_sent: true });
	expect(end.sent).toBeGreaterThan(24);
});

test('the counters of a sent campaign agree with what its subscribers received', () => {
	const { state } = bench.sandbox;
	const all = state.contactLists.flatMap(({ subscribers }) => subscribers.flatMap(({ mails }) => mails));
	for (const { name, sent, opens, clicks } of state.campaigns.filter(({ status }) => status === 'sent')) {
		const mails = all.filter(({ subject }) => subject === name);
		const opened = mails.filter(({ openedAt }) => openedAt !== null);
		const clicked = mails.filter(({ clickedAt }) => clickedAt !== null);
		expect([mails.length, opened.length, clicked.length]).toEqual([sent, opens, clicks]);
	}
});
