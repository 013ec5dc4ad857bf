import { headers, type Field } from '../../../nodes/EmailMarketing/shared/columns/headerTable';
import { fieldOf, fieldsOf, looksLikeField } from '../../../nodes/EmailMarketing/shared/columns/headers';
import { plainOf } from '../../../nodes/EmailMarketing/shared/columns/plain';

// prettier-ignore
const recognised: Array<[Field, string[]]> = [
	['email', ['Email', 'E-mail', 'EMAIL', 'e_mail', 'Email Address', 'email_address', 'emailAddress', 'Mail', 'EMail Adresse', 'E-Mail-Adresse', 'Correo electrónico', 'CORREO ELECTRONICO', 'Courriel', 'E-posta', 'Эл. почта', '邮箱', 'メールアドレス', '이메일', 'E-mail 1 - Value']],
	['first_name', ['First Name', 'first_name', 'firstName', 'First-Name', 'FNAME', 'Given Name', 'Forename', 'Vorname', 'Prénom', 'PRENOM', 'Imię', 'Förnamn', '名', 'Name (First)']],
	['last_name', ['Last Name', 'lastname', 'Surname', 'Family Name', 'LNAME', 'Nachname', 'Nom de famille', 'Apellidos', 'Soyadı', 'SOYADI', 'Фамилия', 'Příjmení', '姓']],
	['full_name', ['Name', 'Full Name', 'fullName', 'Contact Name', 'Nom complet', 'Nom', 'Nombre', 'Nome', 'Ad Soyad', 'Ім’я', "Ім'я", 'Імʼя', '姓名', '氏名']],
	['tags', ['Tags', 'Tag', 'TAGS', 'Labels', 'Label', 'Schlagwörter', 'Étiquettes', 'Etiquetas', 'Štítky', '标签', 'タグ']],
	['is_subscribed', ['is_subscribed', 'Is Subscribed', 'Subscribed', 'Subscribed?', 'Opt In', 'Opt-in', 'Opted In', 'Marketing Consent?', 'Abonniert', 'Accepts Email Marketing', 'active_subscription', 'email_marketing_consent', 'Newsletter (ja/nein)', 'Newsletter-Abo', 'NEWSLETTER ERWÜNSCHT', 'DSGVO-Einwilligung']],
	['is_unsubscribed', ['Unsubscribed', 'is_unsubscribed', 'Opted Out', 'opt_out', 'Opt-Out', 'Abgemeldet', 'Désabonné(e)', 'hs_email_optout', '已退订', 'EMAIL_BLOCKLISTED', 'email_disabled', 'Kein Newsletter', 'Opted out of email', 'Opted out of email: Marketing Information', `Opted out of email: ${'x'.repeat(1000)}`]],
	['unsubscribed_at', ['unsubscribed_at', 'Unsubscribed At', 'Unsubscribe Date', 'UNSUB_TIME', 'Opt-out Date', 'Abgemeldet am', 'Abmeldung', 'Widerruf', 'EmailBouncedDate']],
	['subscription_status', ['Subscription Status', 'subscription_status', 'Email Marketing Status', 'Person - Marketing status', 'Email campaigns']],
	['status', ['Status', 'STATUS', 'Contact Status', 'Statut', 'Статус']],
];

