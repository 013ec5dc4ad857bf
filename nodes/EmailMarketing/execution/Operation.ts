import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';
import type { Subscriber } from '../api/subscriber';
import type { ApiClient } from '../transport/ApiClient';
import type { ApiRequest } from '../transport/ApiRequest';
import type { Definition } from './definition';
import type { Hints } from './Hints';
import type { RetryCache } from './RetryCache';
import type { RunResults } from './RunResults';
import type { Row } from '../rows/parseRow';
import type { Settings } from './settings';

/** What one item asks for, its parameters read and checked. */
export interface ItemInput {
	/** The number of the input item, from 0. */
	readonly item: number;
	readonly json: IDataObject;
	readonly request: ApiRequest;
	/** The parameters that say how the operation works, such as 'Simplify'. */
	readonly settings: Settings;
	/** How the resource in the path is named: `list`, `id`, or another mode of its locator. */
	readonly locatorMode?: string;
	/** The subscriber that the item is a row of, for operations that take rows. */
	readonly row?: Row;
}

/** One call of an operation. */
export interface Call extends ItemInput {
	/** The subscriber in the path as the contact list shows it, where it was looked up. */
	readonly known?: Subscriber;
	readonly client: ApiClient;
	readonly cache: RetryCache;
	readonly hints: Hints;
	readonly context: IExecuteFunctions;
}

/** One item → its output. */
export type Execute = (call: Call) => Promise<IDataObject[]>;

/** All items at once. Reports the result of each item: `runResults.add([i], …)`, `runResults.fail([i], …)`. */
type ExecuteBulk = (calls: readonly Call[], runResults: RunResults) => Promise<void>;

/** What a file in resources/<resource>/ exports. */
export type Operation = ({ readonly execute: Execute } | { readonly executeBulk: ExecuteBulk }) & {
	readonly description: INodeProperties[];
	/** Finds the ID of a resource that is named in another way, such as by email. */
	readonly resolve?: (call: Call) => Promise<Call>;
	/** Parses what the fields cannot check, before anything is sent. `execute` gets the result as its settings. */
	readonly parseSettings?: (settings: Settings) => Settings;
	/** Where an operation is made of several requests: the first of them, which the parameters describe. */
	readonly endpoint?: EndpointKey;
	/** Whether each input item is a row, by the fields of the panel or by its columns. */
	readonly takesRows?: boolean;
	/** Where each input item is a row by its columns, whatever the panel holds: what is sent of one. */
	readonly row?: Definition;
};

/** What is made of the requests of other operations. */
type ComposedKey = 'account.checkPaths' | 'subscriber.sync' | 'subscriber.tag' | 'subscriber.upsert';

export type Operations = Readonly<Record<EndpointKey | ComposedKey, Operation>>;
