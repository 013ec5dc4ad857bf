import type { JsonRecord } from '../shared/values';

/** Remembers what was made of the headers of an object: most rows of a sheet have the same ones. */
export class HeaderCache<T> {
	private readonly all = new Map<string, T>();

	constructor(private readonly make: (headers: readonly string[]) => T) {}

	of(object: JsonRecord): T {
		const headers = Object.keys(object);
		const key = JSON.stringify(headers);
		const known = this.all.get(key);
		if (known !== undefined) return known;
		const made = this.make(headers);
		if (this.all.size >= 10_000) this.all.clear();
		this.all.set(key, made);
		return made;
	}
}
