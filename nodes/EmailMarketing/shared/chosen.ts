import { isRecord } from './isRecord';

/** What is chosen in a resource locator; any other value is itself. */
export function chosen(value: unknown): unknown {
	return isRecord(value) && value.__rl === true ? value.value : value;
}
