const month =
	'(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|fév|avr|août|juin|juil|déc|ene|abr|ago|dic|fev|set|out|gen|mag|giu|lug|ott|maa|mrt|mei)\\p{L}*\\.?';
const day = `\\d{4}[-/.]\\d\\d?[-/.]\\d\\d?|\\d\\d?[-/.]\\d\\d?[-/.](\\d\\d){1,2}|(${month} \\d\\d?|\\d\\d?\\.?( de)? ${month}),?( de)? \\d{4}`;
const time = '[T ,]+\\d\\d?:\\d\\d[\\d:.]*( ?[ap]m)? ?(Z|UTC|GMT)?([+-]\\d\\d:?\\d\\d)?( \\([^()]*\\))?';
const dateAlone = new RegExp(`^\\s*(([a-z]{3},? )?(${day})(${time})?|\\d{10}|\\d{13})\\s*$`, 'iu');

/** Whether a text is a date and nothing else, with or without a time, or Unix time in seconds or milliseconds. */
export function isDate(text: string): boolean {
	return text.length <= 100 && dateAlone.test(text);
}
