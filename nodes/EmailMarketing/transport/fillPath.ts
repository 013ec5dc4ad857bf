/**
 * Fills each `{placeholder}` of a path with the percent-encoded value of that name, so that a value stays one segment.
 * @param values texts as `readId` gives them: neither empty nor `.` or `..`
 */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
