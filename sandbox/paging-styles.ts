import type { Answer } from './answer';

/**
 * Ways to page lists, all by `?page=` and `?per_page=`; the service does not document its own. `numbered` has page numbers,
 * links and counts, as the contract; `links` is `{data, links: {next}}`; `bare` an array, the next page in a Link header.
 */
export type PagingStyleName = 'numbered' | 'links' | 'bare';

interface List {
	data: unknown[];
	links?: { next: string | null };
}

/** Converts a list from the contract's form to another one. */
export function inStyle(name: PagingStyleName, answer: Answer): Answer {
	const { data, links } = answer.body as Partial<List>;
	if (name === 'numbered' || answer.status > 299 || data === undefined) return answer;
	const next = links?.next ?? null;
	if (name === 'links') return { ...answer, body: { data, links: { next } } };
	return { ...answer, body: data, headers: next === null ? undefined : { link: `<${next}>; rel="next"` } };
}
