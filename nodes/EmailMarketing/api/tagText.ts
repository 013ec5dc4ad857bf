/** A quoted tag with its surrounding spaces, as in exports. A quote within a word is part of the tag: `5" pipe`. */
const quotedTag = /(?<=^|[,;])\s*"(?:[^"]|"")*"\s*(?=[,;]|$)/gu;

const tagWith = (separator: string): RegExp =>
	new RegExp(`\\s*(?:"((?:[^"]|"")*)"\\s*(?=${separator}|$)|([^${separator}]*))(?:${separator}|$)`, 'gu');
const tagBefore = { ',': tagWith(','), ';': tagWith(';') };

/** The tags of a text, unquoted, trimmed, none empty. Split at commas or, if all of those are quoted, semicolons. */
export function splitTags(text: string): string[] {
	const tags = [...text.matchAll(tagBefore[separatorOf(text)])].map(([, quoted, plain = '']) =>
		(quoted?.replaceAll('""', '"') ?? plain).trim(),
	);
	return tags.filter((tag) => tag !== '');
}

/** Tags as the text that `splitTags` reads. */
export function joinTags(tags: readonly string[]): string {
	return tags.map(quotedIfNeeded).join(', ');
}

/** A text that begins with a bracket could be a JSON array. */
function quotedIfNeeded(tag: string): string {
	return /[,;]|^\s*["[]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag;
}

function separatorOf(text: string): ',' | ';' {
	return text.includes(';') && !text.replace(quotedTag, '').includes(',') ? ';' : ',';
}
