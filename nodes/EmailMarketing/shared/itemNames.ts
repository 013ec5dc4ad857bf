import { listed } from './listed';

/** An input item as n8n's panel names it, which counts from 0: `item 3`. */
export function itemName(item: number): string {
	return `item ${item}`;
}

/** Several of them: `item 3`, `items 3, 5 to 9 and 12`. @param most how many numbers and ranges are given at most */
export function itemNames(items: readonly number[], most = Infinity): string {
	const parts = rangesOf([...items].sort((a, b) => a - b));
	const shown = parts.length > most ? [...parts.slice(0, most), 'others'] : parts;
	return `item${items.length === 1 ? '' : 's'} ${listed(shown)}`;
}

/** Three and more in a row become a range. @param numbers in ascending order */
function rangesOf(numbers: readonly number[]): string[] {
	const ranges: number[][] = [];
	for (const number of numbers) {
		const range = ranges.at(-1);
		if (range?.at(-1) === number - 1) range.push(number);
		else ranges.push([number]);
	}
	return ranges.flatMap((range) => (range.length < 3 ? range.map(String) : [`${range[0]} to ${range.at(-1)}`]));
}
