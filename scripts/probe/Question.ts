import type { Session } from './Session';

/** A sentence of the project's pages that states what is inferred, word for word. */
export interface Line {
	readonly page: string;
	readonly text: string;
}

export interface Meaning {
	/** `answers` where the line only names what is open. */
	readonly verdict: 'confirms' | 'refutes' | 'answers';
	/** What the service does. */
	readonly words: string;
	/** What a maintainer can do. */
	readonly then: string;
}

export interface Question<A extends string = string> {
	/** Its name in the JSON. */
	readonly key: string;
	readonly asks: string;
	readonly line: Line;
	readonly answers: Readonly<Record<A, Meaning>>;
	/**
	 * Finds the answer, and a detail: a sentence.
	 * @throws Unseen where there is none
	 */
	readonly find: (session: Session) => Promise<A | readonly [answer: A, detail: string]>;
}

/** A question that can be in one table with others; its answers are checked. */
export function question<A extends string>(asked: Question<A>): Question {
	return asked;
}

export function architecture(text: string): Line {
	return { page: 'docs/architecture.md', text };
}

export function confirms(words: string, then = 'Nothing to do.'): Meaning {
	return { verdict: 'confirms', words, then };
}

export function refutes(words: string, then: string): Meaning {
	return { verdict: 'refutes', words, then };
}

export function answers(words: string, then: string): Meaning {
	return { verdict: 'answers', words, then };
}
