import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';
import type { Subscriber } from '../api/subscriber';
import type { Row } from '../rows/parseRow';
import type { ApiClient } from '../transport/ApiClient';
import type { ApiRequest } from '../transport/ApiRequest';
import type { Definition } from './definition';
import type { FailureMode } from './failedItem';
import type { Hints } from './Hints';
import type { Outcomes } from './Outcomes';
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
	/** The subscriber in the path as the contact list shows it, where it was looked up. */
	readonly known?: Subscriber;
	/** The subscriber that the item describes, for operations that take rows. */
	readonly row?: Row;
}

/** An item that is a row. */
export type RowInput = ItemInput & { readonly row: Row };

/** What all items of one run of the node share. */
export interface Run {
	readonly client: ApiClient;
	readonly outcomes: Outcomes;
	readonly hints: Hints;
	readonly mode: FailureMode;
	readonly context: IExecuteFunctions;
}

/** What every file in resources/<resource>/ exports. */
interface Described {
	readonly description: INodeProperties[];
	/** Parses what the fields cannot check, before anything is sent. The operation gets the result as its settings. */
	readonly parseSettings?: (settings: Settings) => Settings;
	/** Where an operation is made of several requests: the first of them, which the parameters describe. */
	readonly endpoint?: EndpointKey;
}

/** The output of an item, with a word of its own where the operation did something else than its usual work. */
type ItemResult = readonly IDataObject[] | { readonly word: string; readonly output: readonly IDataObject[] };

/** Does the work of each item by itself, of many at a time. */
export interface ItemOperation extends Described {
	/** `'fields'`: each item is a row, by the fields of the panel or by its columns. */
	readonly rows?: 'fields';
	readonly execute: (input: ItemInput, run: Run) => Promise<ItemResult>;
	/** Finds the ID of a resource that is named in another way, such as by email. */
	readonly resolve?: (input: ItemInput, run: Run) => Promise<ItemInput>;
}

/** Takes all items at once, each of them a row, and adds an outcome for each as soon as it is known. */
interface RowsOperation extends Described {
	/** What is sent of a row, by its columns; `'fields'`: by the fields of the panel or by its columns. */
	readonly rows: Definition | 'fields';
	readonly executeRows: (rows: readonly RowInput[], run: Run) => Promise<void>;
}

/** Is done once for all items. */
interface OneOperation extends Described {
	readonly executeOnce: (run: Run) => Promise<readonly IDataObject[]>;
}

export type Operation = ItemOperation | RowsOperation | OneOperation;

/** What is made of the requests of other operations. */
type ComposedKey = 'account.checkPaths' | 'subscriber.sync' | 'subscriber.tag' | 'subscriber.upsert';

/** Every operation, with what an item is when it is done: `created`. */
export type Operations = Readonly<Record<EndpointKey | ComposedKey, Operation & { readonly done: string }>>;
