import type { INodeProperties } from 'n8n-workflow';

import { getManyFields } from '../../shared/getMany';
import { templateLocator } from '../../shared/locators';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';
import { itemOf } from '../../shared/outputs';
import { route } from '../../shared/route';
import { runGetMany } from '../../transport/runOperation';

export const templateMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['template'] } },
	options: [
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many templates',
			description: 'Get many templates',
			routing: route('template.getAll', { run: runGetMany }),
		},
		{
			name: 'Toggle Publish',
			value: 'togglePublish',
			action: 'Toggle publish of template',
			description: 'Publish a template that is not published, and the other way round',
			routing: route('template.togglePublish', { receive: [itemOf('template')] }),
		},
	],
	default: 'getAll',
};

export const templateDescriptions: OperationDescription[] = [
	{ key: 'template.getAll', properties: [...getManyFields, optionsWith()] },
	{ key: 'template.togglePublish', properties: [templateLocator, optionsWith()] },
];
