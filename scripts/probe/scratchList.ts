import { addressKey } from '../../nodes/EmailMarketing/api/emailAddress';
import { idOf } from '../../nodes/EmailMarketing/api/response';
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
	const people = peopleOf(session, shown?.entries ?? []);
	for (const entry of before) people.delete(textOf(idOf(entry)));
	const gone = new Set<string>();
	for (const id of people.keys()) {
		const reply = await session.ask('subscriber.delete', { id }).catch((thrown: unknown) => thrown as Error);
		if (reply instanceof Error) note(reply);
		else if (reply.refusal === undefined || reply.refusal.status === 404) gone.add(id);
		else problems.add(reasonOf(reply.refusal));
		// The others would take as long.
		if (reply instanceof UserFacingError && reply.status === undefined) break;
	}
	const after = await session.everyone().catch(note);
	if (after === undefined)
		return { removed: gone.size, left: maybeLeft(session, people, gone), why: [...problems].join(' ') };
	const found = new Set([...gone].map((id) => people.get(id)));
	const unsure = [...session.unsure].filter((email) => !found.has(email));
	if (unsure.length > 0) problems.add('The service may still add people whom it did not show.');
	return {
		removed: gone.size,
		left: [...stillThere(session, after.entries), ...unsure.map((email) => ({ email, ids: [] }))],
		isAsBefore: isEqual(
			before,
			after.entries.filter((entry) => !session.isOwn(entry)),
		),
		why: [...problems].join(' ') || undefined,
	};
}

/** The addresses of the probe's people by ID: those whom the service returned, and those in the list. */
function peopleOf(session: Session, entries: readonly JsonRecord[]): Map<string, string> {
	const people = new Map<string, string>();
	for (const [email, ids] of session.ids) ids.forEach((id) => people.set(id, email));
	for (const entry of entries)
		if (session.isOwn(entry) && idOf(entry) !== undefined) people.set(textOf(idOf(entry)), addressKey(entry.email));
	return people;
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
