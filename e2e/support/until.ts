/** Waits, for two minutes at most, until the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
	const deadline = Date.now() + 120_000;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error(`Waited two minutes for ${what}`);
		await new Promise((next) => setTimeout(next, 100));
	}
}
