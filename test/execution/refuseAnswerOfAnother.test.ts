import type { IDataObject } from 'n8n-workflow';

import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { refuseAnswerOfAnother } from '../../nodes/EmailMarketing/execution/refuseAnswerOfAnother';

const refuse =
	(answer: IDataObject, email?: string, key: EndpointKey = 'subscriber.update') =>
	() =>
		refuseAnswerOfAnother(answer, { key, pathValues: { contactList: 'u9', subscriber: 'u1' } }, email);

describe('the answer to a write', () => {
	it('that is about another fails, and what became of whom is not known', () => {
		const shown = 'x'.repeat(70);
		expect(refuse({ id: shown }, undefined, 'contactList.create')).toThrow(
			expect.objectContaining({
				message: `The service answered with another contact list (${shown.slice(0, 60)})`,
				description:
					'The change was sent, and to which contact list it was made is not known. Look at both in the service before running this item again.',
				isOutcomeUnknown: true,
				notRetryable: true,
			}),
		);
	});

	it('is about another by the email where it shows no ID, for one with an ID may have got another email', () => {
		expect(refuse({ email: 'bob@example.com' }, 'ann@example.com')).toThrow('another subscriber (bob@example.com)');
		expect(refuse({ uuid: 'u1', email: 'bob@example.com' }, 'ann@example.com')).not.toThrow();
	});

	it.each<IDataObject>([{ uuid: 'u1' }, { email: 'Ann@example.com' }, { message: 'Done' }, {}])(
		'is believed where it is %j',
		(answer) => {
			expect(refuse(answer, 'ann@example.com')).not.toThrow();
		},
	);
});
