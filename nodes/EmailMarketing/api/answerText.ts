/** What an answer is that did not parse as JSON. */
export type TextKind =
	/** JSON that ends before its brackets are closed. */
	| 'cutOff'
	/** JSON with something in it that JSON cannot have, such as NaN, or with something behind it. */
	| 'invalidJson'
	/** JSON with other text before it: a warning of the service's own program, say. */
	| 'jsonBehindText'
	/** Bytes of gzip, zlib or Zstandard, under a wrong name or none. */
	| 'compressed'
	| 'xml'
	| 'webPage'
	| 'text';

/** The first that fits. */
const kinds: ReadonlyArray<readonly [TextKind, (text: string) => boolean]> = [
	['compressed', isCompressed],
	['cutOff', (text) => beginsAsJson(text) && !isClosed(text)],
	['invalidJson', beginsAsJson],
	['jsonBehindText', (text) => /[\]}]$/.test(text.trimEnd()) && /\{\s*["}]|\[\s*[[{"\]\d-]/.test(text)],
	['xml', (text) => /^\s*<\?xml/i.test(text)],
	['webPage', isMarkup],
];

/** Tells what a text is that came in place of JSON. */
export function textKindOf(text: string): TextKind {
	return kinds.find(([, fits]) => fits(text))?.[0] ?? 'text';
}

/** Told by its first bytes; those that are no UTF-8 were replaced when it was read as text. */
export function isCompressed(text: string): boolean {
	return /^(\u001f\ufffd|x[\u0001\ufffd]|\(\ufffd\/\ufffd)/.test(text);
}

function beginsAsJson(text: string): boolean {
	return /^\s*[[{]/.test(text);
}

/** Whether every bracket outside of texts is closed. Counted one by one: a regular expression runs out of stack on texts of some MB. */
function isClosed(text: string): boolean {
	let open = 0;
	let isInText = false;
	for (let index = 0; index < text.length; index += 1) {
		const sign = text.charAt(index);
		if (sign === '"') isInText = !isInText;
		else if (isInText) index += sign === '\\' ? 1 : 0;
		else if (sign === '{' || sign === '[') open += 1;
		else if (sign === '}' || sign === ']') open -= 1;
	}
	return open <= 0;
}

/** Whether an answer is a web page, or XML, in place of data. */
export function isMarkup(answer: unknown): boolean {
	return typeof answer === 'string' && /^\s*</.test(answer);
}
