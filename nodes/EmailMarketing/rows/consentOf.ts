import { plainText } from '../shared/text';
import { cached } from './cached';
import { headerWords, wholeHeaders, type Consent, type Meaning } from './consentHeaders';
import { withoutDate } from './dates';
import { headerNames } from './headerNames';
import { kindOfMail } from './kindOfMail';

/** What a header says about the consent in its column. */
export interface ConsentHeader {
	readonly consent: Consent;
	/** It may be about something else: only plain words skip a row. */
	readonly isWeak: boolean;
	/** Whether a plain answer in it is enough to unsubscribe somebody. */
	readonly mayUnsubscribe: boolean;
	/** Equal for all spellings of the header. */
	readonly name: string;
}

const yes = '([01]\\s*=\\s*)?(yes|y|ja|j|oui|o|s[iíì]|sim|s|true|1)';
const no = '([01]\\s*=\\s*)?(no|n|nein|non|não|nee|false|0)';
const or = '\\s*([/|,;]|\\s(or|oder|ou|o|of)\\s)\\s*';
/** Yes and no behind a header: `Newsletter (ja/nein)`, `Newsletter: yes or no?` */
const choice = new RegExp(`[\\s([:–-]+(${yes}${or}${no}|${no}${or}${yes})[\\s)\\]?!.:]*$`, 'iu');
/** The endings of both genders: `Désabonné(e)`, `Suscrito/a`, `Inscrit·e`. */
const gender = /(?<=\p{L}{3})(\((e|a|o\/a)\)|[/·.•](e|a))(?=[\s)]|$)/giu;

/** Most characters of a header; a longer one is a sentence of a form. */
export const longest = 100;

/** A header or a cell without what does not change its meaning: the choice, the other gender, a date behind it. */
export function bare(text: string): string {
	// These patterns take quadratic time.
	return text.length > 1000 ? text : withoutDate(text.replace(choice, '').replace(gender, ''));
}

/** How a column with this header expresses consent, if it does. */
export const consentOf = cached((header): ConsentHeader | undefined => {
	if (header.length > 1000) return undefined;
	// A failure of this node puts `input_` before some columns.
	const whole = header.replace(/^(input_)+/, '');
	const text = bare(whole);
	// A cell that repeats a sentence repeats all of it.
	const name = plainText(text.length > longest ? whole : text);
	const kind = kinds.get(name) ?? kindByWords(text, name);
	if (kind === undefined) return undefined;
	const isWeak = kind.startsWith('weak ');
	const consent = kind.replace(/^(weak|skipping) /, '') as Consent;
	return { consent, isWeak, mayUnsubscribe: kind === consent, name };
});

const kinds: ReadonlyMap<string, string> = new Map(
	Object.entries(wholeHeaders).flatMap(([kind, headers]) =>
		headers.split(/,\s+/).map((header) => [plainText(header), kind] as const),
	),
);

/** Words as exports have them: next to others, too, anything but a no skips. */
const optOut = /unsubscribed|optedout|optout|isoptinpending|blacklisted|blocklisted/;
const link = /(link|url|lien|enlace)$/;
const otherChannel = /sms|whatsapp|fax|telefon|phone|calls|anruf|appel|llamada|push|postal|perpost|courrier/;
const byMail = /mail|newsletter|infolettre|boleti|nieuwsbrief|rundbrief/;
/** About a letter rather than the wish for it: topics, counts, the last one sent. */
const aboutLetters = new RegExp(
	[
		'source|quelle|origin|herkunft|ipaddress|count|anzahl|nombre|numero|noof|language|sprache|langue|idioma|lingua',
		'topic|thema(?!il)|theme|frequen|template|campaign|kampagne|campagne|last|letzte|verif|valid|opened|click',
		'budget|manager|leiter|director|agentur|agency|team|abteilung|department|lead',
	].join('|'),
);

/** With one of these, words of leaving are a promise: `I can unsubscribe at any time`. */
const anytime = /anytime|jederzeit|toutmoment|cualquiermomento|qualquermomento|qualsiasimomento|allentijde|elkmoment/;

