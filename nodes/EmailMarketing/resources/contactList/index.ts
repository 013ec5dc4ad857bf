import type { INodeProperties } from 'n8n-workflow';

import { additionalFields } from '../../shared/collections';
import { extraFieldsField, nameField } from '../../shared/fields';
import { getManyFields } from '../../shared/getMany';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';
import { itemOf } from '../../shared/outputs';
import { route } from '../../shared/route';
import { runGetMany } from '../../transport/runOperation';

export const contactListMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['contactList'] } },
	options: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create contact list',
			description: 'Create a contact list',
			routing: route('contactList.create', { receive: [itemOf('contact_list')] }),
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many contact lists',
			description: 'Get many contact lists',
			routing: route('contactList.getAll', { run: runGetMany }),
		},
	],
	default: 'getAll',
};

export const contactListDescriptions: OperationDescription[] = [
	{ key: 'contactList.create', properties: [nameField, additionalFields([extraFieldsField]), optionsWith()] },
	{ key: 'contactList.getAll', properties: [...getManyFields, optionsWith()] },
];
