import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';

const { description } = new EmailMarketing();

/** @throws Error where the panel of the node does not show one of these parameters: n8n would pass it over in silence. */
export function expectInPanel(parameters: INodeParameters): void {
	const node = { typeVersion: 1 } as INode;
	const all = NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node, description) ?? {};
	for (const [name, value] of Object.entries(parameters)) {
		const shown = description.properties.filter(
			(property) => property.name === name && NodeHelpers.displayParameter(all, property, node, description),
		);
		if (shown.length === 0) throw new Error(`The panel does not show '${name}' of ${JSON.stringify(parameters)}`);
		const fields = shown.flatMap(({ type, options = [] }) => (type === 'collection' ? options : []));
		const unknown = Object.keys(fields.length > 0 ? (value as object) : {}).filter(
			(field) => !fields.some((offered) => offered.name === field),
		);
		if (unknown.length > 0) throw new Error(`The panel does not show '${unknown.join()}' in '${name}'`);
	}
}
