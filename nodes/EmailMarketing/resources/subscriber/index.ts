import { operationMenu } from '../../panel/operationMenu';
import * as create from './create';
import * as remove from './delete';
import * as get from './get';
import * as getAll from './getAll';
import * as importAll from './import';
import * as sync from './sync';
import * as tag from './tag';
import * as toggleSubscription from './toggleSubscription';
import * as update from './update';
import * as upsert from './upsert';

// prettier-ignore
export const subscriberMenu = operationMenu('subscriber', 'create', [
	{ name: 'Add or Remove Tags', value: 'tag', action: 'Add or remove tags of subscriber', description: 'Add tags to a subscriber, or remove some, and keep the others', endpoint: 'subscriber.update' },
	{ name: 'Create', value: 'create', action: 'Create subscriber', description: 'Create a subscriber in a contact list' },
	{ name: 'Create or Update', value: 'upsert', action: 'Create or update subscriber in list', description: 'Create a new record, or update the current one if it already exists (upsert)', endpoint: 'subscriber.create' },
	{ name: 'Delete', value: 'delete', action: 'Delete subscriber', description: 'Delete a subscriber from a contact list' },
	{ name: 'Get', value: 'get', action: 'Get subscriber', description: 'Get a subscriber, with the emails sent to them' },
	{ name: 'Get Many', value: 'getAll', action: 'Get many subscribers', description: 'Get many subscribers of a contact list' },
	{ name: 'Import', value: 'import', action: 'Import subscribers', description: 'Import all items into a contact list, many in one request', isHiddenFromAgents: true },
	{ name: 'Sync List', value: 'sync', action: 'Sync contact list', description: 'Make a contact list match the input items', isHiddenFromAgents: true, endpoint: 'subscriber.getAll' },
	{ name: 'Unsubscribe or Resubscribe', value: 'toggleSubscription', action: 'Unsubscribe or resubscribe subscriber', description: 'Unsubscribe a subscriber, or subscribe them again' },
	{ name: 'Update', value: 'update', action: 'Update subscriber', description: 'Change name, email or tags of a subscriber' },
]);

export const subscriberOperations = {
	'subscriber.create': create,
	'subscriber.delete': remove,
	'subscriber.get': get,
	'subscriber.getAll': getAll,
	'subscriber.import': importAll,
	'subscriber.sync': sync,
	'subscriber.tag': tag,
	'subscriber.toggleSubscription': toggleSubscription,
	'subscriber.update': update,
	'subscriber.upsert': upsert,
};
