const month =
	'(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|fév|avr|août|juin|juil|déc|ene|abr|ago|dic|fev|set|out|gen|mag|giu|lug|ott|maa|mrt|mei)\\p{L}*\\.?';
// Programs write a missing date as one of 1970 or 1969, of 1900 or 1899, or of the year 1.
const year = '((?!0|18|19[0-6]|1970)\\d{4})';
const day = `${year}[-/.]\\d\\d?[-/.]\\d\\d?|\\d\\d?[-/.]\\d\\d?[-/.](${year}|(?!69|70)\\d\\d)|(${month} \\d\\d?|\\d\\d?\\.?( de)? ${month}),?( de)? ${year}`;
const time = '[T ,]+\\d\\d?:\\d\\d[\\d:.]*( ?[ap]m)? ?(Z|UTC|GMT)?([+-]\\d\\d:?\\d\\d)?( \\([^()]*\\))?';
const dateAlone = new RegExp(`^\\s*(([a-z]{3},? )?(${day})(${time})?|\\d{10}|\\d{13})\\s*$`, 'iu');

/** Whether a text is a date after 1970 and nothing else, with or without a time, or Unix time in seconds or milliseconds. */
export function isDate(text: string): boolean {
	return text.length <= 100 && dateAlone.test(text);
}
