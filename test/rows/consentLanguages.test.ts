import { wholeHeaders } from '../../nodes/EmailMarketing/rows/consentHeaders';
import { consentOf } from '../../nodes/EmailMarketing/rows/consentOf';
import { ConsentReader } from '../../nodes/EmailMarketing/rows/optOut';
import type { OptOut } from '../../nodes/EmailMarketing/rows/optOutBy';

/** What the items of one run say, each by itself. */
function judge(...items: readonly object[]): Array<OptOut | undefined> {
	const reader = new ConsentReader();
	for (const item of items) reader.collect([item]);
	return items.map((item) => reader.judge([item]));
}

/** `unclear`: skipped, because a column that needs a yes has neither a yes nor a no. `rejected`: it may mean either. */
type Outcome = 'sent' | 'skipped' | 'unclear' | 'rejected';
function outcomeOf(optOut: OptOut | undefined): Outcome {
	if (optOut === undefined) return 'sent';
	if (optOut.isBroken) return 'rejected';
	return optOut.reason.includes('which is neither yes nor no') ? 'unclear' : 'skipped';
}

type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl';
const link = 'https://news.example.com/u/8f3a';

/** One person per run. Laws: consent and its withdrawal are Article 7 of the GDPR, objection is Article 21. */
// prettier-ignore
const answers: ReadonlyArray<readonly [Language, header: string, cell: unknown, Outcome, source: string]> = [
	['en', 'Unsubscribe', 'yes', 'skipped', 'a form; it used to pass'],
	['en', 'Unsubscribe', link, 'sent', 'a link for each person, as in mail merges'],
	['en', 'Send Newsletter', 'no', 'skipped', 'a CRM; it used to pass'],
	['en', 'Consent Given', 'no', 'skipped', 'a form; it used to pass'],
	['en', 'Consent Given', '2024-05-31', 'sent', 'a form: the date of the consent'],
	['en', 'Status', 'hard_bounce', 'skipped', 'Mandrill, Brevo; it used to pass'],
	['en', 'Status', 'HardBounce', 'skipped', 'Postmark'],
	['en', 'Status', 'shipped', 'sent', 'a shop: that of an order'],
	['en', 'Subscribed', 'Unsubscribed 2024-05-31', 'skipped', 'a sheet: a date behind a word'],
	['en', 'Newsletter', 'Yes, please', 'sent', 'a form'],
	['en', 'Newsletter', 'No, thanks', 'skipped', 'a form'],
	['en', 'Newsletter', 'Yes, but only SMS', 'unclear', 'a form with free text'],
	['en', 'GDPR Consent', 'withdrawn', 'skipped', 'GDPR, Article 7'],
	['en', 'DoNotBulkEMail', 1, 'skipped', 'Dynamics 365'],
	['en', 'donotbulkemail', 'true', 'skipped', 'Dynamics 365, Dataverse'],
	['en', 'Do not allow Bulk Emails', 'Do Not Allow', 'skipped', 'Dynamics 365'],
	['en', 'Marketing', '2024-05-31', 'sent', 'weak: the date says nothing'],
	['en', 'Stay in Touch', 'monthly', 'sent', 'weak: other text says nothing'],
	['en', 'Promotional Emails', 'no, I get enough', 'skipped', 'weak: it begins with a no'],
	['en', 'Please unsubscribe me from your list', 'Please unsubscribe me from your list', 'skipped', 'a box of Google Forms'],
	['en', 'Don’t send me the newsletter', 'yes', 'skipped', 'a form, with the apostrophe of word processors'],
	['en', 'Promotional Emails', 'Don’t send me any', 'skipped', 'weak: it begins with a no'],
	['en', 'Newsletter (no/yes)', 'no', 'skipped', 'a form: the choice is no word of the header'],
	['en', 'Newsletter (1 = yes, 0 = no)', 0, 'skipped', 'a sheet with a legend'],
	['en', 'I agree to receive the newsletter. I can unsubscribe at any time.', 'no', 'skipped', 'a box as GDPR, Article 7 words it'],
	['en', 'I do not wish to receive marketing emails from Example Ltd and its carefully selected partners about products, services and offers', 'yes', 'rejected', 'a box of a form: a long sentence that refuses'],
	['en', 'I do not want to receive emails about products, services and events from Example Ltd, its subsidiaries or its selected partners', 'yes', 'rejected', 'a long sentence about mail that refuses'],
	['en', 'At which email address would you like to receive our newsletter? We send it twice a month, to this address and to no other one', 'ja.smith@example.com', 'sent', 'a long question: its cell is no answer'],
	['en', 'Which topics would you like to read about in our newsletter? Choose as many as you want, we will send you what fits, twice a month', ['Art', 'Music'], 'sent', 'a long question: its cell is no answer'],
	['en', 'I agree to the newsletter. I can opt out at any time.', 'I agree to the newsletter. I can opt out at any time.', 'sent', 'a ticked box repeats its sentence'],
	['en', 'Newsletter sign-up', 'no', 'skipped', 'a form'],
	['en', 'Signed up for the newsletter', 'no', 'skipped', 'a form'],
	['en', 'Opt me out of e-mail', 'yes', 'skipped', 'a form'],
	['en', 'Opt  Me  In', 'no', 'skipped', 'a form, with two spaces'],
	['en', 'Consent withdrawn', 'yes', 'skipped', 'GDPR, Article 7'],
	['en', 'E-mail unsubscribed', 'maybe', 'skipped', 'an export: anything but a no skips'],
	['en', 'Newsletter No.', 'No', 'sent', 'a sheet: the number of an issue'],
	['en', 'Newsletter Nº', 'no', 'sent', 'a sheet: the number of an issue'],
	['en', 'E - Mail consent', 'no', 'skipped', 'a sheet'],
	['en', 'Marketing Consent', false, 'skipped', 'a CRM'],
	['en', 'Unsubscribed Date', '2024-05-01', 'skipped', 'an export'],
	['en', 'Has Opted Out of Email', true, 'skipped', 'Salesforce'],
	['en', 'hs_email_optout', 'true', 'skipped', 'HubSpot'],
	['en', 'GDPR', 'declined', 'skipped', 'weak: a word of withdrawal'],
	['en', 'Status', 'Unsubscribed by admin', 'skipped', 'a sheet'],
	['en', 'Opt Out', '#NA', 'skipped', 'a broken cell in no known spelling'],
	['en', 'Subscription', 'unsubscribed', 'skipped', 'weak: a word of leaving'],
	['en', 'Subscription', 'Pro', 'sent', 'weak: the plan of an account'],
	['en', 'List status', 'unsubscribed', 'skipped', 'a sheet'],
	['en', 'Consent state', 'withdrawn', 'skipped', 'GDPR, Article 7'],
	['en', 'Mail me', 'unsubscribed', 'skipped', 'a header in no table: only a plain word of leaving counts'],
	['en', 'Mail me', 'cancelled', 'sent', 'a header in no table: other words say nothing'],
	['en', 'Marketing region', 'unsubscribed', 'skipped', 'a header in no table, with a word for letters'],
	['en', 'Premium plan', 'unsubscribed', 'sent', 'a header in no table, about something else'],
	['en', 'Email source', 'unsubscribed', 'sent', 'where the address is from'],
	['en', 'No date', 'yes', 'sent', 'a no to something else'],
	['en', 'Would you like to receive our newsletter?', 'Yes please', 'sent', 'a question of known words counts in full'],
	['en', 'Would you like to receive our newsletter?', 'Maybe later', 'unclear', 'a question of known words counts in full'],
	['en', 'Would you like to receive our newsletter?', 'Nope', 'skipped', 'a form with free text'],
	['en', 'I would like to receive the newsletter of Example Ltd by email about twice a month, with offers and events in my area', 'No', 'rejected', 'a long question'],
	['en', 'I would like to receive the newsletter of Example Ltd by email about twice a month, with offers and events in my area', 'Later', 'sent', 'a long question is weak'],
	['en', 'I do not want to receive the newsletter of Example Ltd by email about twice a month, with offers and events in my area', 'no', 'rejected', 'a long sentence with a negation: one that agrees may have one, too'],
	['en', 'I agree that the organizer of the summer course stores my data for the time of the course, and for ten years after it', 'no', 'sent', 'a long sentence about something else'],
	['en', 'I have read that I am able to unsubscribe from the newsletter, which I receive twice a month, by a link in each email', 'yes', 'rejected', 'a long sentence with words of leaving: one that refuses may have the same'],
	['en', 'I agree to the newsletter. I can opt out at any time.', 'yes', 'sent', 'a box as GDPR, Article 7 words it'],
	['en', 'Sign me up for the newsletter', 'Sign me up for the newsletter', 'sent', 'a ticked box that repeats the header'],
	['en', 'Sign me up for the newsletter', 'Sign me up for something else', 'unclear', 'a form with free text'],
	['en', 'Would you like to receive emails?', 'Nope', 'skipped', 'a form'],
	['en', 'Can we send you emails?', 'No, thanks', 'skipped', 'a form'],
	['en', 'Can we send you emails?', 'Maybe', 'sent', 'a form: weak without a word for letters'],
	['en', 'Add me to the mailing list', 'no', 'skipped', 'a form'],
	['en', 'Interested in our newsletter?', 'Maybe', 'unclear', 'a form'],
	['en', 'Subscriber Email', 'ann@example.com', 'sent', 'an address'],
	['en', 'Do you agree to receive marketing communications?', 'I disagree', 'skipped', 'a form'],
	['en', 'Status', 'Subscription: unsubscribed', 'skipped', 'a word of leaving counts wherever it stands'],
	['en', 'Marketing', 'Consent withdrawn by phone', 'skipped', 'weak: a word of withdrawal'],
	['en', 'Status', 'not unsubscribed', 'sent', 'a sheet'],
	['en', 'Marketing', 'I decline', 'skipped', 'weak: a word of withdrawal'],
	['en', 'Wants emails', 'no', 'skipped', 'a CRM'],
	['en', 'May we email you?', 'no', 'skipped', 'a form'],
	['en', 'Permission to contact', 'no', 'skipped', 'a form'],
	['en', 'Complained', 'yes', 'skipped', 'an export'],
	['en', 'Stop sending', 'yes', 'skipped', 'a form'],
	['en', 'DNC', 'x', 'skipped', 'do not contact, in CRMs'],

	['de', 'Einwilligung', 'erteilt', 'sent', 'DSGVO, Artikel 7'],
	['de', 'Einwilligung', 'widerrufen', 'skipped', 'DSGVO, Artikel 7'],
	['de', 'Einwilligung', 'liegt beim Vertrieb', 'unclear', 'a sheet'],
	['de', 'Einwilligung 31.05.2024', 'nein', 'skipped', 'a sheet: a date behind the header'],
	['de', 'Werbung erlaubt?', 'nein', 'skipped', 'UWG, § 7'],
	['de', 'Mailwerbung erlaubt?', 'nein', 'skipped', 'UWG, § 7'],
	['de', 'Newsletter (ja/nein)', 'ja', 'sent', 'a form'],
	['de', 'Newsletter (ja/nein)', 'Nein, danke', 'skipped', 'a form'],
	['de', 'Newsletter', 'Ja, gerne', 'sent', 'a form'],
	['de', 'Newsletter', 'Ja, aber nur per SMS', 'unclear', 'a form with free text'],
	['de', 'Werbesperre', 'x', 'skipped', 'German CRMs'],
	['de', 'Werbesperre', 'vorübergehend', 'skipped', 'German CRMs: anything but a no'],
	['de', 'Vom Newsletter abgemeldet am', '31.05.2024', 'skipped', 'SPIP, listmonk'],
	['de', 'Status', 'Abgemeldet am 31.05.2024', 'skipped', 'a sheet: a date behind a word'],
	['de', 'E-Mail-Status', 'Unzustellbar', 'skipped', 'laravel-cm'],
	['de', 'Angemeldet', 'nein', 'skipped', 'weak: a no, though it may be that of an event'],
	['de', 'Angemeldet', '12.03.2024', 'sent', 'weak: the day of an event'],
	['de', 'Angemeldet', 'Sommerkurs', 'sent', 'weak: a course'],
	['de', 'Angemeldet', 'abgemeldet', 'skipped', 'weak: a word of leaving'],
	['de', 'Abmeldung', '31.05.2024', 'skipped', 'weak: a date'],
	['de', 'Abmeldung', 'Abmeldung', 'skipped', 'weak: a ticked box that repeats the header'],
	['de', 'Abmeldung', 'über das Sekretariat', 'sent', 'weak: other text says nothing'],
	['de', 'Abmelden', link, 'sent', 'a link for each person'],
	['de', 'Widerspruch', 'ja, per Brief', 'skipped', 'weak: it begins with a yes; DSGVO, Artikel 21'],
	['de', 'Abmeldung', '31. Mai 2024', 'skipped', 'weak: a date'],
	['de', 'Abmeldung', 'am 31.05.2024', 'skipped', 'weak: a date'],
	['de', 'Abmeldung', 'X (Mail)', 'skipped', 'weak: it begins with a yes'],
	['de', 'Abmeldedatum', '31.05.2024 14:00 Uhr', 'skipped', 'weak: a date'],
	['de', 'Angemeldet', 'Mai 2024', 'sent', 'weak: the month of an event'],
	['de', 'Möchten Sie unseren Newsletter?', 'Ich möchte keinen Newsletter', 'unclear', 'a form: it repeats the question'],
	['de', 'Ich möchte den Newsletter abbestellen', 'ja', 'skipped', 'a form'],
	['de', 'Werbung widersprochen', 'ja', 'skipped', 'weak: a letter and a word of leaving; UWG, § 7'],
	['de', 'Newsletter blockiert', 'ja', 'skipped', 'weak: a letter and a word of leaving'],
	['de', 'Newsletter abonnieren, Abmeldung jederzeit möglich', 'nein', 'skipped', 'a form'],
	['de', 'Kontaktstatus', 'hat sich abgemeldet', 'skipped', 'a word of leaving counts wherever it stands'],
	['de', 'Darf ich Ihnen den Newsletter senden?', 'vielleicht', 'unclear', 'a form'],
	['de', 'Anmeldestatus', 'abgemeldet', 'skipped', 'a sheet'],
	['de', 'Einwilligungsstatus', 'widerrufen', 'skipped', 'DSGVO, Artikel 7'],
	['de', 'Einverständnis', 'nein', 'skipped', 'a form'],
	['de', 'Einverständnis Eltern', 'nein', 'sent', 'that of somebody else'],
	['de', 'Einverständnis Eltern', 'abgemeldet', 'skipped', 'a header in no table, with a word of consent'],
	['de', 'Ich willige ein, den Newsletter der Beispiel GmbH zu erhalten; das kann ich mit Wirkung für die Zukunft widerrufen, per E-Mail genügt', 'nein', 'rejected', 'a box as DSGVO, Artikel 7 words it'],
	['de', 'Ich widerspreche der Verwendung meiner Anschrift für den Newsletter und Werbung der Beispiel GmbH und ihrer Partner nach Artikel 21 DSGVO', 'ja', 'rejected', 'a long sentence that refuses'],
	['de', 'Nicht anschreiben', 'ja', 'skipped', 'UWG, § 7'],
	['de', 'Einwilligungserklärung', 'nein', 'skipped', 'a form'],
	['de', 'Werbeeinverständnis', 'nein', 'skipped', 'UWG, § 7'],
	['de', 'Double-Opt-In bestätigt', 'nein', 'skipped', 'an export'],
	['de', 'DOI', 'nein', 'skipped', 'weak: double opt-in'],
	['de', 'DOI', '10.1000/182', 'sent', 'weak: that of an article'],
	['de', 'Abo', 'nein', 'skipped', 'weak: a no'],
	['de', 'Abmeldung', 'angekreuzt', 'skipped', 'weak: a ticked box'],
	['de', 'Widersprochen', 'ja', 'skipped', 'weak: a yes; DSGVO, Artikel 21'],

	['fr', 'Désabonné·e', 'oui', 'skipped', 'listmonk'],
	['fr', 'Statut', 'Désabonné·e', 'skipped', 'listmonk'],
	['fr', 'Statut', 'Non confirmé·e', 'skipped', 'listmonk'],
	['fr', 'Statut', 'expédiée', 'sent', 'a shop: that of an order'],
	['fr', 'Inscrit(e)', '10e', 'sent', 'weak: the district of a school'],
	['fr', 'Inscrit(e)', 'non', 'skipped', 'weak: a no'],
	['fr', 'Inscrit(e) à la newsletter', 'oui', 'sent', 'a form'],
	['fr', 'Inscrit(e) à la newsletter', 'peut-être', 'unclear', 'a form'],
	['fr', 'Consentement RGPD', 'donné', 'sent', 'RGPD, article 7'],
	['fr', 'Consentement RGPD', 'retiré', 'skipped', 'RGPD, article 7'],
	['fr', 'Accepte la newsletter (oui/non)', 'Non merci', 'skipped', 'a form'],
	['fr', 'Newsletter', 'Oui, merci', 'sent', 'a form'],
	['fr', 'Newsletter', 'Oui, mais uniquement par SMS', 'unclear', 'a form with free text'],
	['fr', "N'accepte pas la newsletter", 'x', 'skipped', 'a form'],
	['fr', 'Désabonné le', '31/05/2024', 'skipped', 'an export'],
	['fr', "Droit d'opposition", '2024-05-31', 'skipped', 'RGPD, article 21'],
	['fr', 'Bloqué', 'compte 12', 'sent', 'weak: other text says nothing'],
	['fr', 'Refus', 'oui', 'skipped', 'weak: a yes; CPCE, L34-5'],
	['fr', 'Publicité refusée', 'oui', 'skipped', 'weak: a letter and a word of leaving; CPCE, L34-5'],
	['fr', "Je souhaite recevoir la lettre d'information", 'non', 'skipped', 'a form of a public authority'],
	['fr', 'Lien de désabonnement', link, 'sent', 'a link for each person'],

	['es', 'Comunicación de baja', '2024-05-01', 'sent', 'HR: a notice of termination'],
	['es', 'Acepto recibir comunicaciones comerciales por correo electrónico', 'no', 'skipped', 'a form'],
	['es', 'Suscrito/a', 'sí', 'sent', 'listmonk'],
	['es', 'Suscrito/a', 'quizás', 'unclear', 'a form'],
	['es', 'Estado', 'Dado/a de baja', 'skipped', 'a sheet'],
	['es', 'Estado', 'Sin confirmar', 'skipped', 'listmonk'],
	['es', 'Estado', 'Jalisco', 'sent', 'a federal state'],
	['es', 'Consentimiento', 'otorgado', 'sent', 'RGPD, artículo 7'],
	['es', 'Consentimiento', 'revocado', 'skipped', 'RGPD, artículo 7'],
	['es', 'Boletín', 'Sí, por favor', 'sent', 'a form'],
	['es', 'Boletín', 'No, gracias', 'skipped', 'a form'],
	['es', 'Boletín', 'Sí, pero solo por SMS', 'unclear', 'a form with free text'],
	['es', 'No enviar publicidad (sí/no)', 'sí', 'skipped', 'LSSI, artículo 21'],
	['es', 'Lista Robinson', 'sí', 'skipped', "Spain's official list"],
	['es', 'Baja', 'Baja', 'skipped', 'weak: a ticked box that repeats the header'],
	['es', 'Baja', 'temporal', 'sent', 'weak: other text says nothing'],
	['es', 'Fecha de baja', '31/05/2024', 'skipped', 'weak: a date'],
	['es', 'Inscrito', 'curso A', 'sent', 'weak: a course'],
	['es', 'Inscrito', 'dada de baja', 'skipped', 'weak: a word of leaving'],
	['es', 'Fecha de baja', '31 de mayo de 2024', 'skipped', 'weak: a date'],
	['es', 'Fecha de baja', 45443, 'skipped', 'weak: a date, as a spreadsheet counts it'],
	['es', 'Inscrito', '10e', 'sent', 'weak: a class'],
	['es', 'Quiero el boletín', 'No', 'skipped', 'a form'],
	['es', 'Darse de baja', 'sí', 'skipped', 'a form'],

	['pt', 'Consentimento LGPD', 'aceito', 'sent', 'LGPD, artigo 8'],
	['pt', 'Consentimento LGPD', 'revogado', 'skipped', 'LGPD, artigo 8'],
	['pt', 'Consentimento LGPD', 'talvez', 'unclear', 'a form'],
	['pt', 'LGPD', 'revogado', 'skipped', 'weak: a word of withdrawal; LGPD, artigo 8'],
	['pt', 'Newsletter', 'Sim, por favor', 'sent', 'a form'],
	['pt', 'Newsletter', 'Não, obrigada', 'skipped', 'a form'],
	['pt', 'Newsletter', 'Sim, mas só por SMS', 'unclear', 'a form with free text'],
	['pt', 'Status', 'Inscrição cancelada', 'skipped', 'listmonk, Brazil'],
	['pt', 'Descadastrado(a)', 'sim', 'skipped', 'Brazilian exports'],
	['pt', 'Assinante', 'não', 'skipped', 'weak: a no; listmonk'],
	['pt', 'Inscrito(a)', 'Turma B', 'sent', 'weak: a class'],
	['pt', 'Bloqueada', 'cartão', 'sent', 'weak: other text says nothing'],
	['pt', 'LGPD', 'Não quero'.normalize('NFD'), 'skipped', 'weak: it begins with a no, as a Mac writes it'],

	['it', 'Consenso', 'prestato', 'sent', 'GDPR, articolo 7'],
	['it', 'Consenso', 'revocato', 'skipped', 'GDPR, articolo 7'],
	['it', 'Iscritto/a alla newsletter', 'sì', 'sent', 'a form'],
	['it', 'Iscritto/a alla newsletter', 'forse', 'unclear', 'a form'],
	['it', 'Newsletter', 'No, grazie', 'skipped', 'a form'],
	['it', 'Newsletter', 'Sì, grazie', 'sent', 'a form'],
	['it', 'Newsletter', 'Sì, ma solo SMS', 'unclear', 'a form with free text'],
	['it', 'Stato', 'Iscrizione annullata', 'skipped', 'listmonk'],
	['it', 'Disiscritto il', '31/05/2024', 'skipped', 'an export'],
	['it', 'Iscritto/a', 'corso base', 'sent', 'weak: a course'],
	['it', 'Privacy', 'no', 'skipped', 'weak: a no; Codice Privacy, articolo 130'],
	['it', 'Niente pubblicità', 'x', 'skipped', 'a form'],

	['nl', 'AVG-toestemming', 'gegeven', 'sent', 'AVG, artikel 7'],
	['nl', 'AVG-toestemming', 'ingetrokken', 'skipped', 'AVG, artikel 7'],
	['nl', 'Nieuwsbrief', 'Ja, graag', 'sent', 'a form'],
	['nl', 'Nieuwsbrief', 'Nee, bedankt', 'skipped', 'a form'],
	['nl', 'Nieuwsbrief', 'Ja, maar alleen per sms', 'unclear', 'a form with free text'],
	['nl', 'Status', 'Uitgeschreven', 'skipped', 'listmonk'],
	['nl', 'E-mailstatus', 'Onbevestigd', 'skipped', 'listmonk'],
	['nl', 'Wil geen nieuwsbrief', 'x', 'skipped', 'Telecommunicatiewet, artikel 11.7'],
	['nl', 'Uitschrijfdatum', '31-05-2024', 'skipped', 'weak: a date'],
	['nl', 'Uitschrijfdatum', '31-May-24', 'skipped', 'weak: a date'],
	['nl', 'AVG', 'ga niet akkoord', 'skipped', 'weak: a word of withdrawal'],
	['nl', 'Geblokkeerd', 'pas 3', 'sent', 'weak: other text says nothing; listmonk'],
	['nl', 'Ingeschreven', 'groep 3', 'sent', 'weak: a class'],
	['nl', 'Ingeschreven', 'nee', 'skipped', 'weak: a no'],
	['nl', 'Wilt u de nieuwsbrief ontvangen?', 'misschien', 'unclear', 'a form'],
	['nl', 'Ik wil me afmelden voor de nieuwsbrief', 'ja', 'skipped', 'a form'],
	['nl', 'Ik wil mij uitschrijven voor de nieuwsbrief', 'ja', 'skipped', 'a form; listmonk'],
];

