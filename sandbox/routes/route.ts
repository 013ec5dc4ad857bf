import type { Context } from 'openapi-backend';
import type { operations } from '../../contract/types';
import type { Path } from '../store/find';
import type { SandboxContext } from '../store/store';

type Key = keyof operations;

/** The request body of an operation in the contract. */
type Body<K extends Key> = operations[K] extends { requestBody: { content: { 'application/json': infer Sent } } }
	? Sent
	: unknown;

/** The body of a response of success: one with a status from 200 to 299. */
type Success<Responses> = {
	[Status in keyof Responses & number]: `${Status}` extends `2${string}` ? Responses[Status] : never;
}[keyof Responses & number];
type Given<K extends Key> =
	Success<operations[K]['responses']> extends { content: { 'application/json': infer Body } } ? Body : unknown;

/** Parameters with the contract's defaults filled in. */
type Filled<Part> = [NonNullable<Part>] extends [never] ? unknown : Required<NonNullable<Part>>;

type Parameters<K extends Key> = operations[K]['parameters'];

type Route<K extends Key> = (
	call: Context<Body<K>, Path, Filled<Parameters<K>['query']>>,
	context: SandboxContext,
) => Given<K>;

/** The routes of all operations of a resource. Each is called only with valid requests. */
export type Routes<Resource extends string> = { [K in Key & `${Resource}.${string}`]: Route<K> };
