import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** The expression for the line under the node's name: `Get Many: Campaign`. */
export function subtitleOf(resources: ReadonlyArray<{ name: string; value: string; menu: INodeProperties }>): string {
	const titles = resources.flatMap(({ name, value, menu }) =>
		(menu.options as INodePropertyOptions[]).map((operation) => [
			`${String(operation.value)}: ${value}`,
			`${operation.name}: ${name}`,
		]),
	);
	const title = `new Map(${JSON.stringify(titles)}).get($parameter["operation"] + ": " + $parameter["resource"])`;
	return `={{ ${title} ?? $parameter["resource"] }}`;
}
