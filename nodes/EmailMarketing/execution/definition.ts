import type { INodeProperties } from 'n8n-workflow';

import { endpoints, placeholdersOf, type EndpointKey } from '../api/endpoints';
import type { BodyField, BodyRules } from '../panel/requestBody';
import type { DisplayNames } from '../shared/text';
import { innerOf } from './settings';

/** A parameter that travels in the body, alone or inside a collection. */
interface SentField extends BodyField {
	readonly collection?: string;
	/** The settings that it is shown for, with their values. */
	readonly shownFor?: Readonly<Record<string, readonly unknown[]>>;
}

/** What an operation's description says about its request. */
export interface Definition extends BodyRules {
	readonly key: EndpointKey;
	readonly fields: readonly SentField[];
	/** The placeholders of the path, each the name of a parameter. */
	readonly placeholders: readonly string[];
	/** The parameters that neither travel nor fill the path: they say how the operation works. */
	readonly settings: readonly INodeProperties[];
	/** The parameter that says which fields are emptied, inside of 'Update Fields'. */
	readonly clearFields?: INodeProperties;
	readonly names: DisplayNames;
}

/** Reads what defines a request out of the catalogue row and the fields' `routing.send`. */
export function definitionOf(key: EndpointKey, description: readonly INodeProperties[]): Definition {
	const placeholders = placeholdersOf(endpoints[key].path);
	return {
		key,
		fields: description.flatMap(sentFields),
		placeholders,
		settings: description.filter(
			(property) => !placeholders.includes(property.name) && sentFields(property).length === 0,
		),
		clearFields: description.flatMap(innerOf).find(({ name }) => name === 'clearFields'),
		names: namesIn(description),
		isPartial: description.some(({ name }) => name === 'updateFields'),
	};
}

/** The fields that the panel shows while the settings are these. Where a setting is an expression, n8n shows and keeps all of them. */
export function shownFields({ fields }: Definition, settings: Readonly<Record<string, unknown>>): SentField[] {
	return fields.filter(({ shownFor = {} }) =>
		Object.entries(shownFor).every(([name, values]) => values.includes(settings[name])),
	);
}

/** Every name that a message about these parameters may have to say. */
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

function sentField(
	{ name, displayName, required: isRequired = false, type, routing, displayOptions }: INodeProperties,
	collection?: string,
): SentField[] {
	const property = routing?.send?.property;
	if (property === undefined) return [];
	const shownFor = displayOptions?.show as SentField['shownFor'];
	// Not by n8n's own `required`, which it asks for wherever it shows the field: where the setting is an expression, too.
	const required = isRequired || shownFor !== undefined;
	const isId = type === 'resourceLocator';
	return [{ parameter: name, collection, property, displayName, required, isId, ...(shownFor && { shownFor }) }];
}
