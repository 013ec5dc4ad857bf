import type { IDataObject } from 'n8n-workflow';

/** Counts what became of the items: `3 imported, 1 rejected`. */
export class Tally {
	private readonly counts = new Map<string, number>();

	add(what: string): void {
		this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
	}

	has(...whats: string[]): boolean {
		return whats.some((what) => this.counts.has(what));
	}

	toJson(): IDataObject {
		return Object.fromEntries(this.counts);
	}

	/** @param things what was counted @returns a sentence; `undefined` where there was nothing to count */
	text(things: string): string | undefined {
		const parts = [...this.counts].map(([what, count]) => `${count} ${what}`);
		return parts.length === 0 ? undefined : `Of the ${things}: ${parts.join(', ')}.`;
	}
}
