const rowOperations = ['import', 'upsert', 'sync'].map((operation) => `resources/subscriber/${operation}`);

/**
 * The tests that hold a file besides the one of its own name. Files in neither are held by operations.test.ts.
 * @type {Record<string, string[]>}
 */
export const heldBy = {
	'api/endpoints': ['transport/endpointPaths', 'api/pathSpellings'],
	'execution/Hints': ['execution/execute', 'resources/subscriber/upsert'],
	'execution/ItemReader': ['execution/execute', 'resources/subscriber/create', 'resources/subscriber/update'],
	'execution/Operation': ['execution/execute'],
	'execution/Outcomes': ['execution/execute', 'resources/subscriber/sync', 'resources/subscriber/upsert'],
	'execution/words': ['execution/report', 'execution/Outcomes'],
	'resources/subscriber/people/SubscriberIndex': [
		...['people/EmailSearch', 'upsert', 'get'].map((name) => `resources/subscriber/${name}`),
		'transport/lists',
	],
	'execution/definition': ['operations', 'panel/requestBody'],
	'execution/execute': [
		...['execution/cancel', 'execution/failures', 'execution/routing', 'resources/account/checkPaths'],
		...['get', 'update', 'rows', 'stopped'].map((name) => `resources/subscriber/${name}`),
	],
	'execution/failedItem': ['execution/failures'],
	'execution/standard': ['operations', 'resources/subscriber/get', 'resources/subscriber/getAll'],
	'resources/subscriber/bulk/SyncRun': ['sync', 'syncOptions', 'overlap', 'updatingCreates', 'rows'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/bulk/importRows': ['import', 'refusedRows', 'overlap'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/toggleSubscription': ['upsert', 'overlap', 'throttled'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/people/changes': ['resources/subscriber/bulk/syncPlan'],
	'resources/subscriber/people/updateSubscriber': [
		...['upsert', 'update', 'tag', 'sync'].map((name) => `resources/subscriber/${name}`),
		'resources/subscriber/overlap',
	],
	'execution/FailureLimit': [...rowOperations, 'resources/subscriber/refusedRows'],
	'resources/subscriber/bulk/RowRun': [...rowOperations, 'resources/subscriber/rows'],
	'resources/subscriber/create': ['resources/subscriber/updatingCreates', 'resources/subscriber/upsert'],
	'resources/subscriber/getAll': ['resources/subscriber/subscriberFilter'],
	'resources/subscriber/import': ['consent', 'overlap', 'rows'].map((name) => `resources/subscriber/${name}`),
	'resources/subscriber/sync': ['syncOptions', 'overlap', 'rows'].map((name) => `resources/subscriber/${name}`),
	'resources/subscriber/upsert': [
		'overlap',
		'rows',
		'refusedRows',
		'stopped',
		'updatingCreates',
		'people/EmailSearch',
	].map((name) => `resources/subscriber/${name}`),
	'resources/subscriber/people/searchByEmail': ['resources/subscriber/people/EmailSearch'],
	'rows/optOut': ['rows/columns'],
	'rows/resolveColumns': ['rows/columns'],
	'shared/loops': ['execution/execute', 'transport/PagedList', 'resources/subscriber/refusedRows'],
	'shared/values': [
		'api/response',
		'api/subscriber',
		'panel/requestBody',
		'rows/columns',
		'execution/failedItem',
		'execution/settings',
		'transport/errors',
	],
	'transport/ApiClient': ['transport/RetryingRequest', 'transport/PagedList'],
	'transport/PagedList': ['resources/subscriber/people/SubscriberIndex'],
	'transport/createClient': ['transport/ApiClient', 'transport/connection'],
	'transport/errorTexts': ['transport/errors'],
	'transport/processLocks': ['resources/subscriber/overlap', 'execution/execute'],
	'EmailMarketingTrigger/EmailMarketingTrigger.node': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/poll': ['EmailMarketingTrigger/fetchChanged'],
	'EmailMarketingTrigger/settings': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/state': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/subscribers': ['EmailMarketingTrigger/fetchChanged'],
	'EmailMarketingTrigger/known': ['EmailMarketingTrigger/subscribers'],
	'EmailMarketingTrigger/unreadableFields': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/events': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/fetchWholeList': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/testEvents': ['EmailMarketingTrigger/poll'],
};
