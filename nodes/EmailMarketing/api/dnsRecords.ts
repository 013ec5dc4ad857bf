import { isRecord } from '../shared/isRecord';

/** Where a DNS record keeps each column of a zone file. The names of the fields are inferred. */
const columns = {
	name: ['name', 'host', 'hostname'],
	type: ['type', 'record_type'],
	value: ['value', 'data', 'content', 'target'],
	priority: ['priority', 'prio'],
} as const;

/** Records whose value ends in a host name. */
const pointsToHost = new Set(['CNAME', 'MX', 'NS', 'SRV']);

/**
 * A DNS record as a line of a zone file: `name IN type value`, with TXT values in quotes and host names made absolute.
 * @returns `undefined` when the record has no type or no value
 */
export function zoneLine(record: unknown): string | undefined {
	if (!isRecord(record)) return undefined;
	const column = (name: keyof typeof columns): string | undefined => {
		const key = columns[name].find((candidate) => ['string', 'number'].includes(typeof record[candidate]));
		const text = key === undefined ? '' : String(record[key]).trim();
		return text === '' ? undefined : text;
	};
	const [name, type, value, priority] = [
		column('name'),
		column('type')?.toUpperCase(),
		column('value'),
		column('priority'),
	];
	if (type === undefined || value === undefined) return undefined;
	return [absolute(name ?? '@'), 'IN', type, ...(priority === undefined ? [] : [priority]), written(type, value)].join(
		' ',
	);
}

function written(type: string, value: string): string {
	if (type === 'TXT') return quoted(value);
	return pointsToHost.has(type) ? absolute(value) : value;
}

/**
 * A whole name gets its final dot, or the zone would add itself to it.
 * A name that ends in a label like `_domainkey` is relative: no top-level domain begins with an underscore.
 */
function absolute(name: string): string {
	return /\.[^._][^.]*$/.test(name) ? `${name}.` : name;
}

/** A string of a TXT record holds 255 characters (RFC 1035); longer values are split. */
function quoted(value: string): string {
	if (value.startsWith('"')) return value;
	return [...value.matchAll(/.{1,255}/gs)].map(([part]) => `"${part.replace(/(["\\])/g, '\\$1')}"`).join(' ');
}
