import type { Request } from 'openapi-backend';
import type { Answer } from './answer';
import { rejected } from './http-error';

/** How a service can treat `?per_page=`. The document of the service does not mention it. */
export const perPageNames = {
	honoured: 'pages as long as requested, up to 100',
	ignored: 'pages of 15, whatever is requested',
	refused: 'a list requested with it returns 422',
};

export type PerPageName = keyof typeof perPageNames;

/** Responds to a call as if it had no `per_page`, unless that is honoured. */
export async function answerPerPage(
	name: PerPageName,
	request: Request,
	ask: (request: Request) => Promise<Answer>,
): Promise<Answer> {
	const [path = '', text] = request.path.split('?');
	const query = new URLSearchParams(text);
	if (name === 'honoured' || request.method !== 'GET' || !query.has('per_page')) return await ask(request);
	query.delete('per_page');
	const answer = await ask({ ...request, path: `${path}?${query.toString()}` });
	// A wrong token or path is reported before a wrong query, and only a list has a page size.
	return name === 'refused' && isList(answer) ? rejected({ per_page: ['The per page field is prohibited.'] }) : answer;
}

/** Whether the response has a list, or a subscriber with the list of their mails. */
function isList({ body }: Answer): boolean {
	const { mails, data = mails } = body as { mails?: unknown; data?: unknown };
	return data !== undefined;
}
