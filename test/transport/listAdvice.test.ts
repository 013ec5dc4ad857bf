import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { adviceForRuns, refusalOfList } from '../../nodes/EmailMarketing/transport/listAdvice';

describe('a list that could not be asked for', () => {
	const absent = { message: 'The list may have been deleted', description: 'Choose it again.' };
	const notFound = new UserFacingError('Not found', 'Look at the path.', { status: 404, said: 'No such list' });

	it('is told with what is likely first, where there is no such list', () => {
		const refusal = refusalOfList(notFound, { ...adviceForRuns, absent });
		expect(refusal).toBeInstanceOf(UserFacingError);
		expect(refusal).toMatchObject({
			message: 'The list may have been deleted',
			description: 'Choose it again. Not found. Look at the path.',
			status: 404,
			said: 'No such list',
		});
	});

	it.each<[string, unknown]>([
		['another status', new UserFacingError('Refused', '', { status: 403 })],
		['what is no answer', new TypeError('Oops')],
	])('is told as it is with %s', (_, thrown) => {
		expect(refusalOfList(thrown, { ...adviceForRuns, absent })).toBe(thrown);
	});

	it('is told as it is where nothing else is likely', () => {
		expect(refusalOfList(notFound, adviceForRuns)).toBe(notFound);
	});
});
