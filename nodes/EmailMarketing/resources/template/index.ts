import type { INodeProperties } from 'n8n-workflow';

import { routingOf } from '../../api/routing';
import * as getAll from './getAll';
import * as togglePublish from './togglePublish';

export const templateMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['template'] } },
	// prettier-ignore
	options: [
		{ name: 'Get Many', value: 'getAll', action: 'Get many templates', description: 'Get many templates', routing: routingOf('template.getAll') },
		{ name: 'Toggle Publish', value: 'togglePublish', action: 'Publish or unpublish template', description: 'Publish a template, or take it back where it is published', routing: routingOf('template.togglePublish') },
	],
	default: 'getAll',
};

export const templateOperations = {
	'template.getAll': getAll,
	'template.togglePublish': togglePublish,
};
