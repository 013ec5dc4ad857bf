/** Fields that tell whether the person wants mail. `subscription_status` is a state of that alone; a `status` may be that of an order. */
export type ConsentField = 'is_subscribed' | 'is_unsubscribed' | 'unsubscribed_at' | 'subscription_status' | 'status';

/** What a column can tell of a subscriber. */
export type Field = 'email' | 'first_name' | 'last_name' | 'full_name' | 'tags' | ConsentField;

/**
 * The headers of each field. Case, blanks, punctuation and accents make no difference, so each is here once.
 * Left out on purpose, for a guess would be wrong too often:
 * - addresses of which a person may have several (Work Email, Email 2), as nobody knows which one agreed to mail;
 * - names with the family name first and nothing between (ФИО, ПІБ, Nom et prénom, Apellidos y nombre);
 * - Apelido (a surname in Portugal, a nickname in Brazil) and 名字 (a name in Chinese, a surname in Japanese), but see `pairs`.
 */
// prettier-ignore
export const headers: Readonly<Record<Field, readonly string[]>> = {
	email: [
		'Email', 'Email Address', 'Mail', 'Mail Address', 'Email ID', 'Primary Email', 'Primary Email Address', 'Contact Email', 'Subscriber Email', 'Your Email', 'Your Email Address',
		'E-mail 1 - Value', 'Person - Email',
		'E-Mail-Adresse', 'Mailadresse', 'E-Mail-Anschrift',
		'Courriel', 'Adresse e-mail', 'Adresse mail', 'Adresse courriel', 'Adresse électronique', 'Adresse de messagerie', 'Mél',
		'Correo', 'Correo electrónico', 'Dirección de correo', 'Dirección de correo electrónico', 'Dirección de email', 'Dirección email',
		'Endereço de e-mail', 'Endereço e-mail', 'Correio eletrônico', 'Endereço eletrônico',
		'Indirizzo e-mail', 'Indirizzo mail', 'Posta elettronica', 'Indirizzo di posta elettronica',
		'E-mailadres', 'Mailadres', 'Adres e-mail', 'Adres mailowy', 'Poczta elektroniczna', 'Adres poczty elektronicznej',
		'E-posta', 'E-posta adresi', 'Elektronik posta', 'Mail adresi', 'E-mail adresi',
		'Почта', 'Эл. почта', 'Электронная почта', 'Адрес электронной почты', 'Электронный адрес', 'Имейл', 'Емейл', 'E-mail адрес',
		'Пошта', 'Ел. пошта', 'Електронна пошта', 'Адреса електронної пошти', 'Електронна адреса',
		'E-post', 'E-postadress', 'E-postadresse', 'Mejl', 'Mejladress', 'Mailadress', 'E-mailadress',
		'E-mailová adresa', 'Elektronická pošta',
		'邮箱', '邮箱地址', '电子邮箱', '电子邮箱地址', '电子邮件', '电子邮件地址', '电邮', '郵箱', '電郵', '電子郵件', '電子郵件地址', '電子信箱', '電子郵箱',
		'メールアドレス', 'メール', 'Eメール', 'Eメールアドレス', '電子メール', '電子メールアドレス', 'メアド',
		'이메일', '이메일 주소', '메일', '메일 주소', '전자우편', 'البريد الإلكتروني', 'بريد إلكتروني', 'عنوان البريد الإلكتروني', 'אימייל', 'מייל', 'דוא"ל', 'דואר אלקטרוני', 'כתובת אימייל', 'כתובת מייל',
	],
	first_name: [
		'First Name', 'First Names', 'Given Name', 'Given Names', 'Forename', 'Christian Name', 'FNAME', 'Name (First)', 'Contact First Name', 'Your First Name',
		'Vorname', 'Vornamen', 'Prénom', 'Prénoms', 'Primer nombre', 'Nombres', 'Nombre de pila', 'Primeiro nome', 'Nome próprio', 'Prenome', 'Primo nome', 'Nome di battesimo',
		'Voornaam', 'Voornamen', 'Imię', 'Imiona', 'İlk ad', 'Förnamn', 'Fornavn', 'Křestní jméno', '名', 'ファーストネーム', 'الاسم الأول', 'שם פרטי',
	],
	last_name: [
		'Last Name', 'Last Names', 'Surname', 'Family Name', 'LNAME', 'Name (Last)', 'Contact Last Name', 'Your Last Name',
		'Nachname', 'Nachnamen', 'Familienname', 'Zuname', 'Nom de famille', 'Apellido', 'Apellidos', 'Sobrenome', 'Último nome', 'Nome de família', 'Cognome',
		'Achternaam', 'Familienaam', 'Nazwisko', 'Soyad', 'Soyadı', 'Soyisim', 'Фамилия', 'Прізвище', 'Efternamn', 'Efternavn', 'Etternavn', 'Příjmení',
		'姓', '姓氏', '苗字', 'ラストネーム', '성씨', 'اسم العائلة', 'الاسم الأخير', 'שם משפחה',
	],
	full_name: [
		'Name', 'Full Name', 'Complete Name', 'Contact Name', 'Customer Name', 'Subscriber Name', 'Your Name', 'Your Full Name', 'First and Last Name', 'First & Last Name', 'Name and Surname', 'Person - Name',
		'Vollständiger Name', 'Ganzer Name', 'Vor- und Nachname', 'Vorname und Nachname', 'Vorname Nachname', 'Kontaktname',
		'Nom', 'Nom complet', 'Prénom Nom', 'Prénom et nom', 'Nombre', 'Nombre completo', 'Nombre y apellido', 'Nombre y apellidos', 'Nombres y apellidos',
		'Nome', 'Nome completo', 'Nome e sobrenome', 'Nome e cognome', 'Naam', 'Volledige naam', 'Voor- en achternaam', 'Imię i nazwisko',
		'İsim', 'Ad Soyad', 'Adı Soyadı', 'Ad ve Soyad', 'İsim Soyisim', 'Имя', 'Имя Фамилия', 'Имя и фамилия', 'Ім’я', 'Ім’я Прізвище', 'Ім’я та прізвище', 'Ім’я і прізвище',
		'Namn', 'Fullständigt namn', 'För- och efternamn', 'Navn', 'Fulde navn', 'Fullt navn', 'For- og efternavn', 'For- og etternavn', 'Jméno', 'Celé jméno', 'Jméno a příjmení',
		'姓名', '全名', '氏名', '名前', 'お名前', 'フルネーム', '이름', '성명', '성함', 'الاسم', 'الاسم الكامل', 'שם', 'שם מלא',
	],
	tags: [
		'Tags', 'Tag', 'Labels', 'Label', 'Tag List', 'Tag Names', 'Contact Tags', 'Subscriber Tags', 'Schlagwörter', 'Schlagwoerter', 'Schlagworte', 'Schlagwort', 'Etiketten',
		'Étiquettes', 'Étiquette', 'Etiquetas', 'Etiqueta', 'Marcadores', 'Etichette', 'Etichetta', 'Etykiety', 'Etykieta', 'Tagi', 'Znaczniki', 'Etiketler', 'Etiket',
		'Теги', 'Тэги', 'Тег', 'Метки', 'Мітки', 'Taggar', 'Tagger', 'Etiketter', 'Štítky', 'Štítek', 'Tagy', '标签', '標籤', 'タグ', 'ラベル', '태그', '라벨', 'תגיות',
	],
	is_subscribed: [
		'Marketing Emails Enabled', 'Email Marketing Enabled', 'Is Subscribed', 'Subscribed', 'Email Subscribed', 'Subscribed to Newsletter', 'Opt In', 'Opted In', 'Has Opted In', 'Is Opted In', 'Email Opt In', 'Marketing Opt In', 'Newsletter Opt In', 'Double Opt In',
		'Consent', 'Marketing Consent', 'Email Consent', 'Email Marketing Consent', 'Newsletter Consent', 'GDPR Consent', 'Accepts Marketing', 'Accepts Email Marketing', 'Newsletter', 'Newsletter Subscription',
		'Abonniert', 'Newsletter abonniert', 'Newsletter angemeldet', 'Einwilligung', 'Werbeeinwilligung', 'Abonné', 'Abonné(e)', 'Inscrit', 'Inscrite', 'Inscrit à la newsletter', 'Consentement', 'Consentement marketing',
		'Suscrito', 'Está suscrito', 'Consentimiento', 'Subscrito', 'Inscrito', 'Consentimento', 'Iscritto', 'Consenso', 'Consenso marketing', 'Ingeschreven', 'Geabonneerd', 'Toestemming',
		'Subskrybuje', 'Zgoda', 'Zgoda marketingowa', 'Abone', 'Abone mi', 'Подписан', 'Подписан(а)', 'Подписка', 'Согласие', 'Підписка', 'Згода', 'Prenumererar', 'Samtycke', 'Tilmeldt', 'Abonnerer', 'Samtykke', 'Påmeldt', 'Souhlas',
		'Active Subscription', 'Mailing List', 'Marketing Emails', 'Email Preference', 'email_marketing_consent.state',
		'Werbung erlaubt', 'Newsletteranmeldung', 'Newsletter erwünscht', 'Newsletter (ja/nein)', 'Newsletter-Abo', 'DSGVO-Einwilligung', 'Einwilligung Newsletter', 'Newsletter Einwilligung',
		'已订阅', '是否订阅', '订阅', '已訂閱', '是否訂閱', '購読', '購読中', 'メルマガ', '수신동의', '마케팅 수신 동의', '구독',
	],
	is_unsubscribed: [
		'No Email', 'Blocked', 'Unsubscribed', 'Is Unsubscribed', 'Unsubscribe', 'Global Unsubscribe', 'Unsubscribed from all email', 'Opt Out', 'Opted Out', 'Is Opted Out', 'Has Opted Out', 'Email Opt Out', 'Email Opted Out', 'Marketing Opt Out',
		'Newsletter Opt Out', 'Opted Out of Email', 'Has Opted Out of Email', 'hs_email_optout', 'Blacklisted', 'Email Blacklisted', 'Blocklisted', 'EMAIL_BLOCKLISTED', 'Suppressed', 'email_disabled', 'Do Not Email', 'Do Not Mail', 'Do Not Contact', 'Bounced', 'Email Bounced', 'Hard Bounced', 'Complained',
		'Abgemeldet', 'Newsletter abgemeldet', 'Abbestellt', 'Ausgetragen', 'Widerrufen', 'Werbewiderspruch', 'Werbesperre', 'Kein Newsletter', 'Désabonné', 'Désabonné(e)', 'Désinscrit', 'Désinscrit(e)', 'Baja', 'Dado de baja', 'Desuscrito',
		'Descadastrado', 'Desinscrito', 'Disiscritto', 'Afgemeld', 'Uitgeschreven', 'Wypisany', 'Отписан', 'Отписан(а)', 'Отписался', 'Отписка', 'Відписаний', 'Відписався', 'Відписка',
		'Avregistrerad', 'Avprenumererad', 'Afmeldt', 'Avmeldt', 'Odhlášen', 'Odhlášený', '已退订', '退订', '取消订阅', '已取消订阅', '已退訂', '取消訂閱', '配信停止', '購読解除', '配信解除', '수신거부', '구독취소', '구독 해지',
	],
	// A reason tells as much as a date: only who has gone has one.
	unsubscribed_at: [
		'Deleted At', 'Unsubscribed At', 'Unsubscribed On', 'Unsubscribed Date', 'Unsubscribe Date', 'Unsubscribe Time', 'Unsubscribed Time', 'Date Unsubscribed', 'UNSUB_TIME', 'Unsub Date', 'UNSUB_REASON', 'Unsubscribe Reason',
		'Opt-out Date', 'Opt-out Time', 'Optout At', 'Opted Out At', 'Opted Out On', 'Date Opted Out', 'CLEAN_TIME', 'Bounced At', 'EmailBouncedDate', 'Complained At',
		'Abmeldung', 'Widerruf', 'Abmeldedatum', 'Abgemeldet am', 'Abbestellt am', 'Austragungsdatum', 'Date de désabonnement', 'Date de désinscription', 'Désabonné le', 'Désinscrit le', 'Fecha de baja', 'Data de descadastro', 'Data di disiscrizione', 'Data disiscrizione',
		'Afgemeld op', 'Afmelddatum', 'Uitgeschreven op', 'Uitschrijfdatum', 'Data wypisania', 'Дата отписки', 'Дата відписки', 'Avregistreringsdatum', 'Afmeldingsdato', 'Avmeldingsdato', 'Datum odhlášení',
		'退订时间', '退订日期', '取消订阅时间', '配信停止日', '購読解除日', '수신거부일',
	],
	// "Email campaigns" is Brevo's, with "Subscribed" and "Unsubscribed"; elsewhere it may hold the names of campaigns, which say nothing here.
	subscription_status: [
		'Subscription', 'Email Subscriber Status', 'Permission Status', 'Email Permission Status', 'Subscription Status', 'Subscriber Status', 'Subscribe Status', 'Email Status', 'Email Marketing Status', 'Email Subscription Status', 'Marketing Status', 'Person - Marketing status', 'Marketing contact status', 'Newsletter Status', 'Consent Status', 'Opt-in Status',
		'Email campaigns', 'Abostatus', 'Abonnementstatus', 'Anmeldestatus', 'Statut d’abonnement', 'Estado de suscripción', 'Stato iscrizione', 'Статус подписки', 'Статус підписки', '订阅状态', '訂閱狀態', '구독 상태',
	],
	status: [
		'Status', 'Contact Status', 'Member Status', 'Statut', 'Estado', 'Estatus', 'Situação', 'Stato', 'Durum', 'Статус', 'Stav', '状态', '狀態', 'ステータス', '状態', '상태', 'الحالة', 'סטטוס',
	],
};

