/** The fields of a subscriber that a column can hold; a full name is split into first and last name. */
export type PersonField = 'email' | 'first_name' | 'last_name' | 'full_name' | 'tags';

/** Headers in seven languages, English first. Case, spaces, punctuation and accents make no difference. */
// prettier-ignore
export const headerNames: Readonly<Record<PersonField, readonly string[]>> = {
	email: [
		'Email', 'Email Address', 'Mail', 'Mail Address', 'Email ID', 'Primary Email', 'Contact Email', 'Subscriber Email', 'Your Email', 'E-mail 1 - Value', 'Person - Email',
		'E-Mail-Adresse', 'Mailadresse',
		'Courriel', 'Adresse courriel', 'Adresse électronique', 'Mél', 'Correo', 'Correo electrónico', 'Dirección de correo electrónico', 'Dirección de email',
		'Endereço de e-mail', 'Correio eletrônico', 'Endereço eletrônico', 'Indirizzo e-mail', 'Indirizzo mail', 'Posta elettronica', 'E-mailadres', 'Mailadres',
	],
	first_name: [
		'First Name', 'First Names', 'Given Name', 'Forename', 'FNAME', 'Name (First)', 'Contact First Name', 'Your First Name',
		'Vorname', 'Vornamen',
		'Prénom', 'Prénoms', 'Primer nombre', 'Nombres', 'Nombre de pila',
		'Primeiro nome', 'Nome próprio', 'Primo nome', 'Nome di battesimo', 'Voornaam', 'Voornamen',
	],
	last_name: [
		'Last Name', 'Last Names', 'Surname', 'Family Name', 'LNAME', 'Name (Last)', 'Contact Last Name', 'Your Last Name',
		'Nachname', 'Nachnamen', 'Familienname', 'Zuname',
		'Nom de famille', 'Apellido', 'Apellidos',
		'Sobrenome', 'Último nome', 'Nome de família', 'Cognome', 'Achternaam', 'Familienaam',
	],
	full_name: [
		'Name', 'Full Name', 'Contact Name', 'Customer Name', 'Subscriber Name', 'Your Name', 'First and Last Name', 'Person - Name',
		'Vollständiger Name', 'Vor- und Nachname', 'Vorname und Nachname', 'Vorname Nachname',
		'Nom', 'Nom complet', 'Prénom Nom', 'Prénom et nom', 'Nombre', 'Nombre completo', 'Nombre y apellido', 'Nombre y apellidos',
		'Nome', 'Nome completo', 'Nome e sobrenome', 'Nome e cognome', 'Naam', 'Volledige naam', 'Voor- en achternaam',
	],
	tags: [
		'Tags', 'Tag', 'Labels', 'Label', 'Tag List', 'Tag Names', 'Contact Tags', 'Subscriber Tags',
		'Schlagwörter', 'Schlagworte', 'Schlagwort', 'Etiketten',
		'Étiquettes', 'Étiquette', 'Etiquetas', 'Etiqueta',
		'Marcadores', 'Etichette', 'Etichetta',
	],
};
