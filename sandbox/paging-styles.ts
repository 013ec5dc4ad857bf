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

/** Converts a list from the contract's form to another one: the response itself, or the mails of a subscriber. */
export function inStyle(name: PagingStyleName, answer: Answer): Answer {
	const { mails, ...subscriber } = answer.body as { mails?: List };
	const list = mails ?? (answer.body as Partial<List>);
	if (name === 'numbered' || answer.status > 299 || list.data === undefined) return answer;
	const next = list.links?.next ?? null;
	const styled = name === 'links' ? { data: list.data, links: { next } } : list.data;
	return {
		...answer,
		body: mails === undefined ? styled : { ...subscriber, mails: styled },
		headers: name === 'bare' && next !== null ? { link: `<${next}>; rel="next"` } : undefined,
	};
}
