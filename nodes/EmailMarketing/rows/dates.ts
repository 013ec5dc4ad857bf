const month =
	'(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|fév|avr|août|juin|juil|déc|ene|abr|ago|dic|fev|set|out|gen|mag|giu|lug|ott|maa|mrt|mei)\\p{L}*\\.?';
const day = `\\d{4}[-/.]\\d\\d?[-/.]\\d\\d?|\\d\\d?[-/.]\\d\\d?[-/.](\\d\\d){1,2}|(${month} \\d\\d?|\\d\\d?\\.?( de)? ${month}),?( de)? \\d{4}`;
const time = '[T ,]+\\d\\d?:\\d\\d[\\d:.]*( ?[ap]m)? ?(Z|UTC|GMT)?([+-]\\d\\d:?\\d\\d)?( \\([^()]*\\))?';
const dateAlone = new RegExp(`^\\s*(([a-z]{3},? )?(${day})(${time})?|\\d{10}|\\d{13})\\s*$`, 'iu');

/** Whether a text is a date and nothing else, with or without a time, or Unix time in seconds or milliseconds. */
export function isDate(text: string): boolean {
	return dateAlone.test(text);
}

const dateBehind = new RegExp(
	`(?<=[\\p{L}✓✔)])[\\s(:,–-]+((on|at|am|le|el|em|il|op|since|seit|depuis|desde|dal|sinds) )?(${day})(${time})?\\)?\\s*$`,
	'iu',
);

/** A text without the date behind it: `Unsubscribed (2024-01-01)`. */
export function withoutDate(text: string): string {
	return text.replace(dateBehind, '');
}

/** Whether a text has a date, also as spreadsheets count it: `am 31.05.2024`, `31-May-24`, 45443. */
export function hasDate(text: string): boolean {
	return isDate(text) || /(19|20)\d\d|^\s*\d{5}\s*$|^\s*\d\d?\W?\p{L}{3,}\W?\d\d\s*$/u.test(text);
}
