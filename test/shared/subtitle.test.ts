import { Workflow, type INodeParameters, type INodeTypes } from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';

const nodeType = new EmailMarketing();

/** The line under the node's name, worked out by n8n's own expressions. */
function subtitleFor(parameters: INodeParameters): unknown {
	const node = {
		id: '1',
		name: 'Node',
		type: 'emailMarketing',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters,
	};
	const nodeTypes = { getByNameAndVersion: () => nodeType, getByName: () => nodeType } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(
		workflow.getNode('Node') ?? node,
		nodeType.description.subtitle,
		'internal',
		{},
	);
}

describe('the line under the name of a node', () => {
	it.each([
		['account', 'checkPaths', 'Check Endpoint Paths: Account'],
		['campaign', 'getAll', 'Get Many: Campaign'],
		['contactList', 'create', 'Create: Contact List'],
		['subscriber', 'upsert', 'Create or Update: Subscriber'],
		['subscriber', 'sync', 'Sync List: Subscriber'],
		['subscriber', 'toggleSubscription', 'Unsubscribe or Resubscribe: Subscriber'],
		['template', 'togglePublish', 'Toggle Publish: Template'],
	])('has for %s and %s the words of the menus: %s', (resource, operation, title) => {
		expect(subtitleFor({ resource, operation })).toBe(title);
	});

	it('has what the node begins with', () => {
		expect(subtitleFor({})).toBe('Create: Subscriber');
	});

	it.each([
		['campaign', '={{ $json.what }}', 'campaign'],
		['={{ $json.what }}', 'getAll', '{{ $json.what }}'],
		['campaign', 'explode', 'campaign'],
		['novel', 'getAll', 'novel'],
	])('is there too for what no menu has, such as an expression: %s, %s', (resource, operation, title) => {
		expect(subtitleFor({ resource, operation })).toBe(title);
	});
});