/** The person's cell, and that of another row of the run. */
// prettier-ignore
const blanks: ReadonlyArray<readonly [Language, header: string, cell: unknown, other: unknown, Outcome]> = [
	['en', 'Keep Me Updated', '', 'yes', 'skipped'], ['en', 'Keep Me Updated', '', 'no', 'sent'],
	['de', 'Angemeldet', undefined, 'ja', 'skipped'], ['de', 'Angemeldet', undefined, 'Sommerkurs', 'sent'],
	['fr', 'Inscrit(e)', '', 'inscrite', 'skipped'], ['fr', 'Inscrit(e)', '', '2024-05-31', 'sent'],
	['es', 'Acepta', null, 'acepto', 'skipped'], ['pt', 'Aceita', ' ', 'Sim, claro', 'skipped'],
	['it', 'Iscritto/a', '', 'corso base', 'sent'], ['nl', 'Akkoord', [], 'nee', 'skipped'],
	['de', 'Newsletter erhalten', '', 'Newsletter erhalten', 'skipped'], ['de', 'Newsletter erhalten', '', 'Ja, ich möchte ihn monatlich', 'skipped'],
	['de', 'Abmeldung', '', 'ja', 'sent'], ['de', 'Abmeldung', '31.05.2024 per Mail an info@firma.de', '', 'skipped'], ['de', 'Einwilligung', '', 'nein', 'skipped'],
];

