import { resourceOf } from '../../panel/operationMenu';
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
const rows = [
	{ name: 'Add or Remove Tags', value: 'tag', operation: tag, done: 'tagged', action: 'Add or remove subscriber tags', description: 'Add tags to a subscriber, or remove some, and keep the others' },
	{ name: 'Create', value: 'create', operation: create, done: 'created', action: 'Create subscriber', description: 'Create a subscriber in a contact list' },
	{ name: 'Create or Update', value: 'upsert', operation: upsert, done: 'created or updated', action: 'Create or update subscriber', description: 'Create a new record, or update the current one if it already exists (upsert)' },
	{ name: 'Delete', value: 'delete', operation: remove, done: 'deleted', action: 'Delete subscriber', description: 'Delete a subscriber from a contact list' },
	{ name: 'Get', value: 'get', operation: get, done: 'read', action: 'Get subscriber', description: 'Get a subscriber, with the emails sent to them' },
	{ name: 'Get Many', value: 'getAll', operation: getAll, done: 'read', action: 'Get many subscribers', description: 'Get many subscribers of a contact list' },
	{ name: 'Import', value: 'import', operation: importAll, done: 'imported', action: 'Import subscribers', description: 'Import all items into a contact list, many in one request', isHiddenFromAgents: true },
	{ name: 'Sync List', value: 'sync', operation: sync, done: 'changed', action: 'Sync contact list', description: 'Make a contact list match the input items', isHiddenFromAgents: true },
	{ name: 'Unsubscribe or Resubscribe', value: 'toggleSubscription', operation: toggleSubscription, done: 'done', action: 'Unsubscribe or resubscribe subscriber', description: 'Unsubscribe a subscriber, or subscribe them again' },
	{ name: 'Update', value: 'update', operation: update, done: 'updated', action: 'Update subscriber', description: 'Change name, email or tags of a subscriber' },
] as const;

export const subscriber = resourceOf('Subscriber', 'subscriber', 'create', rows);
