import {
	isRefusalOfAll,
	isRowRefusal,
	reasonOf,
	rowsNamedIn,
	sentenceOf,
} from '../../../../nodes/EmailMarketing/resources/subscriber/rows/serviceRefusal';
import { UserFacingError, type FieldMessage } from '../../../../nodes/EmailMarketing/shared/UserFacingError';

const names = new Map([['email', 'Email']]);
const refusal = (fieldMessages: readonly FieldMessage[], more: { said?: string; status?: number } = {}) =>
	new UserFacingError('Not accepted', 'Correct it.', { status: 422, fieldMessages, ...more });

describe('a refusal', () => {
	it.each([400, 409, 413, 422])('with status %i may be for what is in the rows', (status) => {
		expect(isRowRefusal(new UserFacingError('No', '', { status }))).toBe(true);
	});

	it.each([undefined, 200, 401, 403, 404, 429, 500])('with status %s is not', (status) => {
		expect(isRowRefusal(new UserFacingError('No', '', { status }))).toBe(false);
	});

	it('is none where the rows may be imported all the same, or something else was thrown', () => {
		expect(isRowRefusal(new UserFacingError('No', '', { status: 422, isOutcomeUnknown: true }))).toBe(false);
		expect(isRowRefusal(new Error('No'))).toBe(false);
	});

	it.each([
		[401, true],
		[403, true],
		[404, true],
		[405, true],
		[422, false],
		[429, false],
		[500, false],
		[undefined, false],
	])('with status %s would meet every other request too: %s', (status, expected) => {
		expect(isRefusalOfAll(new UserFacingError('No', '', { status }))).toBe(expected);
	});
});

describe('the rows that a refusal names', () => {
	it('are those of its fields that are in the request, each with all that is said of it', () => {
		const said = refusal([
			{ field: 'subscribers.1.email', text: 'is odd' },
			{ field: 'subscribers.1.tags.0', text: 'is long' },
			{ field: 'subscribers.2', text: 'is empty' },
			{ field: 'subscribers.3.email', text: 'is beyond' },
			{ field: 'source', text: 'is not known' },
		]);
		expect([...rowsNamedIn(said, 3, names)]).toEqual([
			[1, 'Email: is odd · tags.0: is long'],
			[2, 'is empty'],
		]);
	});

	it('are none where it names none', () => {
		expect(rowsNamedIn(refusal([]), 3).size).toBe(0);
	});
});

describe('the reason of a row that was alone in its request', () => {
	it.each<[FieldMessage[], string | undefined, string]>([
		[[{ field: 'subscribers.0.email', text: 'is odd' }], 'Invalid', 'Email: is odd'],
		[[{ field: 'subscribers.1.email', text: 'is odd' }], 'Invalid', 'Email: is odd'],
		[
			[
				{ field: 'email', text: 'is odd' },
				{ field: 'email', text: 'is odd' },
			],
			'Invalid',
			'Email: is odd',
		],
		[[{ field: 'subscribers.0', text: 'is odd' }], 'Invalid', 'is odd'],
		[[], 'The address is odd', 'The address is odd'],
		[[], undefined, 'Not accepted'],
	])('is what is said of it, whatever number it has: %j', (fieldMessages, said, reason) => {
		expect(reasonOf(refusal(fieldMessages, { said }), names)).toBe(reason);
	});
});

describe('a refusal in one sentence', () => {
	it('is what is said of the fields, else what the service says, else what happened', () => {
		const fieldMessages = [{ field: 'email', text: 'is odd' }];
		expect(sentenceOf(new UserFacingError('No', 'Why', { said: 'Said', fieldMessages }))).toBe('email: is odd');
		expect(sentenceOf(new UserFacingError('No', 'Why', { said: 'Said' }))).toBe('Said');
		expect(sentenceOf(new UserFacingError('No', 'Why'))).toBe('No');
	});
});
