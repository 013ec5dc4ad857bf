/**
 * How a column expresses consent: an opt-in needs a yes, an opt-out a no. A status may be that of an order. Of an unclear
 * one, nobody knows whether a yes is a wish.
 */
export type Consent = 'opt-in' | 'opt-out' | 'status' | 'unclear';

/** What a word of a header means. */
export type Meaning = keyof typeof headerWords;

/**
 * Words of headers about consent in seven languages, as patterns of whole words in lowercase without accents. A header
 * of such words alone counts in full. From usage, and from translations of listmonk, laravel-cm and SPIP.
 */
// prettier-ignore
export const headerWords = {
	state: `(kontakt|empfanger|abonnenten|abonnements?|abonnee|abo|anmelde|einwilligungs|zustimmungs|inschrijf|contact|e?mail|marketing|nieuwsbrief)?status,
		state, statut, etat, estado, estatus, situacion, situacao, stato, zustand, toestand`,
	/** A letter to many people. */
	letter: `newsletters?, mailings?, emailing, marketing, infolettre, boleti(n|m|ns|nes), notiziario, nieuwsbrie(f|ven), rundbrief, rundmail, werbung,
		werbe, werbemails?, reclame, publici.+, pubblicita, prospection`,
	mail: 'e?mail(s|en)?, correos?, courriels?',
	/** Agreeing to letters, whether the header names them or not. */
	consent: 'optin, consen.+, (einwilligung|zustimmung)(serklarung)?, einverstandnis(erklarung)?, einverstanden, toestemming',
	/** Wanting or allowing something. */
	wish: `accept.*, allow.*, wants?, wish, prefer, like, get, add, interested, receives?, receiving, send, subscri(b.+|ption), signup, agree.*, permission, erlaub.+,
		abonn.+, abo, anmeldung, angemeldet, erwunscht, gewunscht, wunsch.*, bestellt, senden, empfanger, mochten?, mochtest, erhalten, schicken, erhalt, zugestimmt, recevoir,
		recoit, souhait.+, veux, voulez, inscri.+, acept.+, autori.+, quier.+, gustaria, gostaria, quer, recib(e|ir), suscri.+, desea, deseja, envio, aceit.+,
		receb(e|er), subscr(ito|eveu|icao|itor), assinante, accett.+, vuo(le|i), vorrei, desidera, ricev(e|ere), iscri.+, abbona.+, invio, ontvang.+, wilt?,
		gewenst, graag, sturen, aanmeld.+, aangemeld, join, geabonneerd, ingeschreven, inschrij.+, toegestaan, akkoord`,
	/** Asking whether one is allowed to. */
	may: 'may, can, could, darf, durfen, kann, konnen, pouvons, podemos, possiamo, mag, mogen, kunnen',
	/** Leaving a list, whatever else the header says. */
	leavingList: `unsubscri.+, unsub, optout, blacklist(ed)?, blocklist(ed)?, abgemeldet, abbestell.+, desabonne.*, desinscri.+, blackliste, desuscri.+,
		descadastr.+, disiscri.+, uitgeschreven, afgemeld`,
	/** Leaving something: a list only next to a letter or a consent. */
	leaving: `abmelde?.*, sperre, verbot, widerspr.+, widerruf.*, unerwunscht, refus.*, blocked, blockiert, bloqu.*, blocca.*, geblokkeerd, retir.+,
		opposition, baja, revoca.*, revoga.*, cancel.+, negato, uitschrij.+, afmeld.+, opgezegd, ingetrokken, suppress.+, bounces?, withdr.+, revok.+,
		declin.+, denied, reject.+, object(ed|s|ion), oppos(e|er), lehne, opong.+, oppong.+, oponho, rechaz.+, recus.+, rifiut.+, weiger.+, bezwaar, excluded?, removed?, abgelehnt, gesperrt, verboten, gekundigt, entzogen, ausgetragen`,
	negation: `no, not, dont, doesnt, never, without, keine?n?, nicht, nie, ohne, ne, pas, sans, sin, nao, sem, non, niente, nessuna, senza, niet, geen,
		nooit, zonder`,
	/** Writing to somebody. */
	writing: `contact, market, bulk, anschreiben, kontaktieren, contacter, envoyer, ecrire, demarcher, contactar, contatar, enviar, molestar, contattare,
		inviare, scrivere, contacteren, benaderen, aanschrijven, versturen`,
	/** Of a sentence, such as the question of a form. */
	sentence: `i, we, us, you, your, my, our, the, an, would, do, does, yes, please, me, ich, ja, wir, uns, sie, ihnen, bitte, ihre?n?, du, deinen?, unser(e|en)?,
		den, die, das, einen?, je, nous, vous, notre, votre, nos, vos, un, une, usted, nuestr[oa], su, tu, te, una, eu, voce, nossa, nosso, um, uma, io, nostr[oa], ik,
		wij, u, onze, ons, het, een, mijn`,
	/** Ignored words. */
	other: `j, n, a, plus, more, further, again, anymore, any, mas, piu, mais, des, con, gegen, tegen, by, via, per, al, la, le, les, el, l, de, del, dell, dei, do, da, d, della, dalla, alla, voor, op, fur, vom, to, of, from, for, in, di,
		du, em, il, na, has, is, am, at, on, all, date, data, fecha, datum, given, erteilt, donne, otorgado, dado, prestato, dato, gegeven, gdpr,
		dsgvo, rgpd, lgpd, avg, double, comercial, commerciale, promozionale, meer, mehr, reason, grund, person, member, contacto, contatt?o, kontakt, lists?,
		liste, lista, lijst, confirmed, bestatigt`,
} as const;