describe('a person', () => {
	it.each(answers)('[%s] whose "%s" is %j is %s (%s)', (_, header, cell, outcome) => {
		expect(outcomeOf(judge({ [header]: cell })[0])).toBe(outcome);
	});

	it.each(blanks)('[%s] whose "%s" is %j next to a row with %j is %s', (_, header, cell, other, outcome) => {
		const row = cell === undefined ? {} : { [header]: cell };
		expect(outcomeOf(judge(row, { [header]: other })[0])).toBe(outcome);
		expect(outcomeOf(judge({ [header]: other }, row)[1])).toBe(outcome);
	});

	// prettier-ignore
	it.each<[string, object]>([
		['a polite no', { Newsletter: 'Nein, danke' }], ['nothing ticked', { Newsletter: [] }],
		['a consent that was withdrawn', { Einwilligung: 'widerrufen' }], ['a ticked box', { 'Bitte keinen Newsletter': ['Bitte keinen Newsletter'] }],
		['a ticked box', { 'Bitte keinen Newsletter': 'Bitte keinen Newsletter' }], ['a no', { 'Newsletter erhalten?': 'Nein' }],
		['a no', { 'Möchten Sie unseren Newsletter erhalten?': 'Nein' }], ['a polite no', { 'Accepte de recevoir la newsletter (oui/non)': 'non merci' }],
		['a polite no', { 'Would you like to receive our newsletter?': 'No thanks' }], ['nothing ticked', { 'Would you like to receive our newsletter?': [] }],
		['a polite no', { 'Wil je onze nieuwsbrief ontvangen?': 'Nee, bedankt' }], ['a no', { 'Quiero recibir el boletín': 'No' }],
		['a no with a reason', { 'Desidero ricevere la newsletter': 'No, ne ricevo troppe' }], ['a polite no', { 'Quero receber a newsletter': 'Não, obrigado' }],
	])('who answers a form with %s is not sent: %j', (_, form) => {
		expect(judge(form)).toEqual([expect.objectContaining({ reason: expect.any(String) as string })]);
	});
});

