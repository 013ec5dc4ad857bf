import { Workflow, type INodeParameters, type INodeTypes } from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { aNode } from '../aNode';

const nodeType = new EmailMarketing();

/** The line under the node's name, evaluated by n8n's own expressions. */
function subtitleFor(parameters: INodeParameters): unknown {
	const node = aNode(parameters);
	const nodeTypes = { getByNameAndVersion: () => nodeType, getByName: () => nodeType } as unknown as INodeTypes;
	const { expression, nodes } = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return expression.getSimpleParameterValue(nodes[node.name] ?? node, nodeType.description.subtitle, 'internal', {});
}

describe('the line under the name of a node', () => {
	it.each([
		['account', 'checkPaths', 'Check Endpoint Paths: Account'],
		['subscriber', 'toggleSubscription', 'Unsubscribe or Resubscribe: Subscriber'],
		['campaign', '={{ $json.what }}', 'campaign'],
		['={{ $json.what }}', 'getAll', '{{ $json.what }}'],
		['campaign', 'explode', 'campaign'],
		['novel', 'getAll', 'novel'],
	])('has for %s and %s the words of the menus, or the resource: %s', (resource, operation, title) => {
		expect(subtitleFor({ resource, operation })).toBe(title);
	});

	it('is there from the beginning', () => {
		expect(subtitleFor({})).toBe('Create: Subscriber');
	});
});
