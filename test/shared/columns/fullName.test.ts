import { splitFullName } from '../../../nodes/EmailMarketing/shared/columns/fullName';

describe('splitFullName', () => {
	it.each([
		['Ada Lovelace', 'Ada', 'Lovelace'],
		['Ana María López', 'Ana María', 'López'],
		['  Ada \u00a0 \t Lovelace\n', 'Ada', 'Lovelace'],
		['Lovelace, Ada', 'Ada', 'Lovelace'],
		['López García ,Ana  María', 'Ana María', 'López García'],
		['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
		['Ana de la Cruz', 'Ana', 'de la Cruz'],
		['Van Morrison', 'Van', 'Morrison'],
		['van Gogh', 'van', 'Gogh'],
		['Martin Luther King Jr.', 'Martin Luther', 'King Jr.'],
		['Ada Lovelace, PhD', 'Ada', 'Lovelace, PhD'],
		['Henry III', 'Henry', 'III'],
		['山田 太郎', '太郎', '山田'],
		['山田　エミ', 'エミ', '山田'],
		['김 철수', '철수', '김'],
		['エイダ ラブレス', 'エイダ', 'ラブレス'],
	])('splits "%s" into "%s" and "%s"', (name, first, last) => {
		expect(splitFullName(name)).toEqual({ first_name: first, last_name: last });
	});

	it.each([
		['Ada', 'Ada'],
		[' Ada ', 'Ada'],
		['Lovelace,', 'Lovelace'],
		[', Ada', 'Ada'],
		['王小明', '王小明'],
	])('takes the one word of "%s" for the first name', (name, first) => {
		expect(splitFullName(name)).toEqual({ first_name: first });
	});

	it.each(['', '  ', '\u200b', ',', ' , '])('has no parts of %j', (name) => {
		expect(splitFullName(name)).toEqual({});
	});
});
