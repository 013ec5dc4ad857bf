import { isOlder, saysThatItExists, showsOtherNames } from '../../nodes/EmailMarketing/api/foundByCreate';

describe('the answer to a create', () => {
	const now = Date.parse('2026-01-10T12:00:00Z');

	it.each([
		[{ created_at: '2026-01-09T11:59:59Z' }, true],
		[{ created_at: '2026-01-09T12:00:00Z' }, false],
		[{ attributes: { created_at: '2019-01-01' } }, true],
		[{ created_at: 'yesterday' }, undefined],
		[{ created_at: 1_500_000_000 }, undefined],
		[{}, undefined],
	])('%j shows somebody made more than a day ago: %s', (answer, expected) => {
		expect(isOlder(answer, now)).toBe(expected);
	});

	it.each([
		'Subscriber already exists',
		'This email is taken.',
		'Duplicate entry',
		'El suscriptor ya existe',
		'Abonnent existiert bereits',
		'Ce contact est déjà inscrit',
	])('says that they are there: %s', (message) => {
		expect(saysThatItExists({ message })).toBe(true);
	});

	it.each(['Subscriber created.', 'Done', 'Mistaken', 'Quota exceeded', 7, undefined])(
		'does not say so: %s',
		(message) => {
			expect(saysThatItExists({ message })).toBe(false);
		},
	);

	it.each([
		[{ firstName: 'Ann', lastName: 'Lee' }, { firstName: 'ANN', lastName: ' lee' }, false],
		[{ firstName: "O'Neil", lastName: undefined }, { firstName: 'ONeil', lastName: 'Lee' }, false],
		[{ firstName: 'José', lastName: '' }, { firstName: 'Jose', lastName: 'Lee' }, false],
		[{ firstName: 'Ann', lastName: 'Lee' }, { firstName: 'Anna', lastName: 'Lee' }, true],
		[{ firstName: 'Ann', lastName: 'Lee' }, { firstName: 'Ann', lastName: undefined }, true],
	])('%j, where %j was sent, shows other names: %s', (shown, sent, expected) => {
		expect(showsOtherNames(shown, sent)).toBe(expected);
	});
});