describe('a question or a sentence about mail', () => {
	// prettier-ignore
	it.each([
		'May we contact you by email?', 'Can we email you?', 'Would you like to receive updates by email?', 'Can Email', 'Infomail', 'Bulk Email',
		'Send me news and offers by email', 'I agree to be contacted by email', 'Dürfen wir dir E-Mails schicken?', 'Kontakt per E-Mail',
		'Ich stimme dem Erhalt von E-Mails zu', 'Ja, ich möchte den Newsletter erhalten.', 'Souhaitez-vous recevoir des e-mails ?',
		"J'accepte de recevoir vos offres par e-mail", '¿Quiere recibir correos?', 'Podemos enviar-lhe e-mails?', 'Possiamo inviarle e-mail?', 'Mogen wij u e-mailen?',
	])('skips a no, and a box that is not ticked next to one that is: %s', (header) => {
		const reasons = judge({ [header]: 'no' }, { [header]: '' }, { [header]: header }, { [header]: 'yes' });
		expect(reasons.map(outcomeOf)).toEqual(['skipped', 'skipped', 'sent', 'sent']);
	});

	// prettier-ignore
	it.each([
		'I do not wish to receive emails', 'Please tick this box if you do NOT want to receive emails from us', 'I object to marketing', 'Suppression List',
		'Ich will keine E-Mails erhalten', 'Bitte nicht per E-Mail kontaktieren', 'Ich lehne Werbung ab', 'Keine Infos per E-Mail', 'Ich möchte mich abmelden',
		'Je refuse de recevoir des e-mails', 'Ne pas m’envoyer d’e-mails', "Je m'oppose à la prospection par e-mail", 'No deseo recibir correos',
		'Non voglio ricevere e-mail', 'Não quero receber e-mails', 'Ik wil geen e-mails', 'Ik meld me af',
	])('that refuses skips a yes, and a box that is ticked: %s', (header) => {
		const reasons = judge({ [header]: 'yes' }, { [header]: header }, { [header]: '' }, { [header]: 'no' });
		expect(reasons.map(outcomeOf)).toEqual(['skipped', 'skipped', 'sent', 'sent']);
	});

	// prettier-ignore
	it.each([
		'Your email', 'Contact Email', 'Email not verified', 'Do you have an email address?', 'Which email address should we use?', 'Wants invoice by email',
		'Send invoice to email', 'Email sent', 'Would you like an invoice?', 'Send the receipt by email?', 'May we contact your employer?', 'I have no email',
		'I did not receive the email', 'How may we contact you by email?', 'E-Mail an Kunden senden', 'Email cancelled?', 'Invio comunicazione',
	])('that may be about an address or something else is none: %s', (header) => expect(consentOf(header)).toBeUndefined());
});

