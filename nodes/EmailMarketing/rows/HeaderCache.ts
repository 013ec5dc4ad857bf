import type { JsonRecord } from '../shared/values';

/** Remembers what was made of the headers of an object: most rows of a sheet have the same ones. */
export class HeaderCache<T> {
	private last?: { readonly headers: readonly string[]; readonly made: T };
	private readonly all = new Map<string, { readonly headers: readonly string[]; readonly made: T }>();

	constructor(private readonly make: (headers: readonly string[]) => T) {}

	of(object: JsonRecord): T {
		const headers = Object.keys(object);
		if (this.last === undefined || !isSame(headers, this.last.headers)) this.last = this.find(headers);
		return this.last.made;
	}

	private find(headers: readonly string[]) {
		const key = JSON.stringify(headers);
		const found = this.all.get(key) ?? { headers, made: this.make(headers) };
		if (this.all.size >= 10_000) this.all.clear();
		this.all.set(key, found);
		return found;
	}
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
	return one.length === other.length && one.every((header, index) => header === other[index]);
}
