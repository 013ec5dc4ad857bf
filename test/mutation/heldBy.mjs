const rowOperations = ['import', 'upsert', 'sync'].map((operation) => `resources/subscriber/${operation}`);

/**
 * The tests that hold a file besides the one of its own name. Files in neither are held by operations.test.ts.
 * @type {Record<string, string[]>}
 */
export const heldBy = {
	'api/endpoints': ['operations'],
	'execution/Hints': ['execution/execute', 'resources/subscriber/upsert'],
	'execution/ItemReader': ['execution/execute', 'resources/subscriber/create', 'resources/subscriber/update'],
	'execution/Operation': ['execution/execute'],
	'execution/RetryCache': [
		'execution/execute',
		'resources/subscriber/toggleSubscription',
		'resources/subscriber/upsert',
	],
	'execution/RunResults': ['execution/failures', 'resources/subscriber/sync'],
	'execution/SubscriberIndex': ['resources/subscriber/upsert', 'resources/subscriber/get', 'reliability/lists'],
	'execution/Tally': ['execution/summarizeRun', 'resources/subscriber/sync'],
	'execution/definition': ['operations', 'api/requestBody'],
	'execution/execute': ['resources/subscriber/get', 'resources/subscriber/update', 'reliability/cancel'],
	'execution/failedItem': ['execution/failures'],
	'execution/standard': ['operations', 'resources/subscriber/get', 'resources/subscriber/getAll'],
	'resources/subscriber/SyncRun': ['resources/subscriber/sync', 'reliability/overlap'],
	'resources/subscriber/importRows': ['resources/subscriber/import'],
	'resources/subscriber/syncPlan': ['resources/subscriber/sync'],
	'resources/subscriber/syncWrites': ['resources/subscriber/sync', 'reliability/overlap'],
	'resources/subscriber/toggleSubscription': ['reliability/overlap', 'reliability/throttled'],
	'resources/subscriber/toggled': ['resources/subscriber/toggleSubscription', 'reliability/overlap'],
	'resources/subscriber/updateSubscriber': [
		...['upsert', 'update', 'sync'].map((name) => `resources/subscriber/${name}`),
		'reliability/overlap',
	],
	'rows/FailureLimit': [...rowOperations, 'reliability/refused-rows'],
	'rows/RowResults': rowOperations,
	'rows/rejection': rowOperations,
	'rows/resolveColumns': ['rows/columns'],
	'rows/rowOutput': rowOperations,
	'rows/selectRows': rowOperations,
	'transport/ApiClient': ['transport/RetryingRequest', 'transport/PagedList'],
	'transport/createClient': ['transport/ApiClient', 'transport/connection'],
	'transport/errorTexts': ['transport/errors'],
	'transport/processLocks': ['reliability/overlap', 'execution/execute'],
	'EmailMarketingTrigger/KnownMap': ['EmailMarketingTrigger/subscribers'],
	'EmailMarketingTrigger/unreadableFields': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/events': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/fetchWholeList': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/testEvents': ['EmailMarketingTrigger/poll'],
};
