import type { IExecuteFunctions } from 'n8n-workflow';

import type { ColumnHints } from '../shared/columns/ColumnReader';
import { Tally } from './Tally';

/** What the user should know of a run that went well: n8n shows it above the output. */
export class Hints {
	private readonly texts = new Map<string, 'info' | 'warning'>();

	private readonly tallies = new Map<string, Tally>();

	/** Items that have the same to say say it once. */
	add(text: string | undefined, type: 'info' | 'warning' = 'warning'): void {
		if (text !== undefined) this.texts.set(text, type);
	}

	/** Counts what became of an item, for a sentence at the end. @param lead how the sentence begins */
	count(lead: string, what: string): void {
		const tally = this.tallies.get(lead) ?? new Tally();
		tally.add(what);
		this.tallies.set(lead, tally);
	}

	/** What was made of the columns of the input. */
	addColumns(hints: readonly ColumnHints[]): void {
		for (const { missing, taken, left, others } of hints) {
			this.add(missing);
			this.add(left);
			this.add(taken, 'info');
			this.add(others, 'info');
		}
	}

	show(context: IExecuteFunctions): void {
		for (const [lead, tally] of this.tallies) this.add(`${lead}: ${tally.text()}.`, 'info');
		context.addExecutionHints(...[...this.texts].map(([message, type]) => ({ message, type, location: 'outputPane' as const })));
	}
}
