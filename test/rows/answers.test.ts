import { exactText, kindOf, kindOfText, type CellKind } from '../../nodes/EmailMarketing/rows/answers';

const none = new Set<string>();
/** Cells as they come out of forms, exports and sheets. */
const cells: Readonly<Record<CellKind, readonly unknown[]>> = {
	broken: ['#N/A', ' #REF! ', '#NV', 'Loading...', 'Err:502', 'J\uFFFDrgen'],
	left: [
		'unsubscribed',
		' Unsubscribed ',
		'OPTED_OUT',
		'Opted-out',
		'cleaned',
		'No consent',
		'NEVER_SUBSCRIBED',
		'bounced',
	].concat([
		'hard bounce',
		'abgemeldet',
		'Désabonnée',
		'dado de baja',
		'Descadastrado',
		'disiscritto',
		'uitgeschreven',
	]),
	leaving: [
		'pending',
		'archived',
		'inactive',
		'widerrufen',
		'unsubscribe',
		'Spam',
		'refusé',
		'rechazado',
		'non iscritto',
		'geweigerd',
	],
	ticked: ['Send me news; I can unsubscribe any time', 'SEND ME NEWS, I can unsubscribe any time.'],
	yes: [
		'yes',
		'Y',
		'TRUE',
		true,
		1,
		'1',
		'x',
		'X',
		'on',
		'✓',
		'✅',
		'☑',
		'Ja',
		'oui',
		'sí',
		'Sì',
		'Sim',
		'waar',
		'Yes, please!',
		'Ja, gerne',
	],
	no: [
		'no',
		'N',
		'false',
		false,
		0,
		'0',
		'off',
		'☐',
		'Nein',
		'non',
		'não',
		'nee',
		'never',
		'No, thanks',
		'jamais',
		'ninguno',
	],
	status: [
		'subscribed',
		'Active',
		'opted in',
		'OPT-IN',
		'confirmed',
		'I agree',
		'Zugestimmt',
		'abonné',
		'Suscrita',
		'inscrito',
		'iscritta',
		'aangemeld',
	],
	date: [
		'2024-05-01',
		'2024-05-01T14:22:08.000Z',
		'01.05.2024',
		'5/1/2024 14:22',
		'May 1, 2024',
		'1. Mai 2024',
		'1714573328',
		`${' '.repeat(90)}2024-05-31`,
		'1/5/71',
		'1971-01-01',
		'1403-02-12',
		new Date('2024-05-01'),
	],
	empty: ['', '  ', null, undefined, 'null', 'n/a', '-', '–', '0000-00-00', '0000-00-00 00:00:00'],
	other: [
		// Programs write a missing date like this.
		...[
			'1970-01-01',
			'01.01.1970',
			'1/1/1970 00:00',
			'1/1/70',
			'12/31/69',
			'31.12.1969',
			'Jan 1, 1970',
			'1900-01-00',
			'30 Dec 1899',
			'0001-01-01T00:00:00',
		],
		new Date(0),
		'maybe',
		'yes?',
		'-1',
		'- 1',
		'Yes, send me news',
		'Yes, by post only',
		'Ja, aber keine E-Mails',
		'Yes / No',
		'❌',
		'☐ Yes',
		'☐Yes',
		'☐  Yes',
		'#NA',
		' "#NA"',
		'1.0',
		{},
	].concat([`${' '.repeat(91)}2024-05-31`, 'Newsletter', 'weekly', 'ann@example.com', 'No sé']),
};

describe('a cell in a column about consent', () => {
	it.each(Object.entries(cells).flatMap(([kind, list]) => list.map((cell) => [kind, cell] as const)))(
		'is %s: %j',
		(kind, cell) => {
			expect(kindOf(cell, 'Send me news; I can unsubscribe any time', none)).toBe(kind);
		},
	);

	it('is of no kind if it is a long text', () => {
		expect(kindOf('x'.repeat(100_000), '', none)).toBe('other');
	});

	it('is a yes if it is one of the answers that the user has named, case and spaces aside', () => {
		const answers = new Set(['Yes, send  me news', ' J’accepte '].map(exactText));
		expect(kindOf('yes, SEND me news ', '', answers)).toBe('yes');
		expect(kindOf('J’accepte', '', answers)).toBe('yes');
		expect(kindOf('Yes, send me no news', '', answers)).toBe('other');
		// A broken cell, or a word of leaving, stays what it is.
		expect(kindOf('unsubscribed', '', new Set(['unsubscribed']))).toBe('left');
	});

	it('that says who left is no ticked box, though it repeats the header', () => {
		expect(['Unsubscribed', 'Pending'].map((word) => kindOf(word.toLowerCase(), word, none))).toEqual([
			'left',
			'leaving',
		]);
	});

	it('is looked up as a whole: no word among others counts, punctuation aside', () => {
		expect(kindOfText('has unsubscribed')).toBeUndefined();
		expect(kindOfText('yes and no')).toBeUndefined();
		expect(kindOfText('Yes #')).toBe('yes');
	});
});
