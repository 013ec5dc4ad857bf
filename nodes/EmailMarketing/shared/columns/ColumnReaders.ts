import type { ColumnHints } from './ColumnLog';
import { ColumnReader } from './ColumnReader';

/** A reader for each set of columns that is given under 'Columns': an expression there may give every item its own. */
export class ColumnReaders {
	private readonly readers = new Map<string, ColumnReader>();

	/** @param columns what is given under 'Columns' for an item */
	for(columns: unknown): ColumnReader {
		const name = JSON.stringify(columns ?? {});
		const reader = this.readers.get(name) ?? new ColumnReader(columns ?? {});
		this.readers.set(name, reader);
		return reader;
	}

	/** What to tell the user after the run. */
	hints(): ColumnHints[] {
		return [...this.readers.values()].map((reader) => reader.hints());
	}
}
