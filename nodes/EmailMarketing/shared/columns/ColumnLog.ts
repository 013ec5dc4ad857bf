import { BoundedSet } from './bounded';
import type { Given } from './givenColumns';
import { looksLikeField } from './headers';
import type { ResolvedColumns } from './resolveColumns';
import { listed, quoted } from './plain';

/** What to tell the user after the run, each a sentence or two. */
export interface ColumnHints {
	/** The columns given under 'Columns' that no row had. */
	readonly missing?: string;
	/** Which columns were taken as what; only where a column has another name than its field. */
	readonly taken?: string;
	/** The columns that look like ours but were not taken. */
	readonly left?: string;
	/** The columns that were left alone besides. */
	readonly others?: string;
}

const mostNamed = 10;

/** More of a name is not kept. */
const longestName = 200;

/** What the service gives back in Get Many and nobody sets, and what n8n's own nodes add. */
const notWorthNaming: ReadonlySet<string> = new Set([
	'uuid',
	'created_at',
	'updated_at',
	'open_rate',
	'click_rate',
	'recieved_count',
	'opened_count',
	'last_opened',
	'last_clicked',
	'account_id',
	'customerable_type',
	'customerable_id',
	'is_subscribed',
	'unsubscribed_at',
	'row_number',
]);

/** What the rows of a run had in the way of columns. */
export class ColumnLog {
	/** As JSON: a column and what it was taken for. */
	private readonly taken = new BoundedSet();

	private readonly left = new BoundedSet();

	private readonly present = new Set<string>();

	private hasRows = false;

	private isRenamed = false;

	constructor(private readonly given: readonly Given[]) {}

	add({ sources, present, consent, left }: ResolvedColumns): void {
		this.hasRows = true;
		for (const { column, field } of [...sources, ...consent]) {
			this.isRenamed ||= column !== field;
			this.taken.add(JSON.stringify([column.slice(0, longestName), field]));
		}
		for (const column of left) if (!notWorthNaming.has(column)) this.left.add(column.slice(0, longestName));
		for (const field of present) this.present.add(field);
	}

	hints(): ColumnHints {
		const left = this.left.list();
		const similar = left.filter(looksLikeField);
		const others = left.filter((column) => !similar.includes(column));
		return {
			missing: this.missing(),
			taken: this.isRenamed
				? `Columns taken: ${listed(this.taken.list().map(asTaken), mostNamed, this.taken.isFull)}.`
				: undefined,
			left:
				similar.length === 0
					? undefined
					: `Columns not taken, though they look like fields of a subscriber: ${listed(similar.map(quoted), mostNamed)}. If one is to be taken, enter its name under 'Columns'.`,
			others:
				others.length === 0
					? undefined
					: `Columns left alone: ${listed(others.map(quoted), mostNamed, this.left.isFull)}.`,
		};
	}

	private missing(): string | undefined {
		const missing = this.given.filter(({ field }) => !this.present.has(field));
		if (!this.hasRows || missing.length === 0) return undefined;
		const names = missing.map(({ name, displayName }) => `${quoted(name)} in '${displayName}'`);
		return `No input item has the column that is given under 'Columns': ${listed(names, mostNamed)}. Compare it with the names of the columns in the input.`;
	}
}

function asTaken(entry: string): string {
	const [column, field] = JSON.parse(entry) as [string, string];
	return `${quoted(column)} ${wordings[field] ?? `as ${field}`}`;
}

const wordings: Readonly<Record<string, string>> = {
	full_name: 'as first_name and last_name',
	is_subscribed: 'for who is subscribed',
	is_unsubscribed: 'for who has unsubscribed',
	unsubscribed_at: 'for who has unsubscribed',
	subscription_status: 'for who has unsubscribed',
	status: 'for who has unsubscribed',
};
