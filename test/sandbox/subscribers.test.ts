import { defined, useSandbox } from './support';

const bench = useSandbox();

function firstList() {
	return defined(bench.sandbox.state.contactLists[0]);
}

function listPath(): string {
	return `/v1/contact-lists/${firstList().uuid}/subscriber`;
}

function firstSubscriber() {
	return defined(firstList().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
}

function subscriberPath(): string {
	return `${listPath()}/${firstSubscriber().uuid}`;
}

describe('creating', () => {
	test('gives the whole subscriber, as documented', async () => {
		const { status, data } = await bench.client.post(listPath(), {
			first_name: 'Jo',
			last_name: 'Ríos',
			email: 'jo.rios@example.com',
			tags: ['lead', 'vip'],
		});

		expect(status).toBe(200);
		expect(data).toEqual({
			message: 'Subscriber created.',
			subscriber: {
				uuid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
				first_name: 'Jo',
				last_name: 'Ríos',
				email: 'jo.rios@example.com',
				is_subscribed: true,
				unsubscribed_at: null,
				recieved_count: 0,
				opened_count: 0,
				open_rate: 0,
				click_rate: 0,
				last_opened: null,
				last_clicked: null,
				account_id: 1,
				customerable_type: 'App\\Models\\ContactList',
				customerable_id: firstList().id,
				tags: ['lead', 'vip'],
				created_at: '2026-05-04T12:00:00.000000Z',
				updated_at: '2026-05-04T12:00:00.000000Z',
			},
		});
	});

	test('adds to that list alone, at the end', async () => {
		const before = firstList().subscribers.length;
		const { data } = await bench.client.post(listPath(), { email: 'jo@example.com' });
		const lastPage = await bench.client.get(`${listPath()}?per_page=100&page=3`);

		expect(lastPage.data.meta.total).toBe(before + 1);
		expect(lastPage.data.data.at(-1)).toEqual(data.subscriber);
		expect(
			bench.sandbox.state.contactLists.filter(({ subscribers }) =>
				subscribers.some(({ email }) => email === 'jo@example.com'),
			),
		).toHaveLength(1);
	});

	test.each([
		['without an email', { first_name: 'Jo' }, { email: ['The email field is required.'] }],
		['with an empty email', { email: '' }, { email: ['The email field is required.'] }],
		['with a bad email', { email: 'jo@example' }, { email: ['The email field must be a valid email address.'] }],
		[
			'with tags that are no list',
			{ email: 'jo@example.com', tags: 'vip' },
			{ tags: ['The tags field must be an array.'] },
		],
		[
			'with a tag that is no text',
			{ email: 'jo@example.com', tags: ['a', 2] },
			{ 'tags.1': ['The tags.1 field must be a string.'] },
		],
		[
			'with a name that is too long',
			{ email: 'jo@example.com', last_name: 'x'.repeat(256) },
			{ last_name: ['The last name field must not be greater than 255 characters.'] },
		],
	])('is refused %s', async (_case, body, errors) => {
		const { status, data } = await bench.client.post(listPath(), body);

		expect(status).toBe(422);
		expect(data.errors).toEqual(errors);
		expect(firstList().subscribers).toHaveLength(264);
	});

	test('is refused for an email that is in the list, in whatever case, but not in another list', async () => {
		const { email } = firstSubscriber();
		const other = defined(bench.sandbox.state.contactLists[5]);
		const refused = await bench.client.post(listPath(), { email: email.toUpperCase() });
		const elsewhere = await bench.client.post(`/v1/contact-lists/${other.uuid}/subscriber`, { email });

		expect(refused.status).toBe(422);
		expect(refused.data).toEqual({
			message: 'The email has already been taken.',
			errors: { email: ['The email has already been taken.'] },
		});
		expect(elsewhere.status).toBe(200);
		expect(elsewhere.data.subscriber.customerable_id).toBe(other.id);
	});
});

describe('reading', () => {
	test('the details come with the mails, oldest first, which the counters count', async () => {
		const subscriber = defined(
			firstList().subscribers.find(({ mails }) => mails.some(({ clickedAt }) => clickedAt !== null)),
		);
		const { status, data } = await bench.client.get(`${listPath()}/${subscriber.uuid}`);

		expect(status).toBe(200);
		expect(data.subscriber.recieved_count).toBe(subscriber.mails.length);
		expect(data.mails.meta.total).toBe(subscriber.mails.length);
		expect(data.mails.data[0]).toMatchObject({ subject: subscriber.mails[0]?.subject, status: 'sent' });
		expect(data.subscriber.opened_count).toBe(
			data.mails.data.filter(({ opened_at }: { opened_at: string | null }) => opened_at !== null).length,
		);
		expect(data.subscriber.last_clicked).not.toBeNull();
		expect(data.subscriber.open_rate).toBeCloseTo(
			(100 * data.subscriber.opened_count) / data.subscriber.recieved_count,
			1,
		);
	});

	test('the mails come in pages', async () => {
		const subscriber = defined(firstList().subscribers.find(({ mails }) => mails.length >= 2));
		const { data } = await bench.client.get(`${listPath()}/${subscriber.uuid}?per_page=1&page=2`);

		expect(data.mails.data).toHaveLength(1);
		expect(data.mails.meta).toMatchObject({ current_page: 2, per_page: 1, total: subscriber.mails.length });
	});
});

describe('updating', () => {
	test('changes the fields that were sent, and the time of the update', async () => {
		const before = (await bench.client.get(subscriberPath())).data.subscriber;
		bench.wait(60_000);
		const { status, data } = await bench.client.put(subscriberPath(), { first_name: 'Jo', tags: [] });

		expect(status).toBe(200);
		expect(data).toEqual({
			message: 'Subscriber updated.',
			subscriber: { ...before, first_name: 'Jo', tags: [], updated_at: '2026-05-04T12:01:00.000000Z' },
		});
	});

	test('empties what is sent empty', async () => {
		await bench.client.put(subscriberPath(), { first_name: 'Jo', last_name: 'Ríos', tags: ['lead'] });
		const { data } = await bench.client.put(subscriberPath(), { last_name: '', tags: [] });

		expect(data.subscriber).toMatchObject({ first_name: 'Jo', last_name: null, tags: [] });
	});

	test('may give the email the subscriber has already, but not that of another', async () => {
		const other = defined(firstList().subscribers.find((subscriber) => subscriber !== firstSubscriber()));
		const own = await bench.client.put(subscriberPath(), { email: firstSubscriber().email });
		const taken = await bench.client.put(subscriberPath(), { email: other.email });

		expect(own.status).toBe(200);
		expect(taken.status).toBe(422);
		expect(taken.data.errors).toEqual({ email: ['The email has already been taken.'] });
	});

	test('frees the email that was given up, and takes the new one', async () => {
		const { email } = firstSubscriber();
		await bench.client.put(subscriberPath(), { email: 'jo@example.com' });
		const old = await bench.client.post(listPath(), { email });
		const taken = await bench.client.post(listPath(), { email: 'JO@example.com' });

		expect([old.status, taken.status]).toEqual([200, 422]);
	});

	test('is refused with a bad email', async () => {
		const { status, data } = await bench.client.put(subscriberPath(), { email: 'jo' });

		expect(status).toBe(422);
		expect(data.errors).toEqual({ email: ['The email field must be a valid email address.'] });
	});
});

test('a toggle unsubscribes, another subscribes again', async () => {
	const path = subscriberPath();
	bench.wait(60_000);
	const off = await bench.client.put(`${path}/toggle`);
	const between = await bench.client.get(path);
	const on = await bench.client.put(`${path}/toggle`);
	const after = await bench.client.get(path);

	expect([off.status, off.data]).toEqual([200, { message: 'Subscriber unsubscribed.' }]);
	expect(between.data.subscriber).toMatchObject({
		is_subscribed: false,
		unsubscribed_at: '2026-05-04T12:01:00.000000Z',
		updated_at: '2026-05-04T12:01:00.000000Z',
	});
	expect(on.data).toEqual({ message: 'Subscriber subscribed.' });
	expect(after.data.subscriber).toMatchObject({ is_subscribed: true, unsubscribed_at: null });
});

test('a deleted subscriber is gone', async () => {
	const path = subscriberPath();
	const { status, data } = await bench.client.delete(path, { headers: { 'Content-Type': 'application/json' } });
	const again = await bench.client.get(path);

	expect(status).toBe(200);
	expect(data).toEqual({ message: 'Subscriber deleted.' });
	expect(again.status).toBe(404);
	expect(firstList().subscribers).toHaveLength(263);
});

test('the email of a deleted subscriber may be created again', async () => {
	const { email } = firstSubscriber();
	await bench.client.delete(subscriberPath());
	const { status, data } = await bench.client.post(listPath(), { email });
	const details = await bench.client.get(`${listPath()}/${data.subscriber.uuid}`);

	expect([status, details.data.subscriber.email]).toEqual([200, email]);
});

describe('importing', () => {
	function importPath(): string {
		return `/v1/contact-lists/${firstList().uuid}/import`;
	}

	test('adds who is new and updates who is there', async () => {
		const known = firstSubscriber();
		const { status, data } = await bench.client.post(importPath(), {
			subscribers: [
				{ email: 'jo@example.com', first_name: 'Jo', last_name: 'Ríos', tags: ['lead'] },
				{ email: known.email.toUpperCase(), first_name: 'Changed' },
				{ email: 'JO@example.com', first_name: 'Joanna' },
			],
		});

		expect(status).toBe(200);
		expect(data).toEqual({ message: '3 subscribers imported: 1 created, 2 updated.' });
		expect(firstList().subscribers).toHaveLength(265);
		expect(known.firstName).toBe('Changed');
		expect(firstList().subscribers.at(-1)).toMatchObject({ firstName: 'Joanna', lastName: 'Ríos', tags: ['lead'] });
	});

	test('refuses everything for one bad row, and says which', async () => {
		const { status, data } = await bench.client.post(importPath(), {
			subscribers: [{ email: 'a@example.com' }, { email: 'b@example.com' }, { first_name: 'C' }, { email: 'd' }],
		});

		expect(status).toBe(422);
		expect(data.errors).toEqual({
			'subscribers.2.email': ['The subscribers.2.email field is required.'],
			'subscribers.3.email': ['The subscribers.3.email field must be a valid email address.'],
		});
		expect(firstList().subscribers).toHaveLength(264);
	});

	test.each([
		['without rows', {}, 'The subscribers field is required.'],
		['with no rows', { subscribers: [] }, 'The subscribers field must have at least 1 items.'],
	])('is refused %s', async (_case, body, text) => {
		const { status, data } = await bench.client.post(importPath(), body);

		expect(status).toBe(422);
		expect(data.errors).toEqual({ subscribers: [text] });
	});

	test('takes many thousands at once', async () => {
		const subscribers = Array.from({ length: 20_000 }, (_, index) => ({
			email: `reader${index}@example.com`,
			first_name: 'Reader',
			tags: ['lead'],
		}));
		const { status } = await bench.client.post(importPath(), { subscribers });

		expect(status).toBe(200);
		expect(firstList().subscribers).toHaveLength(20_264);
	});
});

describe('not found', () => {
	test.each([
		['get', ''],
		['post', ''],
		['get', '/some-id'],
		['put', '/some-id'],
		['delete', '/some-id'],
		['put', '/some-id/toggle'],
	])('is an unknown list: %s subscriber%s', async (method, rest) => {
		const { status, data } = await bench.client.request({
			method,
			url: `/v1/contact-lists/unknown/subscriber${rest}`,
			data: { email: 'jo@example.com' },
		});

		expect(status).toBe(404);
		expect(data).toEqual({ message: 'The contact list could not be found.' });
	});

	test('is an unknown list to import into', async () => {
		const { status } = await bench.client.post('/v1/contact-lists/unknown/import', {
			subscribers: [{ email: 'jo@example.com' }],
		});

		expect(status).toBe(404);
	});

	test.each([
		['get', ''],
		['put', ''],
		['delete', ''],
		['put', '/toggle'],
	])('is a subscriber that is in another list: %s subscriber%s', async (method, rest) => {
		const { uuid } = defined(bench.sandbox.state.contactLists[1]?.subscribers[0]);
		const { status, data } = await bench.client.request({ method, url: `${listPath()}/${uuid}${rest}`, data: {} });

		expect(status).toBe(404);
		expect(data).toEqual({ message: 'The subscriber could not be found.' });
	});
});