describe('a broken cell', () => {
	// prettier-ignore
	it.each<[Language, string, string]>([
		['en', 'Opt Out', '#N/A'], ['en', 'Subscribed', 'Loading...'], ['de', 'Werbesperre', '#NV'],
		['de', 'Einwilligung', '#BEZUG!'], ['fr', 'Désabonné·e', '#NOM?'], ['es', 'Suscrito/a', '#¡REF!'],
		['pt', 'Descadastrado(a)', '#NOME?'], ['it', 'Consenso', '#N/D'], ['nl', 'Nieuwsbrief', '#NAAM?'],
	])('[%s] of "%s" is broken where the column counts in full: %s', (_, header, cell) => {
		const optOut = { reason: `"${header}" is ${cell}`, isClear: false, isBroken: true };
		expect(judge({ [header]: cell })).toEqual([optOut]);
	});

	// prettier-ignore
	it.each<[Language, string, string]>([
		['en', 'Marketing', '#N/A'], ['en', 'Status', '#REF!'], ['de', 'Angemeldet', '#NV'],
		['de', 'Abmeldung', '#WERT!'], ['fr', 'Statut', '#VALEUR!'], ['es', 'Baja', '#¿NOMBRE?'],
		['pt', 'Situação', '#VALOR!'], ['it', 'Iscritto/a', '#RIF!'], ['nl', 'Uitschrijfdatum', '#VERW!'],
	])('[%s] of "%s" skips where the column is weak or a status: %s', (_, header, cell) => {
		const reason = `"${header}" is ${cell}, which cannot be read`;
		expect(judge({ [header]: cell })).toEqual([{ reason, isClear: false, isBroken: false }]);
	});
});

