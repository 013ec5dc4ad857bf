import { byId, jsonOf, defined, useEngine } from '../../engine/support';
import { runNode } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';

const engine = useEngine();

describe('Subscriber → Get', () => {
	const chosen = () => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		const subscriber = defined(list.subscribers[0]);
		const mail = { uuid: '', subject: 'Mail', createdAt: 0, sentAt: 0, openedAt: null, clickedAt: null };
		subscriber.mails = Array.from({ length: 260 }, (_, index) => ({
			...mail,
			uuid: `00000000-0000-4000-8000-000000000${String(index).padStart(3, '0')}`,
		}));
		return {
			subscriber,
			parameters: { contactList: byId(list.uuid), subscriber: byId(subscriber.uuid), simplify: false },
		};
	};

	it('gives the subscriber with the first page of its mails', async () => {
		const { parameters, subscriber } = chosen();
		const [item] = jsonOf(await engine.run('subscriber.get', parameters));
		expect(item).toMatchObject({ uuid: subscriber.uuid, recieved_count: 260 });
		expect(item?.mails).toHaveLength(15);
		expect(engine.sandbox.requests()).toHaveLength(1);
	});

	it('gives at most ten fields when it simplifies', async () => {
		const [item] = jsonOf(await engine.run('subscriber.get', { ...chosen().parameters, simplify: true }));
		expect(Object.keys(defined(item))).toHaveLength(10);
		expect(item).toHaveProperty('mails');
	});

	it('gives an empty list where none were sent', async () => {
		const { subscriber, parameters } = chosen();
		subscriber.mails = [];
		const [item] = jsonOf(await engine.run('subscriber.get', parameters));
		expect(item?.mails).toEqual([]);
	});

	it('reads mails that are inside the subscriber', async () => {
		const served = await serve((_, response) => json(response, { subscriber: { uuid: 's', mails: [{ uuid: 'm' }] } }));
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'get',
				contactList: byId('l'),
				subscriber: byId('s'),
				simplify: false,
			},
			credential: { baseUrl: served.url, accessToken: 'token' },
		});
		expect(jsonOf(run)).toEqual([{ uuid: 's', mails: [{ uuid: 'm' }] }]);
		await served.close();
	});
});
