import { isAlike, isAnswerOf, kindOf } from '../../../api/answerKinds';
import { endpointOf, type ReadingKey } from '../../../api/endpoints';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { Answer, ApiClient } from '../../../transport/ApiClient';

/** What came of trying a path. */
export interface Trial {
	/** With its placeholders. */
	readonly path: string;
	/** `unknown` where the answer tells nothing of the path: the service is failing, say, or refuses this to everybody. */
	readonly result: 'ok' | 'notFound' | 'unknown';
	readonly why: string;
	/** Of the answer, where there was one. */
	readonly status?: number;
	readonly body?: unknown;
}

export interface Wish {
	/** Values for the placeholders of the path. */
	readonly pathValues?: Readonly<Record<string, string>>;
	/** Whether nothing told that there is such a path: then it is not asked for again and again. */
	readonly isGuess?: boolean;
}

/** No service has this. */
const noSuchPath = '/v1/no-such-path';

/** Statuses with which a service says that there is nothing to read at a path. With any other refusal, something may be there. */
const nothingThere: readonly unknown[] = [404, 405, 410, 501];

/** Tries paths by reading from them, one at a time. It sends GET and nothing else. */
export class PathTrier {
	private hasAnswered = false;

	/** Whether some path gave what belongs there: the token is good, and a path that refuses it takes another kind. */
	private hasFound = false;

	private everyPath?: Promise<Answer | UserFacingError | undefined>;

	constructor(private readonly client: ApiClient) {}

	/**
	 * Reads from a path as an operation would.
	 * @throws UserFacingError where no other path would fare better: the token is refused and nothing was found with it, or nothing answers at all
	 */
	async try(key: ReadingKey, path: string, { pathValues = {}, isGuess = false }: Wish = {}): Promise<Trial> {
		const answer = await this.ask(key, path, pathValues, isGuess);
		if (answer instanceof UserFacingError) return { path, ...(await this.judgeFailure(answer)), status: answer.status };
		const isFitting = isAnswerOf(key, answer.body, answer.headers, Object.values(pathValues).at(-1));
		const everyPath = await this.answerToEveryPath();
		const given = { path, status: 200, body: answer.body };
		if (!isFitting)
			return {
				...given,
				result: 'notFound',
				why: `The answer is no ${kindOf(key)}${everyPath === undefined ? '' : alsoElsewhere}`,
			};
		const isProof =
			everyPath === undefined || everyPath instanceof UserFacingError || !isAlike(everyPath.body, answer.body);
		if (!isProof)
			return {
				...given,
				result: 'unknown',
				why: 'The service gives such an answer to a path that does not exist too, so it proves nothing',
			};
		this.hasFound = true;
		return { ...given, result: 'ok', why: `It answers with ${kindOf(key) === 'account' ? 'an' : 'a'} ${kindOf(key)}` };
	}

	private async judgeFailure({ status = 0, message }: UserFacingError): Promise<Pick<Trial, 'result' | 'why'>> {
		if (nothingThere.includes(status) || (status >= 300 && status <= 399)) return { result: 'notFound', why: message };
		const isAnswered = status >= 200 && status <= 299;
		if (!isAnswered) return { result: 'unknown', why: `${message}, so whether the path is right is not known` };
		return {
			result: 'notFound',
			why: `${message}${(await this.answerToEveryPath()) === undefined ? '' : alsoElsewhere}`,
		};
	}

	/** What a service gives that answers every path with status 200; of any other one nothing. */
	private async answerToEveryPath(): Promise<Answer | UserFacingError | undefined> {
		this.everyPath ??= this.exchange('account.get', noSuchPath, {}, true).then((answer) => {
			const isAnswered = !(answer instanceof UserFacingError) || (answer.status !== undefined && answer.status <= 299);
			return isAnswered ? answer : undefined;
		});
		return await this.everyPath;
	}

	private async ask(
		key: ReadingKey,
		path: string,
		pathValues: Readonly<Record<string, string>>,
		isGuess: boolean,
	): Promise<Answer | UserFacingError> {
		const answer = await this.exchange(key, path, pathValues, isGuess);
		const isRefused =
			answer instanceof UserFacingError &&
			((answer.status === 401 && !this.hasFound) || (answer.status === undefined && !this.hasAnswered));
		if (isRefused) throw answer;
		this.hasAnswered = true;
		return answer;
	}

	private async exchange(
		key: ReadingKey,
		path: string,
		pathValues: Readonly<Record<string, string>>,
		isGuess: boolean,
	): Promise<Answer | UserFacingError> {
		// The catalogue says so, and a change of it must not make this one a write.
		if (endpointOf(key).method !== 'GET') throw new UserFacingError(`${key} is no reading`, 'Nothing was sent.');
		return await this.client.exchange({ key, path, pathValues, isGuess, isOptional: true }).catch((thrown: unknown) => {
			if (thrown instanceof UserFacingError) return thrown;
			throw thrown;
		});
	}
}

const alsoElsewhere = '. The service answers every path with status 200, also one that does not exist';
