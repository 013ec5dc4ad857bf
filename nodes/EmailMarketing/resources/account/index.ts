import type { INodeProperties } from 'n8n-workflow';

import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';
import { itemOf } from '../../shared/outputs';
import { route } from '../../shared/route';

export const accountMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['account'] } },
	options: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get account',
			description: 'Get the account that the access token belongs to',
			routing: route('account.get', { receive: [itemOf('account')] }),
		},
	],
	default: 'get',
};

export const accountDescriptions: OperationDescription[] = [{ key: 'account.get', properties: [optionsWith()] }];
