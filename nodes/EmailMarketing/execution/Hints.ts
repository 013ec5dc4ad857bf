import type { IExecuteFunctions } from 'n8n-workflow';

/** What the user should know of a run that went well: n8n shows it above the output. */
export class Hints {
	private readonly texts = new Set<string>();

	/** Items that have the same to say say it once. */
	add(text: string | undefined): void {
		if (text !== undefined) this.texts.add(text);
	}

	show(context: IExecuteFunctions): void {
		context.addExecutionHints(...[...this.texts].map((message) => ({ message, type: 'warning' as const, location: 'outputPane' as const })));
	}
}