/** The kind of a header that is in no table: full if all of its words are known, else weak. */
function kindByWords(header: string, name: string): string | undefined {
	if (link.test(name) || (otherChannel.test(name) && !byMail.test(name))) return undefined;
	const mayLeave = anytime.test(name);
	const meanings = meaningsIn(header).map((one) =>
		mayLeave && (one === 'leaving' || one === 'leavingList') ? undefined : one,
	);
	const has = (...wanted: readonly Meaning[]): boolean => wanted.some((meaning) => meanings.includes(meaning));
	// Agreeing or refusing, a long sentence has the same words: `I can withdraw my consent with effect for the future`.
	if (header.length > longest) {
		const isAboutLetters = has('letter') && has('wish', 'consent', 'leaving', 'leavingList');
		const isAboutMail = has('mail') && has('wish') && kindOfMail(header, name, has) !== undefined;
		if (!isAboutLetters && !isAboutMail) return undefined;
		const isQuestion = /\?[\s*)]*$/.test(header) && !has('negation', 'leaving', 'leavingList');
		return isQuestion ? 'weak opt-in' : 'weak unclear';
	}
	const isOther = aboutLetters.test(name);
	const isFull = !meanings.includes(undefined) && !isOther;
	// The question of a form counts in full, but unsubscribes nobody.
	const fully = has('sentence', 'may') ? 'skipping ' : '';
	const strength = isFull ? fully : 'weak ';
	// In full, a header may be about a consent, or about writing to somebody.
	const isAboutLetters = has('letter') || (isFull && has('consent'));
	const isAboutWriting = isAboutLetters || (isFull && has('mail', 'writing'));
	if (isFull && has('leavingList')) return `${strength}opt-out`;
	if (optOut.test(name) && !mayLeave) return 'skipping opt-out';
	if (has('leavingList') || (has('leaving') && isAboutLetters)) return `${strength}opt-out`;
	if (isOther) return undefined;
	if (has('negation') && isAboutWriting) return `${strength}opt-out`;
	if (has('consent') && isFull) return `${strength}opt-in`;
	if (has('state') && strength === '') return 'status';
	if (has('letter') && has('wish', 'consent')) return `${strength}opt-in`;
	if (fully !== '' && isAboutWriting && has('wish') && !has('leaving')) return 'weak opt-in';
	return has('mail') ? kindOfMail(header, name, has) : undefined;
}

const patterns = Object.entries(headerWords).map(([meaning, list]) => {
	const words = list.split(/,\s+/).map((word) => word.trim());
	return [meaning as Meaning, new RegExp(`^(${words.join('|')})$`)] as const;
});

/** What each word of a header means; `undefined` for others. */
function meaningsIn(header: string): Array<Meaning | undefined> {
	const text = header
		.replace(/№|(?<!\p{L})no?[.º°]/giu, ' nr ')
		.normalize('NFKD')
		.replace(/[\p{M}\p{Cf}]/gu, '')
		.replace(/[’ʼ]/g, "'")
		.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
		.toLowerCase()
		.replace(/\be[\s-]+mail/g, 'email')
		.replace(/(?<!\p{L})opt(ed|s|ing)?[\s_-]*(me[\s_-]*)?(in|out)(?!\p{L})/gu, 'opt$3')
		.replace(/(?<!\p{L})sign(ed)?[\s_-]*(me[\s_-]*)?up/gu, 'signup')
		.replace(/(?<=[\s_-])no\P{L}*$/u, 'nr')
		.replace(/n't/g, 'nt')
		.replace(/(?<!\p{L})i object(?!\p{L})/gu, 'i objection')
		.replace(/lettres? d'information|comm?unica\w+ comm?ercia\w+/g, 'infolettre');
	return text.match(/\p{L}+|\p{N}+/gu)?.flatMap(meaningsOf) ?? [];
}

/** A word, or two in one, as in German: `Werbesperre`. */
function meaningsOf(word: string): Array<Meaning | undefined> {
	const [found] = patterns.find(([, pattern]) => pattern.test(word)) ?? [];
	const [, first, rest] = /^(newsletter|marketing|mailing|werbe|nieuwsbrief|e?mail|dsgvo|avg)(.{3,})$/.exec(word) ?? [];
	if (found !== undefined || first === undefined || rest === undefined) return [found];
	return [...meaningsOf(first), ...meaningsOf(rest)];
}

const addresses = new Set(headerNames.email.map(plainText));
const aboutConsent = /mail|correo|news|letter|subscri|optout|permi|gdpr|dsgvo|rgpd|lgpd|privacy|datenschutz/;

/** Whether an ignored column may be about consent, so that a user should hear of it. */
export const mayBeConsent = cached((header): boolean => {
	if (header.length > 1000) return false;
	const name = plainText(header);
	if (addresses.has(name) || (header.length <= longest && aboutLetters.test(name))) return false;
	return aboutConsent.test(name) || meaningsIn(header).some((one) => one === 'letter' || one === 'consent');
});
