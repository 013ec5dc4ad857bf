const month =
	'(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|fév|avr|août|juin|juil|déc|ene|abr|ago|dic|fev|set|out|gen|mag|giu|lug|ott|maa|mrt|mei)\\p{L}*\\.?';
// Programs write a missing date as 1970-01-01, 1900-01-00, 1899-12-30 or 0001-01-01, or a day off by the time zone.
// Other calendars have years such as 1403.
const year = '((?!0|18|19[0-6]|1970)\\d{4})';
const day = `${year}[-/.]\\d\\d?[-/.]\\d\\d?|\\d\\d?[-/.]\\d\\d?[-/.](${year}|(?!69|70)\\d\\d)|(${month} \\d\\d?|\\d\\d?\\.?( de)? ${month}),?( de)? ${year}`;
const time = '[T ,]+\\d\\d?:\\d\\d[\\d:.]*( ?[ap]m)? ?(Z|UTC|GMT)?([+-]\\d\\d:?\\d\\d)?( \\([^()]*\\))?';
const dateAlone = new RegExp(`^\\s*(([a-z]{3},? )?(${day})(${time})?|\\d{10}|\\d{13})\\s*$`, 'iu');

/** Whether a text is only a date after 1970, with or without a time, or Unix time in seconds or milliseconds. */
export function isDate(text: string): boolean {
	return text.length <= 100 && dateAlone.test(text);
}
