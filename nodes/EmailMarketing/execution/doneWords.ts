import type { Operations } from './Operation';

type OperationName = keyof Operations extends `${string}.${infer Name}` ? Name : never;

/** What an item is when its operation has done its work. What it may have come to besides, its output says as `action`. */
const doneWords: Readonly<Record<OperationName, string>> = {
	checkPaths: 'checked',
	create: 'created',
	delete: 'deleted',
	get: 'read',
	getAll: 'read',
	import: 'imported',
	send: 'sent',
	sync: 'changed',
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
