import { closed } from '../../nodes/EmailMarketing/shared/text';

describe('closed', () => {
	it.each([
		['Email: is taken', 'Email: is taken.'],
		['It says: "No"', 'It says: "No".'],
		['It says: "No."', 'It says: "No."'],
		['Done.', 'Done.'],
		['Really?', 'Really?'],
		['as {"a": 1}', 'as {"a": 1}'],
		['', ''],
	])('makes of %j %j', (sentence, whole) => {
		expect(closed(sentence)).toBe(whole);
	});
});
