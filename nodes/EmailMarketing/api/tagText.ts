/** A tag in quotes, as exports write it, with what may stand around it. A quote within a word, as in `5" pipe`, is a part of the tag. */
const quotedTag = /(?<=^|[,;])\s*"(?:[^"]|"")*"\s*(?=[,;]|$)/gu;

/** A tag and what ends it. */
const tagWith = (separator: string): RegExp =>
	new RegExp(`\\s*(?:"((?:[^"]|"")*)"\\s*(?=${separator}|$)|([^${separator}]*))(?:${separator}|$)`, 'gu');
const tagBefore = { ',': tagWith(','), ';': tagWith(';') };

/** The tags of a text, separated by commas or, if there is none outside double quotes, by semicolons; in their order, without quotes, blanks at the ends and empty ones. */
export function splitTags(text: string): string[] {
	const tags = [...text.matchAll(tagBefore[separatorOf(text)])].map(([, quoted, plain = '']) =>
		(quoted?.replaceAll('""', '"') ?? plain).trim(),
	);
	return tags.filter((tag) => tag !== '');
}

function separatorOf(text: string): ',' | ';' {
	return text.includes(';') && !text.replace(quotedTag, '').includes(',') ? ';' : ',';
}
