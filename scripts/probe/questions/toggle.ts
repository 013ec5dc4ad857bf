import { parseSubscriber } from '../../../nodes/EmailMarketing/api/subscriber';
import { architecture, confirms, question, refutes } from '../Question';
import type { Session } from '../Session';

export const toggleQuestions = [
	question({
		key: 'subscriber.toggleSubscription.response',
		asks: 'Does a toggle return the person, or only a message?',
		line: architecture('reads once more if the response does not show the state'),
		answers: {
			person: refutes(
				'It returns the person with their state.',
				'The reading after a toggle is not needed; it is not sent either.',
			),
			message: confirms('It returns only a message.', 'The reading after each toggle stays.'),
			nothing: confirms('It returns no body.', 'The reading after each toggle stays.'),
		},
		find: async (session) => {
			const { body } = await toggleOnce(session);
			if (body === undefined) return 'nothing';
			return parseSubscriber(body).isSubscribed === undefined ? 'message' : 'person';
		},
	}),

	question({
		key: 'subscriber.toggleSubscription',
		asks: 'Does a toggle unsubscribe a subscribed person?',
		line: architecture('the API has only a toggle, which would subscribe someone who has just unsubscribed'),
		answers: {
			unsubscribes: confirms('It does.'),
			'does nothing': refutes('The person is still subscribed.', 'Look for the right path or body, then probe again.'),
		},
		find: async (session) => {
			await toggleOnce(session);
			const { isSubscribed } = await session.toggled();
			return isSubscribed === false ? 'unsubscribes' : 'does nothing';
		},
	}),
];

async function toggleOnce(session: Session) {
	return await session.once('toggle', async () => {
		const { id } = await session.join('cem');
		return await session.need('subscriber.toggleSubscription', 'the toggle', { id });
	});
}
