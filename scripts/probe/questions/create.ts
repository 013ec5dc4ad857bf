import { addressKey } from '../../../nodes/EmailMarketing/api/emailAddress';
import { idOf } from '../../../nodes/EmailMarketing/api/response';
import { wait } from '../../../nodes/EmailMarketing/transport/wait';
import { architecture, confirms, question, refutes } from '../Question';
import { Stopped, Unseen } from '../Unseen';
import { reasonOf, type Session } from '../Session';

/** The first people, and what happens where their address is taken. */
export const createQuestions = [
	question({
		key: 'subscriber.delete',
		asks: 'Does a delete take a person away, and does a second one find nobody?',
		line: { page: 'docs/reliability.md', text: 'A repeated delete that finds nothing counts as done' },
		answers: {
			'gone, then 404': confirms('The person is gone, and a second delete gets a 404.'),
			'gone, then done': refutes(
				'The person is gone, and a second delete is a success, too.',
				'The exception for a repeated delete can go (transport/ApiClient.ts).',
			),
		},
		find: async (session) => {
			const eve = await session.join('eve').catch(stop);
			const first = await session.remove(eve);
			if (first.refusal !== undefined) stop(new Unseen(`nobody can be deleted: ${reasonOf(first.refusal)}`));
			const second = await session.remove(eve);
			// A replica may lag.
			let isThere = await isShown(session);
			if (isThere) {
				await wait(session.setup.waitsMs[0] ?? 0, session.client.signal);
				isThere = await isShown(session);
			}
			if (isThere) stop(new Unseen('a person who was deleted is still shown'));
			return second.refusal === undefined ? 'gone, then done' : 'gone, then 404';
		},
	}),

	question({
		key: 'subscriber.create.taken',
		asks: 'What does a create with a taken address do?',
		line: architecture('a create may update who is there, or return them with an old `created_at`'),
		answers: {
			rejects: refutes(
				'It is rejected.',
				'wasThere (api/subscriber.ts) and createsUpdate (people/createSubscriber.ts) can go.',
			),
			updates: confirms('It updates the person who is there.', 'Keep wasThere and createsUpdate.'),
			returns: confirms(
				'It returns the person who is there, unchanged.',
				'Keep wasThere; createsUpdate reads the list first.',
			),
			doubles: refutes(
				'It adds a second person with the same address.',
				'Create or Update must read the list before every create.',
			),
		},
		find: async (session) => {
			const ann = await session.join('ann');
			const { refusal } = await session.once('taken', async () => await createAgain(session, ann.email));
			if (refusal !== undefined) return ['rejects', `The service says: ${reasonOf(refusal)}.`];
			const { entries } = await session.everyone();
			const holders = entries.filter(({ email }) => addressKey(email) === addressKey(ann.email));
			if (holders.length > 1) return 'doubles';
			const { first_name: name } = await session.show(ann);
			return name === changed ? 'updates' : 'returns';
		},
	}),

	question({
		key: 'subscriber.create.case',
		asks: 'Is a taken address taken in capitals, too?',
		line: architecture('creates of one address take turns'),
		answers: {
			taken: confirms('It is taken in any case.'),
			free: refutes(
				'In capitals it is another address: a second person was added.',
				'addressKey (api/emailAddress.ts) must not change the case before the @.',
			),
		},
		find: async (session) => {
			const { email, id } = await session.join('ann');
			const [local = '', domain] = email.split('@');
			const reply = await session.create(`${local.toUpperCase()}@${domain}`, { first_name: 'ann', last_name: 'Probe' });
			if (reply.refusal !== undefined) return ['taken', `The service says: ${reasonOf(reply.refusal)}.`];
			const { entries } = await session.everyone();
			const holders = entries.filter((entry) => addressKey(entry.email) === addressKey(email));
			return holders.some((entry) => String(idOf(entry)) !== id) ? 'free' : 'taken';
		},
	}),

	question({
		key: 'rejections',
		asks: 'What does a rejection look like?',
		line: architecture('rejections as `{message, errors: {field: [text]}}`'),
		answers: {
			fields: confirms('It names the field.'),
			message: refutes(
				'It is a message alone.',
				'isTaken (subscriber/upsert.ts) must know a taken address by its status.',
			),
		},
		find: async (session) => {
			const { email } = await session.join('ann');
			const { refusal } = await session.once('taken', async () => await createAgain(session, email));
			if (refusal === undefined) throw new Unseen('no create was rejected');
			const isField = refusal.fieldMessages.some(({ field }) => field === 'email');
			return [isField ? 'fields' : 'message', `Its status is ${refusal.status}.`];
		},
	}),
];

const changed = 'Changed';

async function createAgain(session: Session, email: string): ReturnType<Session['create']> {
	return await session.create(email, { first_name: changed });
}

async function isShown(session: Session): Promise<boolean> {
	const { entries } = await session.everyone();
	return entries.some((entry) => session.isOwn(entry));
}

/** Without people who can be taken away again, nothing more is written. */
function stop(thrown: unknown): never {
	throw thrown instanceof Unseen ? new Stopped(thrown.message) : thrown;
}
