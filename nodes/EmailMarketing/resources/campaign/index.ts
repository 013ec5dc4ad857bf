import type { INodeProperties } from 'n8n-workflow';

import { simplifyCampaign } from '../../api/answers';
import { getManyFields, simplifyField } from '../../shared/getMany';
import { campaignLocator } from '../../shared/locators';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';
import { itemOf, simplified } from '../../shared/outputs';
import { route } from '../../shared/route';
import { runDelete, runGetMany } from '../../transport/runOperation';
import { campaignCreateDescription } from './create';
import { campaignUpdateDescription } from './update';

export const campaignMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['campaign'] } },
	options: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create campaign',
			description: 'Create a campaign',
			routing: route('campaign.create', { receive: [itemOf('campaign')] }),
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete campaign',
			description: 'Delete a campaign',
			routing: route('campaign.delete', { run: runDelete }),
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many campaigns',
			description: 'Get many campaigns with their counters',
			routing: route('campaign.getAll', { run: runGetMany, receive: [simplified(simplifyCampaign)] }),
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update campaign',
			description: 'Change fields of a campaign',
			routing: route('campaign.update', { receive: [itemOf('campaign')] }),
		},
	],
	default: 'getAll',
};

export const campaignDescriptions: OperationDescription[] = [
	campaignCreateDescription,
	{ key: 'campaign.delete', properties: [campaignLocator, optionsWith()] },
	{ key: 'campaign.getAll', properties: [...getManyFields, simplifyField, optionsWith()] },
	campaignUpdateDescription,
];
