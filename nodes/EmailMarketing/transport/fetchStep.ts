import { collectionOf, type EndpointKey } from '../api/endpoints';
import { readPage, type Page } from '../api/pages';
import type { Step } from '../api/pageSteps';
import { UserFacingError } from '../shared/UserFacingError';
import type { Answer, ApiClient } from './ApiClient';
import type { ApiRequest } from './Sending';

/** Statuses with which a service says that a list has no such page. */
const noSuchPage: readonly unknown[] = [404, 410, 416];
/** Statuses with which it says that it does not know what it was asked; 200, where the answer itself says that it failed. */
const notUnderstood: readonly unknown[] = [200, 400, 403, 405, 422, ...noSuchPage];

/** Why there is no page. */
export type Missing =
	/** The list has ended before. */
	| 'noSuchPage'
	/** The answer is none to this question. */
	| 'notUnderstood'
	/** No answer, or the service is failing. */
	| 'broken';

/**
 * The answer to one step of reading a list, or why there is none.
 * @param isStrict whether the refusal of a page that was told of is a failure
 */
export async function fetchStep(
	client: ApiClient,
	request: ApiRequest,
	step?: Step,
	isStrict = true,
): Promise<Answer | Missing> {
	const isOptional = step !== undefined && (step.isGuess || !isStrict);
	return await client
		.exchange({ ...request, query: step?.query, isOptional, isGuess: step?.isGuess })
		.catch((thrown: unknown) => {
			if (!isOptional || !(thrown instanceof UserFacingError)) throw thrown;
			if (noSuchPage.includes(thrown.status)) return 'noSuchPage';
			if (notUnderstood.includes(thrown.status) || (thrown.status ?? 500) < 400) return 'notUnderstood';
			if (step.isGuess) return 'broken';
			throw thrown;
		});
}

/** The page in an answer, read with the name that the service has for the list. */
export function pageIn(answer: Answer | Missing, key: EndpointKey): Page | Missing {
	if (typeof answer === 'string') return answer;
	if (answer.body === undefined) return 'noSuchPage';
	return readPage(answer.body, collectionOf(key), answer.headers) ?? 'notUnderstood';
}
