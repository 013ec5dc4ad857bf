/** No field has a longer name, and what has one must not fill a message or keep a regular expression busy. */
const maxLength = 100;

/** Names under which services say what is of no field. */
const ofNoField = new Set(['non_field_errors', '__all__', 'base', '_general', 'general', '_error', '_errors', '*']);

/** `subscribers[5].email` and the JSON pointer `/subscribers/5/email` as `subscribers.5.email`; what is of no field as ''. */
export function dotted(name: string): string {
	if (ofNoField.has(name)) return '';
	const field = cut(name);
	const pointer = /^#?\/(.+)/.exec(field)?.[1];
	if (pointer !== undefined)
		return pathOf(pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')));
	return field.replace(/\[["']?([^[\]"']+)["']?\]/g, '.$1').replace(/^\./, '');
}

/** Where a path begins in an envelope, the envelope is no field. */
export function pathOf(parts: readonly string[]): string {
	const begin = parts.findIndex((part) => !['body', 'data', 'attributes'].includes(part));
	return cut(parts.slice(Math.max(0, begin)).join('.'));
}

/** A field inside of another; either may be ''. */
export function joined(outer: string, inner: string): string {
	return cut([outer, inner].filter((part) => part !== '').join('.'));
}

/** The row that a field is of, counted from 0 in the list of the body, and the field inside of it: `subscribers.5.email` gives 5 and `email`. */
export function rowOf(field: string): { row: number; inner: string } | undefined {
	const [, row, inner = ''] = /^(?:[^.]+\.)?(\d{1,9})(?:\.(.+))?$/.exec(field) ?? [];
	return row === undefined ? undefined : { row: Number(row), inner };
}

function cut(name: string): string {
	return name.length > maxLength ? `${name.slice(0, maxLength)}…` : name;
}
