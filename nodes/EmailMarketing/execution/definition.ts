import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { endpoints, placeholdersOf, type EndpointKey } from '../api/endpoints';
import type { BodyField, BodyRules } from '../api/requestBody';
import type { DisplayNames } from '../shared/names';

/** A parameter that travels in the body, alone or inside a collection. */
interface SentField extends BodyField {
	readonly parameter: string;
	readonly collection?: string;
}

/** What an operation's description says about its request. */
export interface Definition extends BodyRules {
	readonly key: EndpointKey;
	readonly fields: readonly SentField[];
	/** The placeholders of the path, each the name of a parameter. */
	readonly placeholders: readonly string[];
	/** The parameters that neither travel nor fill the path: they say how the operation works. */
	readonly settings: readonly INodeProperties[];
	readonly names: DisplayNames;
}

/** Reads what defines a request out of the catalogue row and the fields' `routing.send`. */
export function definitionOf(key: EndpointKey, description: readonly INodeProperties[]): Definition {
	const placeholders = placeholdersOf(endpoints[key].path);
	return {
		key,
		fields: description.flatMap(sentFields),
		placeholders,
		settings: description.filter((property) => !placeholders.includes(property.name) && sentFields(property).length === 0),
		names: namesIn(description),
		isPartial: description.some(({ name }) => name === 'updateFields'),
	};
}

/** Every name that a message about these parameters may have to say. */
export function namesIn(description: readonly INodeProperties[]): DisplayNames {
	const placed = description.flatMap(withInner).map(({ name, displayName }): [string, string] => [name, displayName]);
	const sent = description.flatMap(sentFields).map(({ property, displayName }): [string, string] => [property, displayName]);
	return new Map([...placed, ...sent]);
}

/** The parameters inside a collection; of any other property none. */
export function innerOf({ type, options }: INodeProperties): INodeProperties[] {
	return type === 'collection' ? (options as INodeProperties[]) : [];
}

/** The values that a menu offers. */
export function valuesOf({ options }: INodeProperties): unknown[] {
	return (options as INodePropertyOptions[]).map(({ value }) => value);
}

function withInner(property: INodeProperties): INodeProperties[] {
	return [property, ...innerOf(property)];
}

function sentFields(property: INodeProperties): SentField[] {
	return [...sentField(property), ...innerOf(property).flatMap((inner) => sentField(inner, property.name))];
}

function sentField({ name, displayName, required = false, type, routing }: INodeProperties, collection?: string): SentField[] {
	const property = routing?.send?.property;
	return property === undefined ? [] : [{ parameter: name, collection, property, displayName, required, isId: type === 'resourceLocator' }];
}