/** Headers of which only the beginning is known, such as HubSpot's "Opted out of email: Marketing Information". */
export const beginnings: ReadonlyArray<{ readonly beginning: string; readonly field: ConsentField }> = [
	{ beginning: 'Opted out of email', field: 'is_unsubscribed' },
];

/**
 * Headers that are a part of the name beside certain other headers, and otherwise what `headers` says of them (for most, the full name).
 * Alone, "Nombre" or "Name" holds whole names as often as not; beside "Apellidos" or "Vorname" it never does.
 */
// prettier-ignore
export const pairs: ReadonlyArray<{ readonly header: readonly string[]; readonly beside: readonly string[]; readonly field: 'first_name' | 'last_name' }> = [
	// MailerLite has "name" and "last_name". "Name" beside "Nachname" is the same: as a surname or a whole name it would not need the other.
	{ header: ['Name'], beside: ['Surname', 'Last Name', 'Family Name', 'Nachname', 'Familienname', 'Zuname'], field: 'first_name' },
	{ header: ['Name'], beside: ['Vorname', 'Vornamen'], field: 'last_name' },
	{ header: ['Nom'], beside: ['Prénom', 'Prénoms'], field: 'last_name' },
	{ header: ['Naam'], beside: ['Voornaam', 'Voornamen'], field: 'last_name' },
	{ header: ['Naam'], beside: ['Achternaam', 'Familienaam'], field: 'first_name' },
	{ header: ['Namn'], beside: ['Efternamn'], field: 'first_name' },
	{ header: ['Navn'], beside: ['Efternavn', 'Etternavn'], field: 'first_name' },
	{ header: ['Nombre'], beside: ['Apellido', 'Apellidos'], field: 'first_name' },
	{ header: ['Nome'], beside: ['Cognome', 'Sobrenome', 'Último nome', 'Nome de família'], field: 'first_name' },
	{ header: ['Apelido'], beside: ['Nome próprio'], field: 'last_name' },
	{ header: ['Ad', 'Adı', 'İsim'], beside: ['Soyad', 'Soyadı', 'Soyisim'], field: 'first_name' },
	{ header: ['Имя', 'Ім’я'], beside: ['Фамилия', 'Прізвище'], field: 'first_name' },
	{ header: ['Jméno'], beside: ['Příjmení'], field: 'first_name' },
	{ header: ['名字'], beside: ['姓', '姓氏'], field: 'first_name' },
	{ header: ['名字'], beside: ['名'], field: 'last_name' },
	{ header: ['이름'], beside: ['성', '성씨'], field: 'first_name' },
	{ header: ['성'], beside: ['이름'], field: 'last_name' },
	{ header: ['First'], beside: ['Last'], field: 'first_name' },
	{ header: ['Last'], beside: ['First'], field: 'last_name' },
];