/** What they are about → headers. */
// prettier-ignore
const others: ReadonlyArray<readonly [about: string, headers: readonly string[]]> = [
	['orders', ['Order Status', 'order_status', 'Cancelado', 'Cancelled', 'Storniert', 'Annulé', 'Annullato', 'Geannuleerd', 'Retiré', 'Subscribed Products']],
	['contracts', ['Gekündigt', 'Résilié', 'Opgezegd', 'Abmeldung vom Kurs', 'Baja temporal', 'Abo gekündigt']],
	['accounts', ['Registrado', 'Cadastrado', 'Eingetragen', 'Email verified', 'E-Mail bestätigt', 'is_customer', 'vip', 'tax_exempt']],
	['topics and counts', ['Newsletter Topic', 'Newsletter Subscription Source', 'Newsletter Sprache', 'No. of Emails', 'Anzahl Newsletter', 'Thème de la newsletter', 'Last Newsletter Opened']],
	['jobs', ['Marketing Manager', 'Marketing Budget', 'Marketingleiter', 'Agence marketing']],
	['links', ['Unsubscribe Link', 'unsubscribe_url', 'Abmeldelink', 'Enlace de baja', 'Newsletter-Link']],
	['other channels', ['SMS Opt Out', 'WhatsApp Consent', 'Fax Opt Out', 'Do Not Call', 'Postal Opt Out', 'Einwilligung Telefon', 'Toestemming SMS']],
	['names', ['Name', 'First Name', 'Nachname', 'Prénom', 'Apellidos', 'Cognome', 'Voornaam']],
	['dates of joining', ['Inscrito em', 'Inscrito el', 'Inscrit le', 'Iscritto il', 'Angemeldet am', 'Ingeschreven op', 'OPTIN_TIME', 'opt_in_ip']],
	['numbers', ['Contact No', 'CONTACT_NO', 'Contact N°', 'Contact №', 'N° contact', 'Email No.', 'Newsletter No.', 'Boletín Nº', 'No. de correo', 'N. e-mail']],
	['mail that came', ['Marketing emails bounced', 'Bounced Emails', 'Cancellation Email', 'Retirement Email', 'Suppressed Email', 'Newsletters recibidas', 'Received Newsletter']],
	['other things', ['Would you like an invoice?', 'Newsletter Plus', 'Mail Stop', 'Bestellstatus', 'Zahlungsstatus', 'my_status', 'my_input_status', 'constructor', 'SMS Blacklisted']],
	['links to opt out', ['Opt-Out Link', 'Email opt out URL']],
	['anything of any length', [`unsubscribed${' '.repeat(1000)}`, 'x'.repeat(1_000_000)]],
];

