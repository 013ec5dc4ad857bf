/** How long after 1970 a number still counts seconds; beyond, it counts milliseconds. As seconds this is the year 5138. */
const maxSeconds = 100_000_000_000;

const maxMs = maxSeconds * 1000;

/**
 * A timestamp of the service in ms since 1970. Its format is not documented: ISO 8601 with a zone or without, `YYYY-MM-DD HH:MM:SS`, and seconds or milliseconds since 1970 are read.
 * Nothing else is: "05/03/2026" is a day in March to some, and in May to others.
 * A time without a zone is taken for UTC; it is compared with others of its kind only.
 * @returns `undefined` for what is no time
 */
export function timeOf(value: unknown): number | undefined {
	if (typeof value === 'number')
		return value > 0 && value < maxMs ? (value < maxSeconds ? value * 1000 : value) : undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (/^\d+(\.\d+)?$/.test(text)) return timeOf(Number(text));
	const [, date, time = '00:00:00', zone = 'Z'] =
		/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i.exec(text) ?? [];
	const parsed = date === undefined ? NaN : Date.parse(`${date}T${time}${isoZone(zone)}`);
	return parsed > 0 ? parsed : undefined;
}

/** `+02`, `+0200` and `+02:00` as `+02:00`; names of UTC as `Z`. */
function isoZone(zone: string): string {
	const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
	return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}
