import { Explained } from '../shared/Explained';
import { displayNameOf } from '../shared/names';

/**
 * Fills each `{placeholder}` of a path with the percent-encoded value of that name, so that a value stays one segment.
 * @param valueOf the node parameter of that name: text or a number
 * @throws Explained when a value is empty, blank, `.` or `..`, or neither text nor number
 */
export function fillPath(path: string, valueOf: (parameter: string) => unknown): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idText(name, valueOf(name))));
}

/**
 * A parameter that identifies something, as the text that goes into a path.
 * @throws Explained as `fillPath` does
 */
export function idText(parameter: string, value: unknown): string {
	const name = displayNameOf(parameter);
	if (value === undefined || value === null || String(value).trim() === '') {
		throw new Explained(`'${name}' is empty`, `Choose one from the list or enter its ID in '${name}'. If it comes from an expression, check that the input item holds a value. Nothing was sent for this item.`);
	}
	if (typeof value !== 'string' && !Number.isFinite(value)) {
		throw new Explained(`'${name}' must be an ID, but it is ${Array.isArray(value) ? 'a list of values' : typeof value === 'number' ? String(value) : `of type ${typeof value}`}`, `Check the expression in '${name}': it must give one text, such as a UUID. Nothing was sent for this item.`);
	}
	// A lone surrogate cannot be percent-encoded.
	const text = String(value).trim().toWellFormed();
	if (text === '.' || text === '..') {
		throw new Explained(`'${name}' cannot be "${text}"`, `Enter the ID of the ${name.toLowerCase()} in '${name}'. Nothing was sent for this item.`);
	}
	return text;
}
