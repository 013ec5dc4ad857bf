import type { INodeProperties } from 'n8n-workflow';

import { simplifySubscriber } from '../../api/answers';
import { getManyFields, simplifyField } from '../../shared/getMany';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';
import { itemOf, simplified } from '../../shared/outputs';
import { route } from '../../shared/route';
import { runDelete, runGetMany } from '../../transport/runOperation';
import { subscriberCreateDescription } from './create';
import { runGetSubscriber, subscriberGetDescription } from './get';
import { refuseImportAsTool, subscriberImportDescription } from './import';
import { runToggleSubscription, subscriberToggleSubscriptionDescription } from './toggleSubscription';
import { subscriberUpdateDescription } from './update';

export const subscriberMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['subscriber'] } },
	options: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create subscriber',
			description: 'Create a subscriber in a contact list',
			routing: route('subscriber.create', { receive: [itemOf('subscriber')] }),
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete subscriber',
			description: 'Delete a subscriber from a contact list',
			routing: route('subscriber.delete', { run: runDelete }),
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get subscriber',
			description: 'Get a subscriber with the mails that were sent to it',
			routing: route('subscriber.get', { run: runGetSubscriber, receive: [simplified(simplifySubscriber)] }),
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many subscribers',
			description: 'Get many subscribers of a contact list',
			routing: route('subscriber.getAll', { run: runGetMany, receive: [simplified(simplifySubscriber)] }),
		},
		{
			name: 'Import',
			value: 'import',
			action: 'Import subscribers',
			description: 'Import all input items into a contact list at once',
			routing: route('subscriber.import', { run: refuseImportAsTool }),
		},
		{
			name: 'Toggle Subscription',
			value: 'toggleSubscription',
			action: 'Toggle subscription of subscriber',
			description: 'Subscribe or unsubscribe a subscriber',
			routing: route('subscriber.toggleSubscription', { run: runToggleSubscription }),
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update subscriber',
			description: 'Change fields of a subscriber',
			routing: route('subscriber.update', { receive: [itemOf('subscriber')] }),
		},
	],
	default: 'create',
};

export const subscriberDescriptions: OperationDescription[] = [
	subscriberCreateDescription,
	{ key: 'subscriber.delete', properties: [contactListLocator, subscriberLocator, optionsWith()] },
	subscriberGetDescription,
	{ key: 'subscriber.getAll', properties: [contactListLocator, ...getManyFields, simplifyField, optionsWith()] },
	subscriberImportDescription,
	subscriberToggleSubscriptionDescription,
	subscriberUpdateDescription,
];
