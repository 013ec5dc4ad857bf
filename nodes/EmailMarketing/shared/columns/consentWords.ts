import { plainOf } from './plain';

/** The word of a cell: plain letters and digits, or, where it has none, its signs, such as ✓. */
export function wordOf(text: string): string {
	return plainOf(text) || text.replace(/[\s\p{M}\p{C}]/gu, '');
}

const setOf = (...words: string[]): ReadonlySet<string> => new Set(words.map(wordOf));

/** What programs write into a cell that holds nothing. */
export const nothing = setOf('null', 'undefined', 'nil');

/** Words of consent, and a yes to it. They are no `no` to having gone: a "Do Not Contact" that is "active" is in force. */
// prettier-ignore
export const yes = setOf(
	'yes', 'y', 'true', 't', '1', 'x', 'on', 'ok', 'okay', 'checked', 'enabled', '✓', '✔', '☑', '✅', '+',
	'agree', 'agreed', 'I agree', 'accept', 'accepted', 'allowed', 'granted', 'given', 'consented', 'confirmed',
	'ja', 'j', 'jo', 'wahr', 'erteilt', 'zugestimmt', 'oui', 'vrai', 'accepté', 'si', 's', 'verdadero', 'aceptado', 'sim', 'verdadeiro', 'aceito', 'vero', 'accettato',
	'waar', 'tak', 'prawda', 'evet', 'doğru', 'да', 'истина', 'так', 'sant', 'sand', 'ano', 'pravda', '是', '同意', 'はい', '同意する', '예', '네', '동의', 'نعم', 'כן',
	'subscribed', 'is subscribed', 'active', 'opted in', 'opt in', 'double opt in', 'single opt in', 'abonniert', 'angemeldet', 'aktiv', 'abonné', 'abonnée', 'inscrit', 'inscrite', 'actif', 'suscrito', 'activo',
	'inscrito', 'ativo', 'iscritto', 'attivo', 'geabonneerd', 'ingeschreven', 'aangemeld', 'actief', 'zapisany', 'aktywny', 'abone', 'aktif', 'подписан', 'подписана', 'prenumererar', 'tilmeldt', 'påmeldt',
	'已订阅', '已訂閱', '订阅', '購読中', '購読', '配信中', '수신동의', '구독',
);

// prettier-ignore
export const no = setOf(
	'no', 'false', 'unchecked', 'disabled', 'nein', 'falsch', 'non', 'faux', 'falso', 'não', 'nee', 'onwaar', 'nie', 'fałsz', 'hayır', 'yanlış',
	'нет', 'ложь', 'ні', 'nej', 'falskt', 'falsk', 'nei', 'usant', 'ne', 'nepravda', '否', 'いいえ', '아니요', '아니오', 'لا', 'לא',
);

/** A no to consent alone: who has declined to opt out is another matter, and so is a payment that was declined. */
// prettier-ignore
export const denials = setOf(
	'never', 'disagree', 'disagreed', 'declined', 'denied', 'refused', 'not allowed', 'not given', 'not granted', 'nicht erteilt', 'abgelehnt', 'refusé', 'rechazado', 'recusado', 'rifiutato', '不同意', '同意しない', '미동의',
);

/** Signs for no that mean other things in a column of states: a "N" there may be short for new. */
export const noSigns = setOf('0', 'n', 'f', 'off', 'none', 'n/a', '-', '–', '—', '✗', '✘', '❌', '☐');

/** States in which a service sends a person nothing. "Pending" is none of them: in a sheet it mostly stands for work to do. */
// prettier-ignore
export const refusals = setOf(
	'unsubscribed', 'unsubscribe', 'unsub', 'opted out', 'opt out', 'not subscribed', 'non subscribed', 'never subscribed', 'not opted in', 'no consent', 'consent withdrawn', 'withdrawn', 'revoked',
	'cleaned', 'bounced', 'bounce', 'hard bounce', 'hard bounced', 'undeliverable', 'complained', 'complaint', 'spam', 'marked as spam', 'abuse', 'junk', 'blacklisted', 'blocklisted', 'blocked', 'suppressed',
	'do not contact', 'do not email', 'dnc', 'non-marketing contact', 'transactional', 'unconfirmed', 'not confirmed', 'pending confirmation', 'awaiting confirmation', 'inactive', 'archived', 'deleted', 'removed', 'gelöscht', 'entfernt', 'supprimé', 'eliminado', 'removido',
	'abgemeldet', 'abbestellt', 'ausgetragen', 'nicht abonniert', 'widerrufen', 'gesperrt', 'inaktiv', 'unbestätigt', 'désabonné', 'désabonnée', 'désinscrit', 'désinscrite', 'inactif', 'non abonné', 'non inscrit',
	'baja', 'dado de baja', 'dada de baja', 'desuscrito', 'inactivo', 'no suscrito', 'descadastrado', 'desinscrito', 'não inscrito', 'inativo', 'disiscritto', 'cancellato', 'non iscritto', 'inattivo',
	'afgemeld', 'uitgeschreven', 'niet ingeschreven', 'inactief', 'wypisany', 'nieaktywny', 'abonelikten çıktı', 'abonelikten ayrıldı', 'pasif', 'отписан', 'отписана', 'отписался', 'отписалась', 'не подписан',
	'відписаний', 'відписався', 'avregistrerad', 'avprenumererad', 'afmeldt', 'frameldt', 'avmeldt', 'odhlášen', 'odhlášený',
	'已退订', '退订', '取消订阅', '已取消订阅', '未订阅', '已退訂', '取消訂閱', '未訂閱', '配信停止', '購読解除', '解除', '退会', '未購読', '수신거부', '구독취소', '미구독',
);

/**
 * Ends of a subscription, and beginnings that are not confirmed. They count only in columns about that: a "Status" that is "cancelled" or
 * "pending" is as likely an order's or a booking's, and who has cancelled one of these has not said a word about mail.
 */
// prettier-ignore
export const endings = setOf('cancelled', 'canceled', 'storniert', 'gekündigt', 'pending', 'ausstehend', 'en attente', 'pendiente', 'pendente', 'in attesa');
