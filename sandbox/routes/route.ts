import type { Context } from 'openapi-backend';
import type { operations } from '../../contract/types';
import type { Path } from '../store/find';
import type { SandboxContext } from '../store/store';

type Key = keyof operations;

/** The request body of an operation in the contract. */
type Body<K extends Key> = operations[K] extends { requestBody: { content: { 'application/json': infer Sent } } }
	? Sent
	: unknown;

type Responses<K extends Key> = operations[K]['responses'];

/** The body of its successful response, whatever the status. */
type Given<K extends Key> = Responses<K>[keyof Responses<K> & (200 | 201 | 202)] extends {
	content: { 'application/json': infer Body };
}
	? Body
	: unknown;

/** Parameters with the contract's defaults filled in. */
type Filled<Part> = [NonNullable<Part>] extends [never] ? unknown : Required<NonNullable<Part>>;

type Parameters<K extends Key> = operations[K]['parameters'];

type Route<K extends Key> = (
	call: Context<Body<K>, Path, Filled<Parameters<K>['query']>>,
	context: SandboxContext,
) => Given<K>;

/** The routes of all operations of a resource. Each is called only with valid requests. */
export type Routes<Resource extends string> = { [K in Key & `${Resource}.${string}`]: Route<K> };
