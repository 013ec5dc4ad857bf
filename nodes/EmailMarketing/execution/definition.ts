import type { INodeProperties } from 'n8n-workflow';

import { endpoints, placeholdersOf, type EndpointKey } from '../api/endpoints';
import type { BodyField, BodyRules } from '../panel/requestBody';
import type { DisplayNames } from '../shared/text';
import { innerOf } from './settings';

/** A parameter that is sent in the body, by itself or inside a collection. */
interface SentField extends BodyField {
	readonly collection?: string;
	/** Setting → the values for which the panel shows this field. */
	readonly shownFor?: Readonly<Record<string, readonly unknown[]>>;
}

export interface Definition extends BodyRules {
	readonly key: EndpointKey;
	readonly fields: readonly SentField[];
	/** The placeholders of the path: names of parameters. */
	readonly placeholders: readonly string[];
	/** The parameters that are neither sent nor part of the path: they control the operation. */
	readonly settings: readonly INodeProperties[];
	/** 'Clear Fields' inside 'Update Fields'. */
	readonly clearFields?: INodeProperties;
	readonly names: DisplayNames;
}

/** Reads the definition of a request from its endpoint and the fields' `routing.send`. */
export function definitionOf(key: EndpointKey, description: readonly INodeProperties[]): Definition {
	const placeholders = placeholdersOf(endpoints[key].path);
	const isSetting = (property: INodeProperties): boolean =>
		property.type !== 'notice' && !placeholders.includes(property.name) && sentFields(property).length === 0;
	return {
		key,
		fields: description.flatMap(sentFields),
		placeholders,
		settings: description.filter(isSetting),
		clearFields: description.flatMap(innerOf).find(({ name }) => name === 'clearFields'),
		names: namesIn(description),
		isPartial: description.some(({ name }) => name === 'updateFields'),
	};
}

/** The fields that the panel shows for these settings. If one is an expression, n8n shows and keeps all fields. */
export function shownFields({ fields }: Definition, settings: Readonly<Record<string, unknown>>): SentField[] {
	return fields.filter(({ shownFor = {} }) =>
		Object.entries(shownFor).every(([name, values]) => values.includes(settings[name])),
	);
}

/** Every name that a message about these parameters may need. */
function namesIn(description: readonly INodeProperties[]): DisplayNames {
	const placed = description.flatMap((property) => [property, ...innerOf(property)]);
	return new Map([
		...placed.map(({ name, displayName }) => [name, displayName] as const),
		...description.flatMap(sentFields).map(({ property, displayName }) => [property, displayName] as const),
	]);
}

function sentFields(property: INodeProperties): SentField[] {
	return [...sentField(property), ...innerOf(property).flatMap((inner) => sentField(inner, property.name))];
}

function sentField(field: INodeProperties, collection?: string): SentField[] {
	const { name, displayName, required: isRequired = false, type, routing, displayOptions } = field;
	const property = routing?.send?.property;
	if (property === undefined) return [];
	const shownFor = displayOptions?.show as SentField['shownFor'];
	// n8n's own `required` would ask for the field even if an expression makes n8n show all of them.
	const required = isRequired || shownFor !== undefined;
	const isId = type === 'resourceLocator';
	return [{ parameter: name, collection, property, displayName, required, isId, shownFor }];
}
