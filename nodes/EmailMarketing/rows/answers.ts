import { isBroken } from '../shared/brokenCells';
import { plainText, textOf } from '../shared/text';
import { cached } from './cached';
import { bare, longest } from './consentOf';
import { hasDate, isDate } from './dates';

/** The answer of a cell in a column about consent. */
export interface Answer {
	readonly kind: 'blank' | 'broken' | 'yes' | 'no' | 'gone' | 'date' | 'link' | 'other';
	/** Clear enough to unsubscribe a subscriber. */
	readonly isPlain: boolean;
	/** Begins with a yes; more words may follow. */
	readonly beginsWithYes: boolean;
	/** Begins with a no, or has a negation: `No, thank you all`, `Ich möchte keinen`. */
	readonly hasNo: boolean;
	/** Is a date, or has one among other words. */
	readonly hasDate: boolean;
	/** The cell as plain text. */
	readonly word: string;
}

/** Words in seven languages: the first list that contains the cell decides. */
// prettier-ignore
const words = {
	blank: ', null, undefined, nil, []',
	clearlyGone: `unsubscribed, opted out, bounced, complained, hard bounced, hard bounce, abgemeldet, désabonné, désabonnée, désinscrit, désinscrite,
		dado de baja, dada de baja, descadastrado, descadastrada, disiscritto, disiscritta, uitgeschreven, afgemeld`,
	// Statuses of Mailchimp, Omnisend, MailerLite, ActiveCampaign, Kit, Klaviyo, Wix, Shopify, Pipedrive, Drip, Constant
	// Contact and listmonk; words of withdrawal.
	gone: `cleaned, blocked, suppressed, deleted, transactional, non subscribed, pending, archived, unconfirmed, junk, cancelled, never subscribed,
		not subscribed, no consent, undeliverable, denied, non subscriber, non marketing contact, not set, temp hold, no permissions set, pending confirmation,
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
	plainNo: 'no, n, false, f, 0, off, unchecked, ✗, ✘, ❌, ☐, nein, falsch, non, faux, falso, não, nee, onwaar',
	no: 'nope, nah, 👎, none, never, n/a, -, –, nie, niemals, keine, jamais, aucun, aucune, nunca, ninguno, ninguna, nenhum, nenhuma, mai, nessuno, nessuna, nooit, geen',
	plainYes: `yes, y, true, t, 1, x, on, checked, ✓, ✔, ☑, ✅, ja, j, wahr, oui, vrai, sí, s, verdadero, sim, verdadeiro, vero, waar`,
	yes: `ok, subscribed, active, opted in, opt in, accepted, agreed, granted, confirmed, given, allowed, consented, agree, I agree, yes I agree,
		accept, accepts, I accept, yes I accept, consent, I consent, yes I consent, ticked, selected, angekreuzt,
		zugestimmt, ich stimme zu, einverstanden, eingewilligt, erteilt, erlaubt, erwünscht, angemeldet, abonniert, aktiv, bestätigt, akzeptiert,
		accepté, acceptée, accepte, j'accepte, inscrit, inscrite, abonné, abonnée, actif, confirmé, confirmée, consenti, donné, accordé,
		acepto, acepta, aceptado, suscrito, suscrita, activo, activa, confirmado, confirmada, dado de alta, otorgado,
		aceito, aceita, aceite, inscrito, inscrita, subscrito, assinante, ativo, ativa, autorizado,
		accetto, accetta, accettato, acconsento, iscritto, iscritta, attivo, attiva, confermato, confermata, prestato, dato,
		akkoord, ik ga akkoord, ingeschreven, aangemeld, geabonneerd, actief, bevestigd, toegestaan, gegeven`,
};

/** `Yes, please`, `No, thanks`; but not `Yes, but only SMS`. */
const politeness = [
	'please|thanks|thankyou|sure|ofcourse|bitte|gerne?|danke|naturlich|merci|silvousplait|silteplait|svp|biensur|porfavor',
	'gracias|claro|obrigad[oa]|perfavore|grazie|certo|graag|alstublieft|alsjeblieft|dankje|dankjewel|dankuwel|bedankt',
].join('|');
const polite = new RegExp(`^(yes|ja|oui|si|sim|no|nein|non|nao|nee)(${politeness})$`);

// Not `ja.smith@example.com`.
const yesAtStart = /^\s*(yes|ja|oui|s[iíì]|sim|x|✓)(?!\p{L}|[\w.+-]*@\w)/iu;
const noAtStart = /^\s*(no|nie|non|ne|aucune?|sin|nunca|sem|mai(?! \d)|jamais)(?!\p{L}|[\w.+-]*@\w)/iu;
const negation =
	/(?<!\p{L})(not|don'?t|never|nein|kein\p{L}*|nicht|pas|não|niente|nessun\p{L}*|nee|niet|geen|nooit)(?!\p{L}|[\w.+-]*@\w)/iu;

const kindOfWord: ReadonlyMap<string, keyof typeof words> = new Map(
	(Object.keys(words) as Array<keyof typeof words>)
		.reverse()
		.flatMap((kind) => words[kind].split(/,\s+/).map((word) => [wordOf(word), kind] as const)),
);

/** Words of leaving that count wherever they stand: `has unsubscribed`, `Einwilligung widerrufen`. */
const leaving = [
	...[...kindOfWord].filter(([, kind]) => kind === 'clearlyGone').map(([word]) => word),
	...['withdrawn', 'revoked', 'widerruf'],
];

export function answerIn(cell: unknown): Answer {
	return answerInText(textOf(cell ?? ''));
}

const answerInText = cached((text): Answer => {
	const word = wordOf(text);
	const spelled = text.slice(0, 1000).normalize('NFC').replaceAll('’', "'");
	const hasNo = noAtStart.test(spelled) || negation.test(spelled);
	const rest = {
		beginsWithYes: yesAtStart.test(spelled),
		hasNo,
		hasDate: hasDate(spelled.replaceAll(/[^\s@]*@\S*/g, '')),
		word,
	};
	const answer = (kind: Answer['kind'], isPlain = false): Answer => ({ kind, isPlain, ...rest });
	if (isBroken(text)) return answer('broken');
	// `#NA` is no "n/a".
	if (/^["'\s]*#/.test(text)) return answer('other');
	const kind = kindOfWord.get(word);
	if (kind === 'clearlyGone') return answer('gone', true);
	// A date of zeros reads like a no.
	if (kind === 'plainNo') return answer('no', !isDate(text));
	if (kind === 'plainYes') return answer('yes', true);
	if (kind !== undefined) return answer(kind);
	// A number may be a Unix time, or that of a telephone.
	if (isDate(text)) return answer('date', !/^\s*\d+\s*$/.test(text));
	if (!hasNo && leaving.some((gone) => word.includes(gone))) return answer('gone');
	return answer(/^\s*https?:/i.test(text) ? 'link' : 'other');
});

/** Lowercase letters and digits or, where there are none, other characters, such as ✓. */
function wordOf(text: string): string {
	const short = text.length > longest || isDate(text) ? text : bare(text);
	// Databases write a missing date as zeros.
	const plain = plainText(short).replace(/^0+$/, '0').replace(polite, '$1');
	return plain || short.replace(/[\s\p{M}\p{C}]/gu, '');
}
