/** Learns how much a service takes in one request; it is documented nowhere, and may be a number of rows or of bytes. */
export class LengthLimit {
	private shortestRefused = Infinity;

	private longestTaken = 0;

	refused(rows: readonly unknown[]): void {
		this.shortestRefused = Math.min(this.shortestRefused, lengthOf(rows));
	}

	taken(rows: readonly unknown[]): void {
		this.longestTaken = Math.max(this.longestTaken, lengthOf(rows));
	}

	/** Whether so much was too large before. What was too large for something else than its length says nothing of longer ones. */
	isBeyond(rows: readonly unknown[]): boolean {
		if (this.shortestRefused === Infinity) return false;
		const length = lengthOf(rows);
		return length >= this.shortestRefused && length > this.longestTaken;
	}
}

function lengthOf(rows: readonly unknown[]): number {
	return JSON.stringify(rows).length;
}
