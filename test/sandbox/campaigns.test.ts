import { defined, useSandbox } from './support';

const bench = useSandbox();
const listed = async () => (await bench.client.get('/v1/campaigns')).data;

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
