/** A function of text that remembers its answers: so many, then it begins anew, for texts that never come again must not fill the memory. */
export function remembering<T>(compute: (text: string) => T, most = 2000, longest = 100): (text: string) => T {
	const answers = new Map<string, T>();
	return (text) => {
		const known = answers.get(text);
		if (known !== undefined || answers.has(text)) return known as T;
		const answer = compute(text);
		if (text.length > longest) return answer;
		if (answers.size >= most) answers.clear();
		answers.set(text, answer);
		return answer;
	};
}

/** Different texts in the order of their coming, up to a number. */
export class BoundedSet {
	private readonly texts = new Set<string>();

	isFull = false;

	constructor(private readonly most = 1000) {}

	add(text: string): void {
		if (this.texts.size < this.most) this.texts.add(text);
		else if (!this.texts.has(text)) this.isFull = true;
	}

	list(): string[] {
		return [...this.texts];
	}
}
