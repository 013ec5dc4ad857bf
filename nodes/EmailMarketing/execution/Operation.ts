import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';
import type { DisplayNames } from '../shared/names';
import type { ApiClient } from '../transport/ApiClient';
import type { ApiRequest } from '../transport/Sending';
import type { Hints } from './Hints';
import type { Memory } from './Memory';
import type { Outcomes } from './Outcomes';
import type { Settings } from './settings';

/** What one item asks for, its parameters read and checked. */
export interface Reading {
	/** The number of the input item, from 0. */
	readonly item: number;
	readonly request: ApiRequest;
	/** The parameters that say how the operation works, such as 'Simplify'. */
	readonly settings: Settings;
	/** Whether 'Subscriber' is given by email, which has to be looked up. */
	readonly isByEmail: boolean;
}

/** One call of an operation. */
export interface Call extends Reading {
	readonly client: ApiClient;
	readonly memory: Memory;
	readonly hints: Hints;
	readonly context: IExecuteFunctions;
}

/** What a file in resources/<resource>/ exports. It has `execute` or `executeBulk`. */
export interface Operation {
	readonly description: INodeProperties[];
	/** One item → its output. */
	readonly execute?: (call: Call) => Promise<IDataObject[]>;
	/** All items at once. Says of each item what became of it: `outcomes.add([i], …)`, `outcomes.fail([i], …)`. */
	readonly executeBulk?: (calls: readonly Call[], outcomes: Outcomes) => Promise<void>;
	/** Where the body is not described by `routing.send` alone: takes the input item and what the parameters gave. */
	readonly readBody?: (json: IDataObject, body: IDataObject) => IDataObject;
	/** Where the body holds more than the description's own fields: how messages call them. */
	readonly names?: DisplayNames;
}

export type Operations = Readonly<Record<EndpointKey, Operation>>;
