import { isBroken } from '../shared/brokenCells';
import { plainText, textOf } from '../shared/text';
import { isDate } from './dates';

/** Words in seven languages; a cell must be one of them as a whole, case, spaces, punctuation and accents aside. */
// prettier-ignore
const words = {
	left: `unsubscribed, opted out, bounced, complained, hard bounced, hard bounce, cleaned, no consent, never subscribed, abgemeldet, désabonné, désabonnée,
		désinscrit, désinscrite, dado de baja, dada de baja, descadastrado, descadastrada, disiscritto, disiscritta, uitgeschreven, afgemeld`,
	// Statuses of Mailchimp, Omnisend, MailerLite, ActiveCampaign, Kit, Klaviyo, Wix, Shopify, Pipedrive, Drip, Constant
	// Contact and listmonk; words of withdrawal.
	leaving: `blocked, suppressed, deleted, transactional, non subscribed, pending, archived, unconfirmed, junk, cancelled,
		not subscribed, undeliverable, denied, non subscriber, non marketing contact, not set, temp hold, no permissions set, pending confirmation,
		awaiting confirmation, unsubscribe, unsub, optout, bounce, hardbounce, spam, spam complaint, abuse, invalid, blocklisted, blacklisted,
		do not contact, do not email, do not mail, revoked, withdrawn, refused, I refuse, declined, decline, I decline, rejected, reject, disagree, I disagree,
		stop, unsubscribe me, remove me, abgelehnt, verweigert, refus, recuso, rifiuto,
		not confirmed, inactive, suspended, paused, stopped, removed, deactivated,
		nicht bestätigt, inaktiv, pausiert, gestoppt, entfernt, deaktiviert, gekündigt, abbestellt, ausgetragen, unzustellbar, blockiert, gesperrt, widersprochen, widerrufen, gelöscht, unbestätigt, Bestätigung ausstehend,
		inactif, suspendu, désactivé, résilié, bloqué, supprimé, en attente, non confirmé, non inscrit, non abonné, refusé, retiré,
		inactivo, suspendido, desactivado, baja, de baja, no suscrito, desuscrito, suscripción cancelada, bloqueado, eliminado, pendiente, sin confirmar, no confirmado, rechazado, revocado,
		inativo, suspenso, desativado, não inscrito, desinscrito, inscrição cancelada, subscrição cancelada, removido, pendente, não confirmado, recusado, revogado,
		inattivo, sospeso, disattivato, non iscritto, iscrizione annullata, cancellato, bloccato, eliminato, in attesa, non confermato, rifiutato, revocato,
		inactief, gepauzeerd, gedeactiveerd, niet ingeschreven, geblokkeerd, verwijderd, in afwachting, onbevestigd, niet bevestigd, geweigerd, ingetrokken`,
	yes: `yes, y, true, t, 1, x, on, checked, ✓, ✔, ☑, ✅, ja, j, wahr, oui, vrai, sí, s, verdadero, sim, verdadeiro, vero, waar,
		yes please, ja bitte, ja gerne, oui merci, sí por favor, sí gracias, sim por favor, sì grazie, ja graag`,
	no: `no, n, false, f, 0, off, unchecked, ☐, nein, falsch, non, faux, falso, não, nee, onwaar, nope, nah, 👎, none, never, nie, niemals, keine,
		jamais, aucun, aucune, nunca, ninguno, ninguna, nenhum, nenhuma, mai, nessuno, nessuna, nooit, geen,
		no thanks, nein danke, non merci, no gracias, não obrigado, no grazie, nee bedankt`,
	status: `ok, subscribed, active, opted in, opt in, accepted, agreed, granted, confirmed, given, allowed, consented, agree, I agree, yes I agree,
		accept, accepts, I accept, yes I accept, consent, I consent, yes I consent, ticked, selected, angekreuzt,
		zugestimmt, ich stimme zu, einverstanden, eingewilligt, erteilt, erlaubt, erwünscht, angemeldet, abonniert, aktiv, bestätigt, akzeptiert,
		accepté, acceptée, accepte, j'accepte, inscrit, inscrite, abonné, abonnée, actif, confirmé, confirmée, consenti, donné, accordé,
		acepto, acepta, aceptado, suscrito, suscrita, activo, activa, confirmado, confirmada, dado de alta, otorgado,
		aceito, aceita, aceite, inscrito, inscrita, subscrito, assinante, ativo, ativa, autorizado,
		accetto, accetta, accettato, acconsento, iscritto, iscritta, attivo, attiva, confermato, confermata, prestato, dato,
		akkoord, ik ga akkoord, ingeschreven, aangemeld, geabonneerd, actief, bevestigd, toegestaan, gegeven`,
	empty: ', null, undefined, nil, [], n/a, -, –, —',
};

/** The kind of a cell about consent: `left` is a word of leaving a list, `ticked` repeats the header. */
export type CellKind = keyof typeof words | 'broken' | 'ticked' | 'date' | 'other';

const kindOfWord: ReadonlyMap<string, keyof typeof words> = new Map(
	(Object.keys(words) as Array<keyof typeof words>)
		.reverse()
		.flatMap((kind) => words[kind].split(/,\s+/).map((word) => [wordOf(word), kind] as const)),
);

/** Most characters of a word in the lists. */
const longest = 40;

/** The kind of a text that is one of the words, as a whole. */
export function kindOfText(text: string): keyof typeof words | undefined {
	// `#NA` is no "n/a"; "yes?", "-1" and "☐ Yes" are no yes.
	if (text.length > longest || /^["'\s]*#|[?¿]|-\s*\d|[☐✗✘❌].*\p{L}/u.test(text)) return undefined;
	return kindOfWord.get(wordOf(text));
}

/**
 * The kind of a cell.
 * @param header the name of its column: a ticked box of a form repeats it
 * @param yesAnswers texts that mean yes, as `exactText` has them
 */
export function kindOf(cell: unknown, header: string, yesAnswers: ReadonlySet<string>): CellKind {
	const text = textOf(cell);
	const isError: boolean = isBroken(text);
	if (isError) return 'broken';
	const kind = kindOfText(text);
	if (kind === 'left' || kind === 'leaving') return kind;
	const name = plainText(header);
	if (name !== '' && plainText(text.slice(0, 1000)) === name) return 'ticked';
	if (yesAnswers.has(exactText(text))) return 'yes';
	// Databases write a missing date as zeros.
	if (/^[0\s:./TZ-]{8,}$/.test(text)) return 'empty';
	return kind ?? (isDate(text) ? 'date' : 'other');
}

/** A text for comparing it as a whole, case and spaces aside. */
export function exactText(text: string): string {
	return text.slice(0, 1000).trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Lowercase letters and digits or, where there are none, other characters, such as ✓. */
function wordOf(text: string): string {
	return plainText(text) || text.replace(/[\s\p{M}\p{C}]/gu, '');
}
