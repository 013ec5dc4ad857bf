/** What a user reads of the failure that a function throws: its message and its description. */
export function textThrownBy(work: () => unknown): string {
	try {
		work();
	} catch (thrown) {
		const { message, description = '' } = thrown as Error & { description?: string };
		return `${message} | ${description}`;
	}
	throw new Error('Nothing was thrown');
}