/** Headers and their spellings in exports, databases and APIs. */
// prettier-ignore
const spellings: ReadonlyArray<readonly [header: string, spellings: readonly string[]]> = [
	['Email Opt In', ['EMAIL OPT IN', 'email_opt_in', 'email-opt-in', 'emailOptIn', 'emailoptin', 'E-Mail Opt-In (yes/no)', 'input_email_opt_in']],
	['Newsletter Opt In', ['newsletter_opt_in', 'NEWSLETTER_OPT_IN', 'NewsletterOptIn']],
	['Accepts Marketing', ['accepts_marketing', 'acceptsMarketing', 'acceptsmarketing']],
	['Has Opted Out', ['has_opted_out', 'HasOptedOut', 'hasoptedout']],
	['Do Not Email', ['do_not_email', 'DoNotEmail', 'donotemail', 'Do not e-mail!']],
	["Don't Email", ['Don’t email', 'DON’T EMAIL', 'dont_email']],
	['Consent', ['Consent?', 'consent:', 'Con\u00adsent', 'Ｃｏｎｓｅｎｔ', 'Consent (2024-05-31)']],
	['Abgemeldet am', ['abgemeldet_am', 'ABGEMELDET AM', 'abgemeldetAm']],
	['Désabonné', ['Désabonné(e)', 'Désabonné·e', 'DESABONNE', 'Désabonné'.normalize('NFD')]],
];

