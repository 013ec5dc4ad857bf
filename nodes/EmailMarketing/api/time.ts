/** A timestamp in ms since 1970: ISO 8601, or `YYYY-MM-DD HH:MM:SS`, taken as UTC where it names no zone (inferred). @returns 0 for what is no time */
export function parseTime(value: unknown): number {
	if (typeof value !== 'string') return 0;
	const [, date, time = '00:00:00', zone = 'Z'] =
		/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d+)?))?(Z|[+-]\d\d:?\d\d)?$/i.exec(value.trim()) ?? [];
	const ms = date === undefined ? NaN : Date.parse(`${date}T${time}${zone}`);
	return ms > 0 ? ms : 0;
}
