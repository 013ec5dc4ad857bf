import type { INode, INodeParameters } from 'n8n-workflow';

/** The node as n8n names it in its own errors. */
export function aNode(parameters: INodeParameters = {}): INode {
	return { id: '1', name: 'Email Marketing', type: 'emailMarketing', typeVersion: 1, position: [0, 0], parameters };
}
