const maxLength = 300;

/** What the service says as one line of readable length, or `undefined` where it says nothing. */
export function shortened(text: string): string | undefined {
	const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	if (line === '') return undefined;
	return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
