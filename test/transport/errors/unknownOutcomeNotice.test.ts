import { unknownOutcomeNotice } from '../../../nodes/EmailMarketing/transport/errors/unknownOutcomeNotice';

describe('unknownOutcomeNotice', () => {
	it.each([
		['subscriber.create', "Look the address up with 'Subscriber' → 'Get' by email before"],
		['campaign.update', 'Look at the account before'],
	] as const)('says after %s where to look before it is run again', (key, where) => {
		const notice = unknownOutcomeNotice({
			key,
			path: '/v1/x',
			baseUrl: 'https://api.example.com',
			isOverridden: false,
			attempts: 1,
			mayBeDone: true,
		});
		expect(notice).toMatch(/^It may have happened all the same, so it was not sent again\. .* running it again\.$/);
		expect(notice).toContain(where);
	});
});
