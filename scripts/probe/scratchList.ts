import { addressKey } from '../../nodes/EmailMarketing/api/emailAddress';
import { idKey, idOf } from '../../nodes/EmailMarketing/api/response';
import { textOf } from '../../nodes/EmailMarketing/shared/text';
import type { JsonRecord } from '../../nodes/EmailMarketing/shared/values';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { AbortError } from '../../nodes/EmailMarketing/transport/wait';
import { reasonOf, type Session } from './Session';

/** A list with more people is one that somebody uses. */
export const mostPeople = 50;

/** Why nothing was written: sentences for the user. */
export class Refused extends Error {}

/** What is left of the probe in the list. */
export interface CleanUp {
	readonly removed: number;
	readonly left: ReadonlyArray<{ readonly email: string; readonly ids: readonly string[] }>;
	/** Whether all others are as before; `undefined` if the list cannot be read. */
	readonly isAsBefore?: boolean;
	/** Why something could not be done. */
	readonly why?: string;
}

/** @throws Refused if it is no scratch list */
export async function readScratchList(session: Session): Promise<JsonRecord[]> {
	const { entries, total = 0 } = await session.everyone(mostPeople);
	const count = Math.max(total, entries.length);
	if (count <= mostPeople) return entries;
	const number = total > mostPeople ? String(total) : `more than ${mostPeople}`;
	throw new Refused(
		`This is no scratch list: it has ${number} subscribers, and the probe takes ${mostPeople} at most. Create a contact list for it. Nothing was written.`,
	);
}

/** Deletes the probe's people, with what still works, and compares the list with what it was. */
export async function cleanUp(session: Session, before: readonly JsonRecord[]): Promise<CleanUp> {
	const problems = new Set<string>();
	const note = (thrown: unknown): undefined => void problems.add(explained(thrown));
	const shown = await session.everyone().catch(note);
	const people = new Map<string, string>();
	for (const [email, ids] of session.ids) ids.forEach((id) => people.set(id, email));
	for (const entry of shown?.entries ?? [])
		if (session.isOwn(entry) && idOf(entry) !== undefined) people.set(textOf(idOf(entry)), addressKey(entry.email));
	const others = new Set(before.map((entry) => idKey(idOf(entry))));
	const gone = new Set<string>();
	for (const id of people.keys()) {
		if (others.has(idKey(id))) continue;
		const reply = await session.ask('subscriber.delete', { id }).catch(note);
		const isGone = reply !== undefined && (reply.refusal === undefined || reply.refusal.status === 404);
		if (isGone) gone.add(id);
		else if (reply?.refusal !== undefined) problems.add(reasonOf(reply.refusal));
	}
	const after = await session.everyone().catch(note);
	const left = after === undefined ? maybeLeft(session, people, gone) : stillThere(session, after.entries);
	const isAsBefore =
		after === undefined
			? undefined
			: isEqual(
					before,
					after.entries.filter((entry) => !session.isOwn(entry)),
				);
	return { removed: gone.size, left, isAsBefore, why: [...problems].join(' ') || undefined };
}

function stillThere(session: Session, entries: readonly JsonRecord[]): CleanUp['left'] {
	const own = entries.filter((entry) => session.isOwn(entry));
	return own.map((entry) => ({ email: textOf(entry.email), ids: [textOf(idOf(entry) ?? '')] }));
}

/** Without the list: those who were written, and whose delete did not succeed. */
function maybeLeft(session: Session, people: ReadonlyMap<string, string>, gone: ReadonlySet<string>): CleanUp['left'] {
	const addresses = new Set([...session.written].map(addressKey));
	const idsOf = (email: string) => [...people].filter(([, holder]) => holder === email).map(([id]) => id);
	return [...addresses]
		.map((email) => ({ email, ids: idsOf(email) }))
		.filter(({ ids }) => ids.length === 0 || ids.some((id) => !gone.has(id)));
}

function isEqual(before: readonly JsonRecord[], after: readonly JsonRecord[]): boolean {
	const textsOf = (entries: readonly JsonRecord[]) => entries.map((entry) => JSON.stringify(entry)).sort();
	return JSON.stringify(textsOf(before)) === JSON.stringify(textsOf(after));
}

export function explained(thrown: unknown): string {
	if (thrown instanceof AbortError) return 'It was interrupted.';
	if (thrown instanceof UserFacingError) return `${thrown.message}.`;
	return 'The response was unexpected.';
}