type Kind = Exclude<Consent, 'unclear'> | 'weak opt-in' | 'weak opt-out';

/**
 * Headers that the words would not tell. Case, spaces, punctuation and accents make no difference. Weak ones may be about
 * something else, such as a course: they only skip, and only by plain words. Many are from exports and APIs: Mailchimp
 * (whose OPTIN_TIME is blank for imported subscribers), HubSpot, Salesforce, Brevo, Klaviyo, Mailjet, Intercom, Ghost,
 * Substack, BigCommerce, Pipedrive, Constant Contact, Campaign Monitor, Drip, Wix, MailPoet, Dynamics 365.
 */
// prettier-ignore
export const wholeHeaders: Readonly<Record<Kind, string>> = {
	'opt-in': `Double Opt In, GDPR Consent, Accepts Marketing, Accepts Email Marketing, Receive Marketing Emails, Subscribed, Is Subscribed,
		Email Subscribed, Opted In, Is Opted In, Has Opted In, Newsletter, Newsletter Status, Subscription Status, Email Subscription Status,
		Email Marketing Status, CONFIRM_TIME, Email Marketing, Subscribed to Emails, Permission to Email, Email Permission, OK to Email, Email OK,
		May Email, Email Allowed, E-Mail-Werbung, E-Mail erlaubt, Werbemails, Newsletter aktiv, Rundbrief, Newsletterversand, Darf angeschrieben werden,
		Accepte les e-mails, Accepte les mails, Accepte les offres, Infolettre, Lettre d'information, E-mailing, Suscrito, Suscrita, Suscripto,
		Está suscrito, Boletín, Boletín informativo, Boletín de noticias, Acepta comunicaciones, Acepta e-mails, Acepta comunicaciones comerciales,
		Acepta recibir comunicaciones, Acepta correos, Desea recibir información, Autoriza e-mail, Autoriza el envío, Aceita e-mails,
		Aceita receber e-mails, Aceita comunicações, Deseja receber novidades, Receber novidades, Autoriza envio, Subscrito, Inscrito no boletim,
		Inscrita no boletim, Boletim informativo, Accetta e-mail, Accetta comunicazioni, Notiziario, Nieuwsbrief, Nieuwsbrieven, Geabonneerd,
		E-mail toegestaan, Mag gemaild worden, Mag benaderd worden`,
	'opt-out': `Is Unsubscribed, Is Opted Out, Has Opted Out, Email Opted Out, Date Unsubscribed, Opted Out At, Opt Out Date, Opted Out of Email,
		Has Opted Out of Email, Do Not Email, Do Not Contact, UNSUB_TIME, hs_email_optout, Suppressed, Blocked, Has Hard Bounced, Hard Bounced, Complained, DNC,
		Remove from List, Stop Sending, Stop Emails, Darse de baja,
		Hard Bounce, Bounced, Bounced At, Email Bounced, Email Bounced Date, Email Bounced Reason, IsEmailBounced, Email Blocked, E-Mail-Sperre,
		Mailsperre, Mailverbot, Spam Complaint, Marked Email as Spam, CLEAN_TIME, IsUnsub, Email Suppressions, IsExcludedFromCampaigns, IsSpamComplaining,
		Email Disabled, Do Not Send, Do Not Subscribe, donotbulkemail, Ausgetragen, Kontakt unerwünscht, Email Hard Bounce Reason, Widerrufen am, Abmeldegrund, Liste noire,
		Liste rouge e-mail, Opposition, Droit d'opposition, Stop pub, Stop e-mail, NPAI e-mail, Dado de baja, Dada de baja, De baja,
		Cancelación de suscripción, Suscripción cancelada, Lista negra, Lista nera, Lista Robinson, Robinsonliste, No desea recibir, Cancelou inscrição,
		Cancelou a inscrição, Inscrição cancelada, Cancelou a subscrição, Subscrição cancelada, Cancelamento da inscrição,
		Data de cancelamento da inscrição, Removido da lista, Não perturbe, Cancellazione iscrizione, Iscrizione annullata, Opposizione, Zwarte lijst,
		Bezwaar`,
	status: 'State, Permission to Send, Email Permission to Send, EU Consent, Email Status - Primary Address, Global Status',
	'weak opt-in': `Subscribe, Subscribe Me, Subscriber, Subscription, Email Subscription, Mailing List, Email List, Permission, Permission to Contact,
		OK to Contact, Wants Email, Wants Emails, Allow Email, Allow Emails, Receive Emails, Receives Emails, I Agree to Receive Emails, May We Email You,
		May We Contact You, Send Me Emails, Acepto recibir correos, Acepto recibir correos electrónicos, DOI, Abo, Datenschutzerklärung akzeptiert,
		Bulk Email, Can Email, Contact Permission, GDPR Agreement, Infobrief, Infomail, Contact by Email, Kontakt per E-Mail, Contact par e-mail, Contacto por correo,
		Contact per e-mail, Accepts Email, OK to Contact by Email, Kontakt per E-Mail erlaubt,
		Contact Allowed, GDPR, Keep Me Updated, Stay in Touch, Marketing, Marketing Emails, Promotional Emails, Email Updates, Mailings, Newsletter erhalten,
		DSGVO, Kontakt erlaubt, Mail erlaubt, Mails erlaubt, Rundschreiben, Rundmail, Angemeldet, Abonniert, Abonnent, Anmeldung, Werbung, Mailing, Verteiler,
		Datenschutz akzeptiert, Datenschutz, RGPD, Inscrit, Inscrite, Accord, Abonné, Abonnée, Abonnement, Inscription, Accepte, Publicité, Actualités,
		Inscrito, Inscrita, Suscriptor, Suscripción, Acepta, Alta, Autorización, Autoriza, Publicidad, Novedades, LGPD, Inscrição, Assinante, Subscritor,
		Aceita, Aceite, Publicidade, Boletim, Novidades, Iscritto, Iscritta, Iscrizione, Abbonato, Accetta, Autorizza, Pubblicità, Privacy, Consenso privacy,
		AVG, Ingeschreven, Aangemeld, Inschrijving, Aanmelding, Abonnee, Akkoord, Reclame`,
	'weak opt-out': `Spam, Bounce, Suppression, Widersprochen, Withdrawn, Revoked, Objection, Abmeldung, Abmeldedatum, Abmelden, Gesperrt, Widerspruch,
		Widerrufen, Widerruf, Widerruf am, Sperrvermerk, Deactivated, Deaktiviert, Revocado, Bloqué, Refus, Oposición, Baja, Bajas, Fecha de baja, Fecha baja,
		Bloqueado, Bloqueada, Oposição, Revogado, Bloccato, Bloccata, Revoca, Uitschrijfdatum, Afmelddatum, Uitschrijving, Afmelding, Afmelden, Uitschrijven,
		Geblokkeerd, Ingetrokken, Suppression List, Refused Email, Email Suppressed, Excluded from Email, Ich möchte mich abmelden, Ik meld me af`,
};
