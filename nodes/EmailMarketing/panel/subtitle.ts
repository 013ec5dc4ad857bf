import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** The expression for the line under the node's name: `Get Many: Campaign`. `menus` are the 'Operation' menus. */
export function subtitleOf(resources: readonly INodePropertyOptions[], menus: readonly INodeProperties[]): string {
	const titles = menus.flatMap(({ displayOptions, options }) => {
		const resource = resources.find(({ value }) => displayOptions?.show?.resource?.includes(value));
		return ((options ?? []) as INodePropertyOptions[]).map(({ name, value }) => [
			`${String(value)}: ${String(resource?.value)}`,
			`${name}: ${resource?.name}`,
		]);
	});
	const title = `new Map(${JSON.stringify(titles)}).get($parameter["operation"] + ": " + $parameter["resource"])`;
	return `={{ ${title} ?? $parameter["resource"] }}`;
}
