import type { IDataObject } from 'n8n-workflow';

/** What can happen to a row, or to a subscriber who is in no row. What was done comes first, and what was not comes last. */
// prettier-ignore
export const actions = [
	'imported', 'created', 'updated', 'resubscribed', 'unsubscribed', 'deleted', 'unchanged', 'skipped', 'rejected', 'failed', 'unknown',
] as const;

export type RowAction = (typeof actions)[number];

const order: readonly string[] = actions;

/** What a dry run would do. */
// prettier-ignore
const verbs: Readonly<Record<string, string>> = { created: 'create', updated: 'update', resubscribed: 'resubscribe', unsubscribed: 'unsubscribe', deleted: 'delete', skipped: 'skip' };

/** Counts results: `3 imported, 1 rejected`. */
export class Tally {
	private readonly counts = new Map<string, number>();

	add(what: string, count = 1): void {
		if (count > 0) this.counts.set(what, (this.counts.get(what) ?? 0) + count);
	}

	count(what: string): number {
		return this.counts.get(what) ?? 0;
	}

	get total(): number {
		return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
	}

	toJson(): IDataObject {
		return Object.fromEntries(this.entries());
	}

	/** @returns `undefined` where there was nothing to count */
	text(): string | undefined {
		const parts = this.entries().map(([what, count]) => `${count} ${what}`);
		return parts.length === 0 ? undefined : parts.join(', ');
	}

	/** The counts of a dry run: `would create 13, skip 5; 2 failed`. */
	plan(): string {
		const would = this.entries().flatMap(([what, count]) => (what in verbs ? [`${verbs[what]} ${count}`] : []));
		const others = this.entries().flatMap(([what, count]) => (what in verbs ? [] : [`${count} ${what}`]));
		return [would.length > 0 && `would ${would.join(', ')}`, others.join(', ')].filter(Boolean).join('; ');
	}

	entries(): Array<[string, number]> {
		return [...this.counts].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
	}
}
