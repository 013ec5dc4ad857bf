import type { IDataObject } from 'n8n-workflow';

import type { Operations } from './Operation';

type OperationName = keyof Operations extends `${string}.${infer Name}` ? Name : never;

/** What an item is when its operation has done its work. */
const doneWords: Readonly<Record<OperationName, string>> = {
	checkPaths: 'checked',
	create: 'created',
	delete: 'deleted',
	get: 'read',
	getAll: 'read',
	import: 'imported',
	send: 'sent',
	sync: 'changed',
	tag: 'tagged',
	togglePublish: 'toggled',
	// Where the state holds already, nothing is changed.
	toggleSubscription: 'done',
	update: 'updated',
	upsert: 'created or updated',
};

/** The participle for `1 item was …`. @param operation the value of 'Operation' */
export function doneWordOf(operation: unknown): string {
	return Object.entries(doneWords).find(([name]) => name === operation)?.[1] ?? 'done';
}

/** What an item may have come to besides, where the operation says so in an `action` of its own. Elsewhere an `action` is a field of the service's. */
const actions: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
	create: ['skipped'],
	sync: ['created', 'updated', 'resubscribed', 'unchanged', 'skipped'],
	upsert: ['created', 'updated', 'unchanged', 'skipped'],
};

/** What an output says that an operation did. @param operation the value of 'Operation' */
export function actionIn(operation: unknown, output?: IDataObject): string | undefined {
	const words = Object.entries(actions).find(([name]) => name === operation)?.[1];
	return words?.find((word) => word === output?.action);
}
