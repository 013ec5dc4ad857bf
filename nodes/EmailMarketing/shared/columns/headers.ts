import { remembering } from './bounded';
import { beginnings, headers, pairs, type Field } from './headerTable';
import { phrasesOf, plainOf } from './plain';

export type { ConsentField, Field } from './headerTable';

const fields: ReadonlyMap<string, Field> = new Map(
	(Object.keys(headers) as Field[]).flatMap((field) =>
		headers[field].map((header): [string, Field] => [plainOf(header), field]),
	),
);

const parts = pairs.map(({ header, beside, field }) => ({
	header: header.map(plainOf),
	beside: beside.map(plainOf),
	field,
}));

/** No header of the table is longer; a text of a megabyte is not taken apart to learn that. */
const longestHeader = 100;

const plainHeader = remembering((header) => (header.length > longestHeader ? '' : plainOf(header)));

const begun = beginnings.map(({ beginning, field }) => ({ beginning: plainOf(beginning), field }));

const fieldBegun = remembering((header) => {
	const plain = plainOf(header.slice(0, longestHeader));
	return begun.find(({ beginning }) => plain.startsWith(beginning))?.field;
});

/** What a column of this header tells of a subscriber; a header is recognised as a whole or, for a few, by its beginning. */
export function fieldOf(header: string): Field | undefined {
	return fields.get(plainHeader(header)) ?? fieldBegun(header);
}

/** What the columns of one row tell: column → field. Unlike `fieldOf` it sees a "Nom" beside a "Prénom". */
export function fieldsOf(columns: readonly string[]): Map<string, Field> {
	const found = new Map<string, Field>();
	for (const column of columns) {
		const field = fieldOf(column);
		if (field !== undefined) found.set(column, field);
	}
	// A part that has a column of its own does not want a second one.
	const wanted = parts.filter(({ field }) => ![...found.values()].includes(field));
	const plain = new Set(columns.map(plainHeader));
	for (const column of columns) {
		const part = wanted.find(
			({ header, beside }) => header.includes(plainHeader(column)) && beside.some((other) => plain.has(other)),
		);
		if (part !== undefined) found.set(column, part.field);
	}
	return found;
}

/** Headers that are not taken, though the people who write them may think so. */
const lookalikes: ReadonlySet<string> = new Set(['ФИО', 'ПІБ', 'Apelido', '名字', 'Emails', 'Ad', 'Adı'].map(plainOf));

/** Whether a header is one of a field, or has a word of one in it, such as "Work Email" and "Company Name". */
export function looksLikeField(header: string): boolean {
	if (fieldOf(header) !== undefined || lookalikes.has(plainHeader(header))) return true;
	// "Status" stands in the headers of everything that has one, such as an order.
	return phrasesOf(header).some((phrase) => ![undefined, 'status'].includes(fields.get(phrase)));
}
