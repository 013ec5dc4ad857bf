import { readId } from '../shared/readId';

/**
 * Fills each `{placeholder}` of a path with the percent-encoded value of that name, so that a value stays one segment.
 * @throws UserFacingError where a value is none that `readId` takes: an empty one, `.` or `..` would lead to the list that holds the thing
 */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(readId(values[name], name)));
}
