import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import type { Line, Meaning, Question } from './Question';
import { Stopped, Unseen } from './Unseen';
import { questions } from './questions';
import type { Session } from './Session';

export interface Answer {
	readonly key: string;
	readonly question: string;
	/** `unknown` where it could not be seen. */
	readonly answer: string;
	readonly words: string;
	readonly line: Line;
	readonly verdict: Meaning['verdict'] | 'leaves open';
	readonly then: string;
}

/** Failures of the service in a row after which it counts as down. */
const mostFailures = 2;

/** Asks one question after the other, until the service is down or the probe is interrupted. */
export async function askAll(
	session: Session,
	interrupted: AbortSignal,
	tell: (text: string) => void,
): Promise<{ readonly answers: Answer[]; readonly stopped?: string }> {
	const answers: Answer[] = [];
	const failures = new Set<unknown>();
	let stopped: string | undefined;
	for (const question of questions) {
		if (stopped !== undefined) {
			answers.push(unknown(question, stopped));
			continue;
		}
		tell(question.asks);
		try {
			answers.push(await answerOf(question, session));
			failures.clear();
		} catch (thrown) {
			if (isFailure(thrown)) failures.add(thrown);
			const why = reason(thrown);
			if (interrupted.aborted) stopped = 'the probe was interrupted';
			else if (thrown instanceof Stopped) stopped = why;
			else if (isDown(thrown) || failures.size >= mostFailures)
				stopped = `the service does not respond as before: ${why}`;
			answers.push(unknown(question, stopped ?? why));
		}
	}
	return { answers, stopped };
}

async function answerOf(question: Question, session: Session): Promise<Answer> {
	const { key, asks, line, answers } = question;
	const found = await question.find(session);
	const [answer, detail] = typeof found === 'string' ? [found, ''] : found;
	const meaning = answers[answer];
	if (meaning === undefined) throw new Unseen('the answer is not in the table');
	const words = `${meaning.words} ${detail}`.trim();
	return { key, question: asks, answer, words, line, verdict: meaning.verdict, then: meaning.then };
}

function unknown({ key, asks, line }: Question, why: string): Answer {
	const words = `Could not be seen, because ${why.replace(/\.$/, '')}.`;
	return { key, question: asks, answer: 'unknown', words, line, verdict: 'leaves open', then: 'Ask the service.' };
}

/** No connection, or the token is not accepted any more. */
function isDown(thrown: unknown): boolean {
	if (!(thrown instanceof UserFacingError)) return false;
	const { status, canRetry, mustNotRepeat } = thrown;
	return status === 401 || (status === undefined && (canRetry || mustNotRepeat));
}

function isFailure(thrown: unknown): boolean {
	return thrown instanceof UserFacingError && ((thrown.status ?? 0) >= 500 || thrown.status === 429);
}

function reason(thrown: unknown): string {
	if (thrown instanceof Unseen || thrown instanceof UserFacingError) return lowerFirst(thrown.message);
	return 'the response was unexpected';
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
