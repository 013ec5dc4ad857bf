/** Whether a create is answered with somebody who was there before. All inferred: a service that refuses such a create says so, and others say nothing. */

import type { IDataObject } from 'n8n-workflow';

import { plainOf } from '../shared/columns/plain';
import { textOf } from '../shared/textOf';
import { isDoneAnswer } from './doneAnswer';
import type { KnownSubscriber } from './knownSubscriber';
import { fieldsOf } from './listEntries';
import { leavesEmpty } from './values';

/** The clocks of two machines, and times without a zone, may differ by as much. */
const day = 24 * 60 * 60 * 1000;

/** Whether somebody was made long before now; `undefined` where that is not told. */
export function isOlder(answer: IDataObject, now = Date.now()): boolean | undefined {
	const { created_at: createdAt } = fieldsOf(answer);
	const at = typeof createdAt === 'string' ? Date.parse(createdAt) : NaN;
	return Number.isNaN(at) ? undefined : at < now - day;
}

/** Whether the sentence of an answer says that somebody is there, in common languages. */
export function saysThatItExists({ message }: IDataObject): boolean {
	const words = /(?<!\p{L})(already|exists|duplicate|taken|existiert|bereits|existe|déjà|già|já)(?!\p{L})/iu;
	return typeof message === 'string' && !isDoneAnswer(message) && words.test(message.slice(0, 200));
}

/** Whether somebody is shown with a name that is not the one that was sent, however that is written. An empty one may be filled later. */
export function showsOtherNames(
	shown: Pick<KnownSubscriber, 'firstName' | 'lastName'>,
	sent: Pick<KnownSubscriber, 'firstName' | 'lastName'>,
): boolean {
	return (['firstName', 'lastName'] as const).some(
		(name) => !leavesEmpty(shown[name]) && lettersOf(shown[name]) !== lettersOf(sent[name]),
	);
}

/** What services that write names in their own way leave of them. */
function lettersOf(name: unknown): string {
	return plainOf(textOf(name ?? ''));
}
