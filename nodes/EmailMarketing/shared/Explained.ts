/**
 * What happened (`message`) and what to do (`description`), in words for the person who built the workflow.
 * Pure functions throw it; `transport/nodeError.ts` turns it into n8n's own error.
 */
export class Explained extends Error {
	constructor(
		message: string,
		readonly description: string,
		/** The HTTP status behind it, if there was one. */
		readonly status?: number,
		/** Whether something that must not happen twice may have happened all the same. */
		readonly uncertain = false,
	) {
		super(message);
	}
}
