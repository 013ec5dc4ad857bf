import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../api/endpoints';
import { buildBody } from '../api/requestBody';
import { chosen, isRecord } from '../shared/values';
import type { ColumnHints, RowRead } from '../shared/columns/ColumnReader';
import { ColumnReaders } from '../shared/columns/ColumnReaders';
import { displayNameOf } from '../shared/text';
import { readId } from '../shared/readId';
import { requestOptionsField } from '../shared/requestOptionsField';
import { UserFacingError } from '../shared/UserFacingError';
import type { ApiRequest } from '../transport/Sending';
import { definitionOf, shownFields, type Definition } from './definition';
import type { Operation, Operations, Reading } from './Operation';
import { Parameters } from './Parameters';
import { noColumns, readRow } from './readRow';
import { checkSetting, type Settings } from './settings';

/**
 * The interpreter of the declarative description: catalogue row + the fields' `routing.send` → the request of an item.
 * It understands `send: {type: 'body', property}` and nothing else; a test walks the description for anything more.
 */
export class RequestReader {
	private readonly parameters: Parameters;

	/** n8n takes no expression in 'Resource' and 'Operation', so all items have the same. */
	readonly operation: Operation;

	private readonly definition: Definition;

	private readonly columnReaders = new ColumnReaders();

	/** The settings, where no expression makes them differ between items. */
	private fixedSettings?: Settings;

	/** @throws UserFacingError when 'Resource' and 'Operation' name no operation */
	constructor(
		private readonly context: IExecuteFunctions,
		operations: Operations,
	) {
		this.parameters = new Parameters(context);
		const key = `${String(this.parameters.read('resource', 0))}.${String(this.parameters.read('operation', 0))}`;
		if (!isKeyOf(operations, key)) {
			throw new UserFacingError(
				`The operation "${key}" does not exist`,
				"Choose 'Resource' and 'Operation' again in this node. Nothing was sent.",
			);
		}
		this.operation = operations[key];
		// An operation that is not in the catalogue names one that is.
		this.definition = definitionOf(
			this.operation.endpoint ?? (key as EndpointKey),
			[...this.operation.description, requestOptionsField],
			this.operation.needs,
		);
	}

	/**
	 * The request of an item, its parameters read and checked.
	 * @throws UserFacingError naming the parameter that cannot be used
	 */
	read(item: number): Reading {
		const { operation, definition, parameters } = this;
		const settings = this.settingsOf(item);
		const pathValues = this.pathValuesOf(item);
		const json = this.context.getInputData()[item]?.json ?? {};
		const columns = this.columnReaders.for(settings.columns);
		const mapped =
			settings.dataMode === 'autoMapInputData' && operation.row === undefined ? columns.read(json) : undefined;
		// The blank rows of a sheet are left out; an update of nothing is told.
		const isBlank = mapped?.isBlank === true && !definition.isPartial;
		const hasBody = !['GET', 'DELETE'].includes(endpoints[definition.key].method) && !isBlank;
		const body = hasBody ? this.bodyOf(item, settings, mapped && columnValues(mapped, json)) : undefined;
		const request: ApiRequest = {
			key: definition.key,
			pathValues,
			body,
			names: operation.row?.names ?? definition.names,
		};
		const locator = 'subscriber' in pathValues ? parameters.read('subscriber', item) : undefined;
		const row = operation.row && readRow(operation.row, columns, json);
		const isByEmail = isRecord(locator) && locator.mode === 'email';
		return { item, json, request, settings, row, isBlank, optOut: mapped?.optOut, isByEmail };
	}

	/** What to say of the columns of the input items that were taken, and of those that were not. */
	columnHints(): ColumnHints[] {
		return this.columnReaders.hints();
	}

	/** 'Options' and 'Request Options' of the first item, which hold for the run. @throws UserFacingError where they cannot be used */
	clientSettings(): Settings {
		return this.checked(
			this.definition.settings.filter(({ name }) => ['options', 'requestOptions'].includes(name)),
			0,
		);
	}

	private settingsOf(item: number): Settings {
		if (this.fixedSettings !== undefined) return this.fixedSettings;
		const { settings } = this.definition;
		const read = this.checked(settings, item);
		if (settings.every(({ name }) => this.parameters.isFixed(name))) this.fixedSettings = read;
		return read;
	}

	private checked(properties: readonly INodeProperties[], item: number): Settings {
		return Object.fromEntries(
			properties
				.filter(({ name }) => this.parameters.has(name))
				.map((property) => [property.name, checkSetting(property, this.parameters.read(property.name, item))]),
		);
	}

	private pathValuesOf(item: number): Record<string, string> {
		const { placeholders, names } = this.definition;
		return Object.fromEntries(
			placeholders.map((name) => [name, readId(chosen(this.parameters.read(name, item)), displayNameOf(name, names))]),
		);
	}

	/** @param mapped what the columns of the item hold, where they are taken */
	private bodyOf(item: number, settings: Settings, mapped?: IDataObject): IDataObject {
		const fields = shownFields(this.definition, settings);
		const cleared = settings.clearFields as readonly string[] | undefined;
		return buildBody({ ...this.definition, fields }, mapped ?? this.valuesOf(item, fields), {
			cleared,
			isMapped: mapped !== undefined,
		});
	}

	private valuesOf(item: number, fields: Definition['fields']): IDataObject {
		const values = fields.map(({ parameter, collection, property }) => {
			const read = this.parameters.read(collection ?? parameter, item);
			const value = collection === undefined ? read : isRecord(read) ? read[parameter] : undefined;
			return [property, chosen(value)];
		});
		return Object.fromEntries(values) as IDataObject;
	}
}

/** @throws UserFacingError when no column of the item is one of a subscriber */
function columnValues({ values, isBlank }: RowRead, json: IDataObject): IDataObject {
	if (!isBlank && Object.keys(values).length === 0) throw noColumns(json);
	return values;
}

function isKeyOf(operations: Operations, key: string): key is keyof Operations {
	return Object.hasOwn(operations, key);
}
