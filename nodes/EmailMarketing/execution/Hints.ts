import type { IExecuteFunctions } from 'n8n-workflow';

/** Notes about a run, which n8n shows above the output. */
export class Hints {
	private readonly texts = new Map<string, 'info' | 'warning'>();

	/** A text that several items add is shown once. */
	add(text: string | undefined, type: 'info' | 'warning' = 'warning'): void {
		if (text !== undefined) this.texts.set(text, type);
	}

	show(context: IExecuteFunctions): void {
		const location = 'outputPane';
		context.addExecutionHints(...[...this.texts].map(([message, type]) => ({ message, type, location }) as const));
	}
}
