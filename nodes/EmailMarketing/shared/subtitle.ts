import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/**
 * The expression behind the line that n8n writes under the node's name: `Get Many: Campaign`, in the words of the menus.
 * What no menu has is shown as it is, such as an expression, which n8n does not work out here.
 * @param resourceMenu 'Resource' @param menus an 'Operation' for each of its rows
 */
export function subtitleOf(resourceMenu: INodeProperties, menus: readonly INodeProperties[]): string {
	const titles = rowsOf(resourceMenu).flatMap(({ name, value }) => {
		const menu = menus.find(({ displayOptions }) => displayOptions?.show?.resource?.includes(value));
		return rowsOf(menu).map((row) => [`${String(row.value)}: ${String(value)}`, `${row.name}: ${name}`]);
	});
	const resources = rowsOf(resourceMenu).map(({ name, value }) => [String(value), name]);
	const joined = (resource: string): string =>
		`[$parameter["operation"], ${resource}].filter((part) => part).join(": ")`;
	const named = `new Map(${JSON.stringify(resources)}).get($parameter["resource"]) ?? $parameter["resource"]`;
	return `={{ new Map(${JSON.stringify(titles)}).get(${joined('$parameter["resource"]')}) ?? ${joined(named)} }}`;
}

function rowsOf(menu?: INodeProperties): INodePropertyOptions[] {
	return (menu?.options ?? []) as INodePropertyOptions[];
}
