import type { INodeProperties } from 'n8n-workflow';

import { additionalFields } from '../../shared/collections';
import { extraFieldsField, nameField } from '../../shared/fields';
import { getManyFields } from '../../shared/getMany';
import { domainLocator } from '../../shared/locators';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';
import { itemOf } from '../../shared/outputs';
import { route } from '../../shared/route';
import { runDelete, runGetMany } from '../../transport/runOperation';
import { dnsRecordsFirst } from './create';

export const domainMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['domain'] } },
	options: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create domain',
			description: 'Create a sending domain and get the DNS records that verify it',
			routing: route('domain.create', { receive: [itemOf('domain'), dnsRecordsFirst] }),
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete domain',
			description: 'Delete a sending domain',
			routing: route('domain.delete', { run: runDelete }),
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many domains',
			description: 'Get many sending domains',
			routing: route('domain.getAll', { run: runGetMany }),
		},
	],
	default: 'getAll',
};

export const domainDescriptions: OperationDescription[] = [
	{ key: 'domain.create', properties: [nameField, additionalFields([extraFieldsField]), optionsWith()] },
	{ key: 'domain.delete', properties: [domainLocator, optionsWith()] },
	{ key: 'domain.getAll', properties: [...getManyFields, optionsWith()] },
];
