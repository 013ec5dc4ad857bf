import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { endpoints, isEndpointKey, type EndpointKey } from '../api/endpoints';
import { buildBody } from '../api/requestBody';
import { isRecord } from '../shared/isRecord';
import { displayNameOf } from '../shared/names';
import { readId } from '../shared/readId';
import { requestOptionsField } from '../shared/requestOptionsField';
import { readSubscriberColumns } from '../shared/subscriberColumns';
import { UserFacingError } from '../shared/UserFacingError';
import type { ApiRequest } from '../transport/ApiClient';
import { definitionOf, type Definition } from './definition';
import type { Operation, Operations, Reading } from './Operation';
import { Parameters } from './Parameters';
import { checkSetting, type Settings } from './settings';

/**
 * The interpreter of the declarative description: catalogue row + the fields' `routing.send` → the request of an item.
 * It understands `send: {type: 'body', property}` and nothing else; a test walks the description for anything more.
 */
export class RequestReader {
	private readonly parameters: Parameters;

	private readonly definitions = new Map<EndpointKey, Definition>();

	/** The settings of an operation, where no expression makes them differ between items. */
	private readonly fixedSettings = new Map<EndpointKey, Settings>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operations: Operations,
	) {
		this.parameters = new Parameters(context);
	}

	/**
	 * The request of an item, its parameters read and checked.
	 * @throws UserFacingError naming the parameter that cannot be used
	 */
	read(item: number): Reading {
		const key = this.keyOf(item);
		const definition = this.definitionOf(key);
		const operation: Operation = this.operations[key];
		const settings = this.settingsOf(definition, item);
		const pathValues = this.pathValuesOf(definition, item);
		const json = this.context.getInputData()[item]?.json ?? {};
		const values = settings.dataMode === 'autoMapInputData' ? readSubscriberColumns(json) : this.valuesOf(definition, item);
		const body = ['GET', 'DELETE'].includes(endpoints[key].method) ? undefined : buildBody(definition, values);
		const request: ApiRequest = { key, pathValues, body: operation.readBody?.(json, body ?? {}) ?? body, names: operation.names ?? definition.names };
		const locator = this.parameters.read('subscriber', item);
		return { item, request, settings, isByEmail: 'subscriber' in pathValues && isRecord(locator) && locator.mode === 'email' };
	}

	/** The operation of the run. @throws UserFacingError when 'Resource' and 'Operation' name none, or another one for this item */
	keyOf(item: number): EndpointKey {
		const key = `${String(this.parameters.read('resource', item))}.${String(this.parameters.read('operation', item))}`;
		if (!isEndpointKey(key)) {
			throw new UserFacingError(`The operation "${key}" does not exist`, "Choose 'Resource' and 'Operation' again in this node. Nothing was sent.");
		}
		if (item > 0 && key !== this.keyOf(0)) {
			throw new UserFacingError(`The operation "${key}" is not that of the first item, "${this.keyOf(0)}"`, "Give 'Resource' and 'Operation' the same value for all items, with one node for each operation. Nothing was sent for this item.");
		}
		return key;
	}

	/** 'Options' and 'Request Options' of the first item, which hold for the run. Where they cannot be used, each item says so as it is read. */
	clientSettings(): Settings {
		try {
			return this.settingsOf(this.definitionOf(this.keyOf(0)), 0);
		} catch {
			return {};
		}
	}

	private definitionOf(key: EndpointKey): Definition {
		const definition = this.definitions.get(key) ?? definitionOf(key, [...this.operations[key].description, requestOptionsField]);
		this.definitions.set(key, definition);
		return definition;
	}

	private settingsOf({ key, settings }: Definition, item: number): Settings {
		const fixed = this.fixedSettings.get(key);
		if (fixed !== undefined) return fixed;
		const present = settings.filter(({ name }) => this.parameters.has(name));
		const read = Object.fromEntries(present.map((property) => [property.name, checkSetting(property, this.parameters.read(property.name, item))]));
		if (present.every(({ name }) => this.parameters.isFixed(name))) this.fixedSettings.set(key, read);
		return read;
	}

	private pathValuesOf({ placeholders, names }: Definition, item: number): Record<string, string> {
		return Object.fromEntries(placeholders.map((name) => [name, readId(chosen(this.parameters.read(name, item)), displayNameOf(name, names))]));
	}

	private valuesOf({ fields }: Definition, item: number): IDataObject {
		const values = fields.map(({ parameter, collection, property }) => {
			const read = this.parameters.read(collection ?? parameter, item);
			const value = collection === undefined ? read : isRecord(read) ? read[parameter] : undefined;
			return [property, chosen(value)];
		});
		return Object.fromEntries(values) as IDataObject;
	}
}

/** What is chosen in a resource locator; any other value is itself. */
function chosen(value: unknown): unknown {
	return isRecord(value) && value.__rl === true ? value.value : value;
}
