import { existsSync } from 'node:fs';
import { join } from 'node:path';

const tests = join(import.meta.dirname, '..');

const rowOperations = ['import', 'upsert', 'sync'].map((operation) => `resources/subscriber/${operation}`);

/**
 * The tests that hold a file besides the one of its own name. Fields and simple operations that are in neither are held
 * by operations.test.ts.
 * @type {Record<string, string[]>}
 */
export const heldBy = {
	'api/resourceName': ['execution/byName'],
	'execution/NamedLists': ['execution/byName'],
	'transport/readAll': ['execution/byName'],
	'api/endpoints': ['transport/endpointPaths', 'api/pathSpellings'],
	'api/importReport': ['resources/subscriber/import'],
	'resources/subscriber/bulk/quotedIn': ['resources/subscriber/import', 'resources/subscriber/held'],
	'api/verdict': ['transport/PagedList', 'resources/subscriber/people/SubscriberIndex'],
	'execution/Hints': ['execution/execute', 'resources/email/send', 'resources/subscriber/namedColumns'],
	'execution/ItemReader': [
		...['execution/execute', 'execution/failures', 'execution/byName', 'panel/requestBody'],
		...['consent', 'create', 'held', 'import', 'namedColumns', 'rows', 'syncOptions', 'tag', 'update'].map(
			(name) => `resources/subscriber/${name}`,
		),
	],
	'execution/Operation': ['execution/execute'],
	'execution/consentChoice': ['resources/subscriber/consent', 'resources/subscriber/namedColumns'],
	'execution/nodeError': ['execution/failures'],
	'execution/Outcomes': [
		'execution/execute',
		'execution/retryOnFail',
		...['held', 'sync', 'upsert'].map((name) => `resources/subscriber/${name}`),
	],
	'execution/words': ['execution/report', 'resources/subscriber/held'],
	'resources/subscriber/people/resolveEmail': [
		...['get', 'people/EmailSearch', 'tag', 'update'].map((name) => `resources/subscriber/${name}`),
		'transport/lists',
	],
	'resources/subscriber/people/SubscriberIndex': [
		...['people/EmailSearch', 'upsert', 'get', 'held'].map((name) => `resources/subscriber/${name}`),
		'transport/lists',
	],
	'execution/definition': ['operations', 'panel/requestBody', 'execution/byName', 'resources/subscriber/namedColumns'],
	'execution/execute': [
		...['execution/cancel', 'execution/failures', 'execution/routing', 'resources/account/checkPaths'],
		...['consent', 'create', 'get', 'update', 'rows', 'stopped', 'outage', 'toggleSubscription'].map(
			(name) => `resources/subscriber/${name}`,
		),
	],
	'execution/failedItem': ['execution/execute', 'execution/failures', 'execution/routing', 'resources/subscriber/rows'],
	'execution/standard': ['operations', 'resources/subscriber/get', 'resources/subscriber/getAll'],
	'resources/subscriber/bulk/runLists': [
		...['sync', 'syncOptions', 'import', 'secondList', 'updatingCreates', 'rows', 'held'],
	].map((name) => `resources/subscriber/${name}`),
	'resources/subscriber/bulk/applyPlan': ['sync', 'syncOptions', 'import', 'overlap', 'held', 'syncTags'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/bulk/planList': ['sync', 'held', 'syncOptions'].map((name) => `resources/subscriber/${name}`),
	'resources/subscriber/bulk/stepFor': ['bulk/planList', 'sync', 'syncOptions', 'syncTags', 'import'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/bulk/RowImport': ['import', 'refusedRows', 'overlap'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/bulk/held': ['held', 'sync', 'syncOptions', 'bulk/planList'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/bulk/selectRows': ['import', 'upsert', 'syncOptions', 'held', 'rows'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/bulk/rowOutput': ['resources/subscriber/rows'],
	'resources/subscriber/people/People': ['upsert', 'toggleSubscription', 'overlap'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/bulk/listRules': ['sync', 'syncOptions'].map((name) => `resources/subscriber/${name}`),
	'resources/subscriber/bulk/limits': ['syncTags', 'sync', 'syncOptions', 'rows', 'bulk/planList'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/bulk/optOutHints': ['sync', 'syncOptions', 'import', 'rows'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'execution/output': [
		...['execution/report', 'execution/routing'],
		...['atAGlance', 'held', 'rows'].map((name) => `resources/subscriber/${name}`),
	],
	'execution/report': ['execution/execute', 'resources/subscriber/held', 'resources/subscriber/secondList'],
	'execution/Parameters': [
		...['execution/byName', 'execution/execute'],
		...['consent', 'create', 'namedColumns'].map((name) => `resources/subscriber/${name}`),
	],
	'execution/settings': ['execution/execute', 'resources/subscriber/rows', 'resources/subscriber/syncOptions'],
	'resources/subscriber/bulk/otherName': ['resources/subscriber/syncTags'],
	'resources/subscriber/bulk/removeSubscriber': ['sync', 'syncOptions', 'overlap'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/people/toggle': [
		'toggleSubscription',
		'laggingReplica',
		'upsert',
		'overlap',
		'optOuts',
		'throttled',
	].map((name) => `resources/subscriber/${name}`),
	'resources/subscriber/people/writeRow': ['upsert', 'sync', 'overlap'].map((name) => `resources/subscriber/${name}`),
	'resources/subscriber/people/readSubscriber': ['upsert', 'update', 'overlap'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/people/age': ['overlap', 'toggleSubscription', 'update', 'upsert'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/people/changes': ['bulk/planList', 'create', 'rows', 'sync', 'syncOptions', 'update'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/people/updateSubscriber': [
		...['upsert', 'update', 'tag', 'sync', 'syncOptions', 'overlap'].map((name) => `resources/subscriber/${name}`),
	],
	'execution/Outage': ['resources/subscriber/outage', 'resources/subscriber/stopped'],
	'execution/Rejections': [...rowOperations, 'resources/subscriber/refusedRows'],
	'resources/subscriber/bulk/RowRun': [
		...rowOperations,
		...['rows', 'outage', 'held', 'refusedRows', 'secondList'].map((name) => `resources/subscriber/${name}`),
	],
	'resources/subscriber/people/createSubscriber': ['create', 'overlap', 'updatingCreates', 'upsert'].map(
		(name) => `resources/subscriber/${name}`,
	),
	'resources/subscriber/people/RowResult': ['rows', 'syncOptions', 'upsert'].map(
		(name) => `resources/subscriber/${name}`,
	),
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
	'rows/ColumnNotes': ['rows/columns', 'resources/subscriber/namedColumns'],
	'rows/HeaderCache': ['rows/columns'],
	'rows/splitName': ['rows/columns'],
	'rows/consentCell': ['rows/consent', 'resources/subscriber/consent', 'resources/subscriber/held'],
	'rows/answers': ['resources/subscriber/consent'],
	'rows/consent': ['resources/subscriber/consent', 'resources/subscriber/namedColumns'],
	'rows/dates': ['rows/answers', 'resources/subscriber/consent'],
	'rows/parseRow': ['namedColumns', 'rows', 'syncTags'].map((name) => `resources/subscriber/${name}`),
	'rows/results': ['rows/columns', 'rows/consent', 'resources/subscriber/consent', 'resources/subscriber/held'],
	'rows/verdicts': ['rows/consent', 'resources/subscriber/consent'],
	'rows/UnreadColumns': ['rows/consent', 'resources/subscriber/consent'],
	'shared/brokenCells': ['resources/subscriber/namedColumns'],
	'shared/cleanToken': ['transport/connection', 'credentials/EmailMarketingApi'],
	'rows/resolveColumns': ['rows/columns', 'rows/consent', 'rows/parseRow', 'resources/subscriber/namedColumns'],
	'rows/columns': ['rows/parseRow', 'resources/subscriber/create', 'resources/subscriber/namedColumns'],
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
	'transport/ApiClient': ['transport/RetryingRequest', 'transport/PagedList', 'execution/execute'],
	'transport/PagedList': ['resources/subscriber/people/SubscriberIndex', 'resources/subscriber/getAll'],
	'transport/RequestQueue': ['transport/RetryingRequest'],
	'transport/WholeList': [
		...['SubscriberIndex', 'EmailSearch'].map((name) => `resources/subscriber/people/${name}`),
		'resources/subscriber/overlap',
		'EmailMarketingTrigger/poll',
	],
	'transport/createClient': ['transport/ApiClient', 'transport/connection'],
	'transport/errorTexts': ['transport/errors'],
	'transport/processLocks': ['resources/subscriber/overlap', 'execution/execute'],
	'EmailMarketingTrigger/EmailMarketingTrigger.node': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/poll': ['EmailMarketingTrigger/fetchChanged'],
	'EmailMarketingTrigger/settings': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/state': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/subscribers': ['EmailMarketingTrigger/fetchChanged'],
	'EmailMarketingTrigger/known': ['EmailMarketingTrigger/subscribers'],
	'EmailMarketingTrigger/events': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/fetchWholeList': ['EmailMarketingTrigger/poll'],
	'EmailMarketingTrigger/testEvents': ['EmailMarketingTrigger/poll'],
};

/**
 * The tests in test/ that hold a file in nodes/, without `.test.ts`.
 * @param {string} source
 * @throws Error if there are none
 */
export function testsOf(source) {
	const name = source.replace(/^nodes\/(EmailMarketing\/)?/, '').replace(/\.ts$/, '');
	const own = existsSync(join(tests, `${name}.test.ts`)) ? [name] : [];
	const found = [...own, ...(heldBy[name] ?? [])];
	if (found.length > 0) return found;
	if (/^(resources(\/\w+)?|panel)\/\w+$/.test(name)) return ['operations'];
	throw new Error(`No test holds ${source}: name some in test/mutation/heldBy.mjs`);
}
