import type { INodeProperties } from 'n8n-workflow';

import type { OperationDescription } from '../../shared/operationDescription';
import { itemOf } from '../../shared/outputs';
import { route } from '../../shared/route';
import { emailSendDescription } from './send';

export const emailMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['email'] } },
	options: [
		{
			name: 'Send',
			value: 'send',
			action: 'Send email',
			description: 'Queue one email for sending',
			routing: route('email.send', { receive: [itemOf('email')] }),
		},
	],
	default: 'send',
};

export const emailDescriptions: OperationDescription[] = [emailSendDescription];
