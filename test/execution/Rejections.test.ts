import { Rejections } from '../../nodes/EmailMarketing/execution/Rejections';
import { ParameterError, UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';

const rejection = new UserFacingError('The email is taken', 'Correct it.', { status: 422 });
const unsendable = new ParameterError("'Email' is empty", 'Correct it.');
const outage = new UserFacingError('It failed', 'Try again later.', { status: 500, isGeneral: true });
const first = (count: number) => [...Array(count).keys()];

let rejections: Rejections;
beforeEach(() => {
	rejections = new Rejections();
});

/** Sends 30 rows one at a time, of which all fail. @returns the rows that were sent, in the order of sending */
async function sentWith(failure: UserFacingError) {
	const sent: number[] = [];
	await rejections.inOrder(first(30), 1, async (row) => {
		if (rejections.stopReason !== undefined) return;
		sent.push(row);
		rejections.count(failure);
		await Promise.resolve();
	});
	return sent;
}

describe('the sending of rows', () => {
	it('ends after ten rejections and that of the last row, with the reason of one of them', async () => {
		expect(await sentWith(rejection)).toEqual([...first(10), 29]);
		expect(rejections.stopReason).toMatchObject({
			message: 'Not sent after 10 rejections',
			description: 'The email is taken. Correct it.',
		});
	});

	it('ends with the reason of one of the ten, also where the last row was rejected before it was sent', async () => {
		await rejections.inOrder(first(30), 1, async (row) => {
			rejections.count(row === 29 ? unsendable : rejection);
			await Promise.resolve();
		});
		expect(rejections.stopReason?.description).toBe('The email is taken. Correct it.');
	});

	it('ends so, too, where the contact list is not found for any row', async () => {
		const gone = new UserFacingError('Not found', 'Check it.', { status: 404 });
		expect(await sentWith(gone)).toEqual([...first(10), 29]);
	});

	it.each([
		['were rejected before they were sent', unsendable],
		['fail for another reason', outage],
	])('goes on where the rows %s', async (_, failure) => {
		expect(await sentWith(failure)).toEqual(first(30));
	});

	it('does not try the last row a second time, when it was one of the ten', async () => {
		await rejections.inOrder(first(10), 10, async () => {
			await Promise.resolve();
			rejections.count(rejection);
		});
		expect(rejections.stopReason).toBeUndefined();
	});
});
