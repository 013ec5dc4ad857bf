import type { Meaning } from './consentHeaders';

/** About one mail or an address rather than mailings: `Send the invoice by email?` */
const aboutMail = new RegExp(
	[
		'receipt|invoice|ticket|quote|certificate|reminder|confirm|copy|order|application|employer|reference|emergency|address|notification',
		'rechnung|beleg|bescheinigung|zertifikat|erinnerung|bestatigung|lieferschein|unterlagen|ruckfragen|adres|benachrichtigung',
		'facture|copie|rappel|factura|recibo|copia|pedido|direccion|fatura|boleto|fattura|ricevuta|indirizzo|factuur|bevestiging',
		'received|working|published|share|spam|photo|foto|logo',
	].join('|'),
);

const anyOf = (words: string, start = '(?<!\\p{L})'): RegExp => new RegExp(`${start}(${words})(?!\\p{L})`, 'iu');
/** An open question: `How may we contact you by email?` */
const isOpen = anyOf(
	[
		'how|when|where|which|what|who|why|did|have|has|is|was|wie|wann|wo|welche[rs]?|wer|warum|haben|hat|comment|quand|o[uù]|quel(le)?|qui|pourquoi|avez',
		'c[oó]mo|cu[aá]ndo|d[oó]nde|cu[aá]l|qui[eé]n|quando|onde|qual|quem|dove|chi|perch[eé]|hoe|wanneer|waar|welke?|wat|waarom|heeft',
	].join('|'),
	'^\\P{L}*',
);
/** `I have no email` */
const isMissing = anyOf('have|has|got|did|habe|hat|ai|tengo|tiene|ho|ha|heb|heeft|tem|tenho');
/** Words of somebody who speaks of themselves, and of somebody who asks. */
const isMine = anyOf(
	'i|me|my|ich|mir|mich|je|j|moi|yo|eu|io|mi|ik|mij|quiero|deseo|acepto|autorizo|quero|desejo|aceito|voglio|vorrei|accetto|acconsento',
);
const isAsked = anyOf('we|us|you|your|wir|uns|sie|ihnen|dir|dich|nous|vous|usted|lhe|você|u|jullie');

/**
 * The kind of a header with a word of mail among unknown ones: `Would you like to receive emails?`, `I do not want any
 * emails`. Without somebody who speaks or asks it may be an address.
 * @param name the header as plain text
 * @param has whether any of its words has one of these meanings
 */
export function kindOfMail(
	header: string,
	name: string,
	has: (...wanted: readonly Meaning[]) => boolean,
): 'weak opt-in' | 'weak opt-out' | undefined {
	if (aboutMail.test(name) || isOpen.test(header)) return undefined;
	if (has('negation')) return isMissing.test(header) ? undefined : 'weak opt-out';
	if (has('leaving') && isMine.test(header)) return 'weak opt-out';
	const isQuestion = header.includes('?');
	const isPersonal = isQuestion || isMine.test(header) || isAsked.test(header);
	return isPersonal && (has('wish') || (isQuestion && has('may'))) ? 'weak opt-in' : undefined;
}
