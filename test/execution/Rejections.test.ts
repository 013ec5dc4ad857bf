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

/** Sends 30 rows, of which those given are accepted. @returns the rows that were sent, in the order of sending */
async function sentOf(accepted: readonly number[], { parallel = 1, failure = rejection } = {}) {
	const sent: number[] = [];
	await rejections.inOrder(first(30), parallel, async (row) => {
		if (rejections.stopReason !== undefined) return;
		sent.push(row);
		await Promise.resolve();
		if (accepted.includes(row)) rejections.accept();
		else rejections.count(failure);
	});
	return sent;
}

describe('the sending of rows', () => {
	it('ends after ten rejections and that of the last row, with the reason of one of them', async () => {
		expect(await sentOf([])).toEqual([...first(10), 29]);
		expect(rejections.stopReason).toMatchObject({
			message: 'Not sent after 10 rejections',
			description: 'The email is taken. Correct it.',
		});
	});

	it('does not end once something was accepted', async () => {
		expect(await sentOf([3])).toEqual(first(30));
		expect(rejections.stopReason).toBeUndefined();
	});

	it.each([1, 5])('goes on where the last row is accepted, which is not sent twice: %i at a time', async (parallel) => {
		const sent = await sentOf([29], { parallel });
		expect(sent.indexOf(29)).toBeLessThan(10 + parallel);
		expect(sent.toSorted((one, other) => one - other)).toEqual(first(30));
	});

	it.each([
		['were rejected before they were sent', unsendable],
		['fail for another reason', outage],
	])('goes on where the rows %s', async (_, failure) => {
		expect(await sentOf([], { failure })).toEqual(first(30));
	});

	it('does not try the last row a second time, when it was one of the ten', async () => {
		await rejections.inOrder(first(10), 10, async () => {
			await Promise.resolve();
			rejections.count(rejection);
		});
		expect(rejections.stopReason).toBeUndefined();
	});
});