describe('fieldOf', () => {
	it.each(recognised.flatMap(([field, names]) => names.map((name): [Field, string] => [field, name])))(
		'takes %s from "%s"',
		(field, name) => {
			expect(fieldOf(name)).toBe(field);
		},
	);

	it.each([
		'\ufeffEmail',
		' E-Mail ',
		'E\u00a0Mail',
		'e\u200bmail',
		'Ｅｍａｉｌ',
		'E‑Mail',
		'EMAİL',
		'"email"',
		'E.Mail:',
	])('does not mind what cannot be seen or heard in %j', (header) => {
		expect(fieldOf(header)).toBe('email');
	});

	it('knows a header with composed and decomposed letters', () => {
		expect(fieldOf('Prénom'.normalize('NFD'))).toBe('first_name');
		expect(fieldOf('メールアドレス'.normalize('NFD'))).toBe('email');
	});

	it.each([
		'',
		' ',
		'#',
		'✉',
		'Email 2',
		'Email sent',
		'Work Email',
		'Mailing Address',
		'Mailbox',
		'Company Name',
		'Username',
		'Nickname',
		'Tagline',
		'Percentage',
		'Subscribed Products',
		'Unsubscribe Link',
		'Order Status',
		'When opted out of email',
		'Abmeldung Link',
		'Newsletter Topic',
		'constructor',
		'__proto__',
		'toString',
		'hasOwnProperty',
		'ФИО',
		'Nom et prénom',
		'Apelido',
		'Ad',
		'x'.repeat(1_000_000),
	])('leaves "%.30s" alone', (header) => {
		expect(fieldOf(header)).toBeUndefined();
	});

	it('has every header once, and none without letters', () => {
		const plain = Object.values(headers).flat().map(plainOf);
		expect(plain.filter((header, index) => header === '' || plain.indexOf(header) !== index)).toEqual([]);
	});

	it.each(Object.entries(headers))('takes %s from all of its headers', (field, names) => {
		expect(names.filter((name) => fieldOf(name) !== field || fieldOf(name.toUpperCase()) !== field)).toEqual([]);
	});
});

describe('fieldsOf', () => {
	// prettier-ignore
	it.each<[Record<string, Field>]>([
		[{ Nom: 'last_name', Prénom: 'first_name' }],
		[{ Nom: 'full_name', Email: 'email' }],
		[{ Nom: 'full_name', Prénom: 'first_name', 'Nom de famille': 'last_name' }],
		[{ Nombre: 'first_name', Apellidos: 'last_name' }],
		[{ Nome: 'first_name', Cognome: 'last_name' }],
		[{ Nome: 'full_name', 'Primeiro nome': 'first_name', Sobrenome: 'last_name' }],
		[{ 'Nome próprio': 'first_name', Apelido: 'last_name' }],
		[{ Vorname: 'first_name', Name: 'last_name' }],
		[{ Vorname: 'first_name', Nachname: 'last_name', Name: 'full_name' }],
		[{ Name: 'first_name', Surname: 'last_name' }],
		[{ Name: 'full_name', 'First Name': 'first_name' }],
		[{ name: 'first_name', last_name: 'last_name' }],
		[{ Name: 'first_name', Nachname: 'last_name' }],
		[{ Name: 'full_name', 'First Name': 'first_name', 'Last Name': 'last_name' }],
		[{ Naam: 'first_name', Achternaam: 'last_name' }],
		[{ Namn: 'first_name', Efternamn: 'last_name' }],
		[{ Navn: 'first_name', Etternavn: 'last_name' }],
		[{ Voornaam: 'first_name', Naam: 'last_name' }],
		[{ AD: 'first_name', SOYAD: 'last_name' }],
		[{ Имя: 'first_name', Фамилия: 'last_name' }],
		[{ Jméno: 'first_name', Příjmení: 'last_name' }],
		[{ 名字: 'first_name', 姓: 'last_name' }],
		[{ 名字: 'last_name', 名: 'first_name' }],
		[{ 이름: 'first_name', 성: 'last_name' }],
		[{ First: 'first_name', Last: 'last_name' }],
		[{ Nombre: 'first_name', nombre: 'first_name', Apellido: 'last_name' }],
	])('sees headers beside one another: %j', (fields) => {
		expect(Object.fromEntries(fieldsOf(Object.keys(fields)))).toEqual(fields);
	});

	it.each([[['First', 'First Name']], [['Ad', 'Last Name']], [['Last', 'Email']], [['__proto__', 'constructor']]])(
		'takes no part of a name from %j by mistake',
		(columns) => {
			expect(fieldsOf(columns).has(String(columns[0]))).toBe(false);
		},
	);
});

describe('looksLikeField', () => {
	it.each([
		'Work Email',
		'workEmail',
		'Email2',
		'Company Name',
		'ФИО',
		'Nom et prénom',
		'Nachname, Vorname',
		'Order Tags',
		'SMS Opt-In',
		'Name',
	])('sees a word of ours in "%s"', (header) => {
		expect(looksLikeField(header)).toBe(true);
	});

	it.each(['City', 'Order Status', 'Mailbox', 'Username', 'Ad Group', 'Address', '', '__proto__'])(
		'sees none in "%s"',
		(header) => {
			expect(looksLikeField(header)).toBe(false);
		},
	);
});
