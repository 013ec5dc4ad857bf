import { ParameterError } from '../../nodes/EmailMarketing/shared/UserFacingError';

describe('a parameter that cannot be used', () => {
	it('comes with advice, and for an input item with more of it', () => {
		expect(new ParameterError('Wrong', 'Do this.').description).toBe('Do this. Nothing was sent for this item.');
		expect(new ParameterError('Wrong', 'Do this.', 'Look there.')).toMatchObject({
			advice: 'Do this.',
			description: 'Do this. Look there. Nothing was sent for this item.',
		});
	});
});
