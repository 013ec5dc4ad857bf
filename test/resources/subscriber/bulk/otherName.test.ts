import { isOtherName } from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/otherName';

/** `Ann|Lee` */
const person = (name: string) => {
	const [firstName, lastName] = name.split('|');
	return { firstName, lastName };
};

describe('somebody gets the name of somebody else', () => {
	// prettier-ignore
	it.each([
		['Ann|Lee', 'Bob|Ray'], ['Ann|Lee', 'Ann|Ray'], ['Ann|Lee', 'Ann Ray|'], ['Ann|', 'Bob|'], ['王小明|', '李大文|'],
		['Li|', 'Oliver|Smith'], ['Ann|', 'Joanna|Smith'],
	])('where %s becomes %s', (before, after) => expect(isOtherName(person(before), person(after))).toBe(true));

	// prettier-ignore
	it.each([
		['ANNA|LEE', 'Anna|Lee'], ['Jose|Garcia', 'José|García'], ["Ann|O'Brien", 'Ann|OBrien'], ['A.|Lee', 'Anna|Lee'],
		['Anna|Lee', 'A.|L.'], ['Lee|Anna', 'Anna|Lee'], ['Anna Lee|', 'Anna|Lee'], ['Anna|', 'Anna|Lee'],
		['Anna|Lee', 'Anna Maria|Lee-Ray'], ['|', 'Anna|Lee'], ['Anna|Lee', '|'], ['小明|', '王小明|'],
	])('but not where %s becomes %s', (before, after) => expect(isOtherName(person(before), person(after))).toBe(false));

	it('whatever the service shows in place of a name', () => {
		expect(isOtherName({ firstName: 7 }, { firstName: null })).toBe(false);
		expect(isOtherName({}, {})).toBe(false);
	});
});
