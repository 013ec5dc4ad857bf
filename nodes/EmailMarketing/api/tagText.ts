/** A quoted tag with its surrounding spaces, as in exports. A quote within a word is part of the tag: `5" pipe`. */
const quotedTag = /(?<=^|[,;])\s*"(?:[^"]|"")*"\s*(?=[,;]|$)/gu;

const tagWith = (separator: string): RegExp =>
	new RegExp(`\\s*(?:"((?:[^"]|"")*)"\\s*(?=${separator}|$)|([^${separator}]*))(?:${separator}|$)`, 'gu');
const tagBeforeComma = tagWith(',');
const tagBeforeSemicolon = tagWith(';');

/** The tags of a text, unquoted, trimmed, none empty. Split at commas or, if all of those are quoted, semicolons. */
export function splitTags(text: string): string[] {
	const hasComma = text.replace(quotedTag, '').includes(',');
	const pattern = text.includes(';') && !hasComma ? tagBeforeSemicolon : tagBeforeComma;
	const tags = [...text.matchAll(pattern)].map(([, quoted, plain = '']) =>
		(quoted?.replaceAll('""', '"') ?? plain).trim(),
	);
	return tags.filter((tag) => tag !== '');
}

/** Tags as the text that `splitTags` reads. */
export function joinTags(tags: readonly string[]): string {
	// A text that begins with a bracket could be a JSON array.
	const needsQuotes = /[,;]|^\s*["[]/;
	return tags.map((tag) => (needsQuotes.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ');
}
