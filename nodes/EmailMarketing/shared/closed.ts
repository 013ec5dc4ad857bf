/** A sentence that another may follow: with a full stop, unless it has an end already. */
export function closed(sentence: string): string {
	return sentence === '' || /[.!?]["}]?$|[}]$/.test(sentence) ? sentence : `${sentence}.`;
}
