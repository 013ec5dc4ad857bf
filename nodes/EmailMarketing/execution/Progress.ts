import type { IExecuteFunctions } from 'n8n-workflow';

/** Long work says in n8n's log how far it is, ten times; n8n has no other place for it while a node runs. */
export class Progress {
	private done = 0;

	private tenths = 0;

	/** @param what is done, such as `rows imported` */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly total: number,
		private readonly what: string,
	) {}

	add(count: number): void {
		this.done += count;
		const tenths = Math.floor((10 * this.done) / this.total);
		if (tenths <= this.tenths || this.total < minTotal) return;
		this.tenths = tenths;
		this.context.logger.info(`[${this.context.getNode().name}] ${this.done} of ${this.total} ${this.what}`);
	}
}

/** What is done in a moment needs no progress. */
const minTotal = 1000;