describe('a header', () => {
	it.each(spellings.flatMap(([header, all]) => all.map((spelling) => [header, spelling] as const)))(
		'"%s" means the same as "%s"',
		(header, spelling) => {
			expect(consentOf(header)?.mayUnsubscribe).toBe(true);
			expect(consentOf(spelling)).toEqual(consentOf(header));
		},
	);

	it.each(others.flatMap(([about, headers]) => headers.map((header) => [about, header] as const)))(
		'about %s is no consent: "%.40s"',
		(_, header) => {
			expect(consentOf(header)).toBeUndefined();
			for (const cell of ['yes', 'no', 'cancelled', '2024-05-31', '#N/A'])
				expect([cell, judge({ [header]: cell })]).toEqual([cell, [undefined]]);
		},
	);

	it.each<['weak opt-in' | 'weak opt-out', unknown[]]>([
		['weak opt-in', ['no', 'nein', 'non', false, 0, [], 'unsubscribed', 'widerrufen']],
		['weak opt-out', ['yes', 'ja', 'sí', true, 1, ['x'], 'unsubscribed', '2024-05-31']],
	])('of a %s skips and never unsubscribes, whatever its language: %j', (kind, cells) => {
		for (const header of wholeHeaders[kind].split(/,\s+/))
			for (const cell of cells)
				expect([header, cell, judge({ [header]: cell })[0]]).toEqual([
					header,
					cell,
					expect.objectContaining({ isClear: false, isBroken: false }),
				]);
	});

	// prettier-ignore
	it.each<[string, unknown]>([
		['Would you like to receive our newsletter?', 'no'], ['Möchten Sie unseren Newsletter abonnieren?', 'nein'],
		['Please unsubscribe me from your list', 'yes'], ['Bitte keinen Newsletter', 'ja'],
		['Je ne veux pas de newsletter', 'oui'], ['No quiero recibir más su boletín', 'sí'],
		['Ik wil geen nieuwsbrief meer', 'ja'],
	])('that is a sentence of a form skips and never unsubscribes: "%s": %j', (header, cell) => {
		expect(judge({ [header]: cell })).toEqual([expect.objectContaining({ isClear: false, isBroken: false })]);
	});
});

describe('two columns about consent', () => {
	const judgeBothWays = (row: object) =>
		[row, Object.fromEntries(Object.entries(row).reverse())].map((one) => judge(one)[0]);

	// prettier-ignore
	it.each<[object, string, boolean]>([
		[{ Newsletter: 'yes', 'Opt Out': 'yes' }, 'Opt Out', true], [{ Unsubscribed: 'no', Subscribed: 'no' }, 'Subscribed', true],
		[{ Einwilligung: 'erteilt', Werbesperre: 'x' }, 'Werbesperre', true], [{ Einwilligung: 'erteilt', Abmeldung: '31.05.2024' }, 'Abmeldung', false],
		[{ 'Inscrit(e)': 'oui', Statut: 'Désabonné·e' }, 'Statut', true], [{ 'Suscrito/a': 'sí', Baja: 'sí' }, 'Baja', false],
		[{ Newsletter: 'sim', LGPD: 'revogado' }, 'LGPD', false], [{ Consenso: 'prestato', 'Disiscritto il': '31/05/2024' }, 'Disiscritto il', true],
		[{ Nieuwsbrief: 'ja', Bezwaar: 'ja' }, 'Bezwaar', true], [{ Newsletter: 'yes', Consent: 'maybe' }, 'Consent', false],
	])('that contradict each other opt out, whichever comes first: %j', (row, column, isClear) => {
		const optOut = { reason: expect.stringMatching(`^"${column}" is `) as string, isClear, isBroken: false };
		expect(judgeBothWays(row)).toEqual([optOut, optOut]);
	});

	it.each<[object, string]>([
		[{ Newsletter: '#N/A', 'Opt Out': 'yes' }, 'Opt Out'],
		[{ Einwilligung: '#NV', 'Abgemeldet am': '31.05.2024' }, 'Abgemeldet am'],
		[{ 'Désabonné·e': '#NOM?', Newsletter: 'non' }, 'Newsletter'],
		[{ Boletín: '#N/D', Estado: 'dado de baja' }, 'Estado'],
	])('of which one is broken count by a clear opt-out in the other: %j', (row, column) => {
		const optOut = { reason: expect.stringMatching(`^"${column}" is `) as string, isClear: true, isBroken: false };
		expect(judgeBothWays(row)).toEqual([optOut, optOut]);
	});

	it.each<[object, string]>([
		[{ Newsletter: '#N/A', 'Opt Out': 'no' }, 'Newsletter'],
		[{ 'Opt Out': '#N/A', Newsletter: 'yes' }, 'Opt Out'],
		[{ Newsletter: '#N/A', Consent: 'maybe' }, 'Newsletter'],
		[{ Einwilligung: '#NV', Angemeldet: 'nein' }, 'Einwilligung'],
		[{ 'Suscrito/a': '#N/D', Baja: 'sí' }, 'Suscrito/a'],
		[{ Nieuwsbrief: '#N/B', Status: 'pending' }, 'Nieuwsbrief'],
	])('of which one is broken are broken without a clear opt-out: %j', (row, column) => {
		const optOut = { reason: expect.stringMatching(`^"${column}" is `) as string, isClear: false, isBroken: true };
		expect(judgeBothWays(row)).toEqual([optOut, optOut]);
	});
});
