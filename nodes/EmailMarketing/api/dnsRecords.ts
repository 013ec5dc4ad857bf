import { isFields } from './answers';

/** Where a DNS record keeps each column of a zone file. The names of the fields are inferred. */
const columns = {
	name: ['name', 'host', 'hostname'],
	type: ['type', 'record_type'],
	value: ['value', 'data', 'content', 'target'],
	priority: ['priority', 'prio'],
} as const;

/**
 * A DNS record as a line of a zone file: `name IN type value`, with long or spaced TXT values in quotes.
 * @returns `undefined` when the record has no type or no value
 */
export function zoneLine(record: unknown): string | undefined {
	if (!isFields(record)) return undefined;
	const column = (name: keyof typeof columns): string | undefined => {
		const key = columns[name].find((candidate) => ['string', 'number'].includes(typeof record[candidate]));
		return key === undefined ? undefined : String(record[key]).trim();
	};
	const [name, type, value, priority] = [column('name'), column('type')?.toUpperCase(), column('value'), column('priority')];
	if (type === undefined || value === undefined) return undefined;
	return [absolute(name ?? '@'), 'IN', type, ...(priority === undefined ? [] : [priority]), type === 'TXT' ? quoted(value) : value].join(' ');
}

/** A name with a dot is a whole name, and without the final dot a zone would add itself to it. */
function absolute(name: string): string {
	return name.includes('.') && !name.endsWith('.') ? `${name}.` : name;
}

/** A string of a TXT record holds 255 characters (RFC 1035); longer values are split. */
function quoted(value: string): string {
	if (value.startsWith('"')) return value;
	const parts = value.match(/.{1,255}/gs) ?? [''];
	return parts.map((part) => `"${part.replace(/(["\\])/g, '\\$1')}"`).join(' ');
}
