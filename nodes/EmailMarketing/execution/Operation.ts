import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';
import type { Subscriber } from '../api/subscriber';
import type { Row } from '../rows/parseRow';
import type { ApiClient } from '../transport/ApiClient';
import type { ApiRequest } from '../transport/ApiRequest';
import type { Definition } from './definition';
import type { FailureMode } from './failedItem';
import type { Hints } from './Hints';
import type { Outage } from './Outage';
import type { Outcomes } from './Outcomes';
import type { Settings } from './settings';

export interface ItemInput {
	/** The number of the input item, from 0. */
	readonly item: number;
	readonly json: IDataObject;
	readonly request: ApiRequest;
	/** The parameters that control the operation, such as 'Simplify'. */
	readonly settings: Settings;
	/** The mode of the locator of the resource in the path: `list`, `id`, `email`. */
	readonly locatorMode?: string;
	/** The subscriber in the path as the contact list shows it, if it was looked up by email. */
	readonly known?: Subscriber;
	/** The subscriber that the item describes, for operations that take rows. */
	readonly row?: Row;
}

export type RowInput = ItemInput & { readonly row: Row };

/** What all items of one run of the node share. */
export interface Run {
	readonly client: ApiClient;
	readonly outage: Outage;
	readonly outcomes: Outcomes;
	readonly hints: Hints;
	readonly mode: FailureMode;
	readonly context: IExecuteFunctions;
}

/** What every file in resources/<resource>/ exports. */
interface Described {
	readonly description: INodeProperties[];
	/**
	 * Parses what the fields cannot check, before anything is sent. The operation gets the result as its settings.
	 * @param isFixed whether a parameter has no expression
	 */
	readonly parseSettings?: (settings: Settings, isFixed: (name: string) => boolean) => Settings;
	/** The first request of an operation of several requests: the parameters describe it. */
	readonly endpoint?: EndpointKey;
	/** The fields that columns can fill. With `'fields'`, rows come from the panel's fields or from columns. */
	readonly rows?: Definition | 'fields';
}

/** The output of an item, with a word of its own if the outcome is not the usual one. */
type ItemResult = readonly IDataObject[] | { readonly word: string; readonly output: readonly IDataObject[] };

/** Works on one item; items run in parallel. */
export interface ItemOperation extends Described {
	/** For operations that take rows: adds the outcomes of those that are not sent, and returns the others. */
	readonly select?: (rows: readonly RowInput[], run: Run) => Promise<readonly RowInput[]>;
	readonly execute: (input: ItemInput, run: Run) => Promise<ItemResult>;
	/** Finds the ID of a resource that is chosen in another way, such as by email. */
	readonly resolve?: (input: ItemInput, run: Run) => Promise<ItemInput>;
	/** Whether the wish of an item holds for somebody who is not in the list, so that it is skipped. */
	readonly holdsWithout?: (input: ItemInput) => boolean;
}

export type Operation =
	| ItemOperation
	/** Takes all items at once as rows, and adds the outcome of each as soon as it is known. */
	| (Described & { readonly executeRows: (rows: readonly RowInput[], run: Run) => Promise<void> })
	/** Runs once for all items. */
	| (Described & { readonly executeOnce: (run: Run) => Promise<readonly IDataObject[]> });

/** Operations composed of the requests of others. */
type ComposedKey = 'account.checkPaths' | 'subscriber.sync' | 'subscriber.tag' | 'subscriber.upsert';

/** Every operation, with the word for an item that is done: `created`. */
export type Operations = Readonly<Record<EndpointKey | ComposedKey, Operation & { readonly done: string }>>;
