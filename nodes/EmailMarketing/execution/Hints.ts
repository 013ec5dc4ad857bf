import type { IExecuteFunctions } from 'n8n-workflow';

/** Notes about a run, which n8n shows above the output. */
export class Hints {
	private readonly notes = new Map<string, { readonly message: string; readonly type: 'info' | 'warning' }>();
	private readonly counts = new Map<string, number>();

	/** A text that several items add is shown once; one with a `key` replaces the one before. */
	add(message: string | undefined, type: 'info' | 'warning' = 'warning', key = message): void {
		if (message !== undefined && key !== undefined) this.notes.set(key, { message, type });
	}

	/** The same of something that happens to several items: `text` gets how often it did so far. */
	count(key: string, text: (count: number) => string): void {
		this.add(text(this.tally(key)), 'warning', key);
	}

	/** How often it was called with this key. */
	tally(key: string): number {
		const count = (this.counts.get(key) ?? 0) + 1;
		this.counts.set(key, count);
		return count;
	}

	show(context: IExecuteFunctions): void {
		const location = 'outputPane';
		context.addExecutionHints(...[...this.notes.values()].map((note) => ({ ...note, location }) as const));
	}
}
