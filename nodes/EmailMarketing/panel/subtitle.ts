import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** The expression behind the line that n8n writes under the node's name: `Get Many: Campaign`, in the words of the menus. @param menus an 'Operation' for each of the resources */
export function subtitleOf(resources: readonly INodePropertyOptions[], menus: readonly INodeProperties[]): string {
	const titles = menus.flatMap(({ displayOptions, options }) => {
		const resource = resources.find(({ value }) => displayOptions?.show?.resource?.includes(value));
		return ((options ?? []) as INodePropertyOptions[]).map(({ name, value }) => [
			`${String(value)}: ${String(resource?.value)}`,
			`${name}: ${resource?.name}`,
		]);
	});
	return `={{ new Map(${JSON.stringify(titles)}).get($parameter["operation"] + ": " + $parameter["resource"]) ?? $parameter["resource"] }}`;
}
