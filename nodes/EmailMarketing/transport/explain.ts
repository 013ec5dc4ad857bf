import { Explained } from '../shared/Explained';
import type { Failure } from './attempt';
import { serviceMessage } from './serviceWords';
import { doubt } from './words/doubt';
import { networkWords, unreadableWords } from './words/networkWords';
import { statusWords } from './words/statusWords';
import type { Subject, Words } from './words/Subject';

/**
 * Puts a failure into words.
 * The service's own message is always part of it, and so is the doubt when the work may have been done.
 */
export function explain(subject: Subject, failure: Failure): Explained {
	const { message, description } = wordsFor(subject, failure);
	const said = serviceMessage(failure.body);
	const uncertain = doubt(subject, failure);
	const parts = [description, said === undefined ? undefined : `The service says: "${said}"`, uncertain];
	return new Explained(message, parts.filter((part) => part !== undefined).map(closed).join(' '), failure.status, uncertain !== undefined);
}

function closed(sentence: string): string {
	return /[.!?"}]$/.test(sentence) ? sentence : `${sentence}.`;
}

function wordsFor(subject: Subject, failure: Failure): Words {
	if (failure.kind === 'status') return statusWords(subject, failure);
	return failure.status === undefined ? networkWords(subject, failure) : unreadableWords(subject, failure);
}
