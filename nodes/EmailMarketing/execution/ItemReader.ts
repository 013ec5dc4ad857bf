import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { cleanAddress } from '../api/emailAddress';
import { endpoints, type EndpointKey } from '../api/endpoints';
import { buildBody } from '../panel/requestBody';
import { fieldsOf } from '../shared/values';
import { brokenIn } from '../shared/brokenCells';
import { ColumnReaders, noColumns } from '../rows/columns';
import { Consent } from '../rows/consent';
import { pathOf } from '../rows/resolveColumns';
import { isPlainResult } from '../rows/results';
import { counted, displayNameOf, textOf } from '../shared/text';
import { parseId } from '../shared/parseId';
import { requestOptionsField } from '../panel/fields';
import { UserFacingError } from '../shared/UserFacingError';
import type { ApiClient } from '../transport/ApiClient';
import type { ApiRequest } from '../transport/ApiRequest';
import { readConsentChoice } from './consentChoice';
import { definitionOf, shownFields, type Definition } from './definition';
import { isFailure } from './failedItem';
import type { Hints } from './Hints';
import type { ItemInput, Operations } from './Operation';
import { buildRow, parseRow, type Row } from '../rows/parseRow';
import { NamedLists } from './NamedLists';
import { Parameters } from './Parameters';
import { checkSetting, type Settings } from './settings';

/**
 * Interprets the declarative description: endpoint + the fields' `routing.send` → the request of an item.
 * It understands only `send: {type: 'body', property}`; a test checks that the description has nothing else.
 */
export class ItemReader {
	private readonly parameters: Parameters;
	/** The same for all items: 'Resource' and 'Operation' take no expression. */
	readonly operation: Operations[keyof Operations];
	readonly definition: Definition;
	private readonly columnReaders: ColumnReaders = new ColumnReaders([]);
	/** For operations that may subscribe somebody. */
	private readonly consent?: Consent;
	/** How many names and tags were left out, because they are the error of a formula. */
	private brokenCells = 0;
	/** The settings, if no expression can make them differ between items. */
	private fixedSettings?: Settings;
	private readonly namedLists = new NamedLists();

	constructor(
		private readonly context: IExecuteFunctions,
		operations: Operations,
	) {
		this.parameters = new Parameters(context);
		const key = `${String(this.parameters.read('resource', 0))}.${String(this.parameters.read('operation', 0))}`;
		if (!Object.hasOwn(operations, key)) {
			const advice = "Choose 'Resource' and 'Operation' again in this node. Nothing was sent.";
			throw new UserFacingError(`The operation "${key}" does not exist`, advice);
		}
		this.operation = operations[key as keyof Operations];
		// An operation of several requests names the endpoint of the first.
		const { endpoint = key as EndpointKey, description } = this.operation;
		this.definition = definitionOf(endpoint, [...description, requestOptionsField]);
		if (this.operation.rows === undefined) return;
		const choice = readConsentChoice(this.parameters);
		const { email = this.parameters.columnIn('email') } = this.parameters.fixedFieldsOf('columns');
		const emailPath = pathOf(textOf(email));
		this.consent = new Consent(choice, emailPath, context.getMode() === 'manual');
		this.columnReaders = new ColumnReaders([...choice.optIn, ...choice.optOut]);
	}

	/** @throws UserFacingError if settings cannot be used that are the same for all items */
	assertSettings(): void {
		if (this.definition.settings.every(({ name }) => this.parameters.isFixed(name))) this.settingsOf(0);
	}

	/** Reads the lists in which resources are chosen by name. Call it before `read`. */
	async readNames(client: ApiClient): Promise<void> {
		await this.namedLists.read(client, this.parameters.namedResources());
	}

	/** Notes the columns of an item. Call it for all items before `read`. */
	collect(item: number): void {
		const json = this.jsonAt(item);
		let isMapped = true;
		try {
			isMapped = this.parameters.read('dataMode', item) !== 'defineBelow';
			const takesColumns = this.operation.rows !== undefined || this.parameters.has('columns');
			if (isMapped && takesColumns) this.columnReaders.for(this.parameters.read('columns', item)).collect(json);
		} catch {
			// `read` reports it.
		}
		this.consent?.collect(json, isJudged(json), isMapped);
	}

	/** @throws UserFacingError if it is not known whom the rows are about, or who of them agreed */
	assertKnown(): void {
		this.columnReaders.assertEmailKnown();
		this.consent?.assertKnown();
	}

	read(item: number): ItemInput {
		const { operation, definition, parameters } = this;
		const settings = this.settingsOf(item);
		const pathValues = this.pathValuesOf(item);
		const json = this.jsonAt(item);
		const row = this.readRow(item, settings, json);
		this.brokenCells += Object.keys(row?.broken ?? {}).length;
		const { rows } = operation;
		const body = rows === 'fields' ? row?.body : this.bodyOf(item, settings, json);
		const { names } = rows === undefined || rows === 'fields' ? definition : rows;
		const request: ApiRequest = { key: definition.key, pathValues, body, names };
		const lastName = definition.placeholders.at(-1);
		const locator = lastName === undefined ? undefined : parameters.read(lastName, item);
		const locatorMode = fieldsOf(locator).mode as string | undefined;
		return { item, json, request, settings, row, locatorMode };
	}

	/** 'Request Options' of the first item, which apply to the whole run. */
	requestOptions(): unknown {
		return checkSetting(requestOptionsField, this.parameters.read('requestOptions', 0) ?? {});
	}

	/** Adds what the user should know of columns and cells. */
	addHints(hints: Hints): void {
		const { missing, used, overruled } = this.columnReaders.hints();
		hints.add(missing);
		if (this.operation.rows !== undefined) hints.add(overruled);
		const { skipped = [], notRead, absent } = this.consent?.hints() ?? {};
		for (const note of skipped) hints.add(note);
		hints.add(used, 'info');
		hints.add(notRead, 'info');
		hints.add(absent, 'info');
		const what = counted(this.brokenCells, 'name or tag is', 'names or tags are');
		const advice = 'Correct the formula, the expression or the encoding.';
		if (this.brokenCells > 0) hints.add(`${what} broken (such as #N/A or �) and changed nothing. ${advice}`);
	}

	private settingsOf(item: number): Settings {
		if (this.fixedSettings !== undefined) return this.fixedSettings;
		const present = this.definition.settings.filter(({ name }) => this.parameters.has(name));
		const checked = Object.fromEntries(
			present.map((property) => [property.name, checkSetting(property, this.parameters.read(property.name, item))]),
		);
		const settings = this.operation.parseSettings?.(checked, (name) => this.parameters.isFixed(name)) ?? checked;
		if (present.every(({ name }) => this.parameters.isFixed(name))) this.fixedSettings = settings;
		return settings;
	}

	private pathValuesOf(item: number): Record<string, string> {
		const { placeholders, names } = this.definition;
		const values = placeholders.map((name) => {
			const locator = this.parameters.read(name, item);
			const chosen = this.chosenIn(name, locator);
			const value = fieldsOf(locator).mode === 'email' ? cleanAddress(chosen) : chosen;
			return [name, parseId(value, displayNameOf(name, names))] as const;
		});
		return Object.fromEntries(values);
	}

	private chosenIn(parameter: string, locator: unknown): unknown {
		return this.namedLists.idIn(locator, parameter, displayNameOf(parameter, this.definition.names));
	}

	/** The subscriber that an item describes, if the operation takes rows. */
	private readRow(item: number, settings: Settings, json: IDataObject): Row | undefined {
		const { definition } = this;
		const { rows } = this.operation;
		if (rows === undefined) return undefined;
		const consented = this.consent?.judge(json) ?? { agreed: '' };
		if (rows === 'fields' && settings.dataMode !== 'autoMapInputData') {
			const fields = shownFields(definition, settings);
			return buildRow({ ...definition, fields }, this.valuesOf(item, fields), consented);
		}
		const columns = this.columnReaders.for(settings.columns);
		return parseRow(rows === 'fields' ? definition : rows, columns, json, consented);
	}

	/** The fields of an item: none if a node before this one has put anything else there. */
	private jsonAt(item: number): IDataObject {
		return fieldsOf(this.context.getInputData()[item]?.json) as IDataObject;
	}

	private bodyOf(item: number, settings: Settings, json: IDataObject): IDataObject | undefined {
		if (['GET', 'DELETE'].includes(endpoints[this.definition.key].method)) return undefined;
		const fields = shownFields(this.definition, settings);
		const isMapped = settings.dataMode === 'autoMapInputData';
		const values = isMapped ? this.columnValues(settings, json) : this.valuesOf(item, fields);
		this.brokenCells += Object.keys(brokenIn(values)).length;
		return buildBody({ ...this.definition, fields }, values, this.clearedAt(item));
	}

	private clearedAt(item: number): readonly string[] | undefined {
		const { clearFields } = this.definition;
		if (clearFields === undefined) return undefined;
		const fields = fieldsOf(this.parameters.read('updateFields', item));
		return checkSetting(clearFields, fields.clearFields) as string[];
	}

	/** @throws UserFacingError if no column is a field of a subscriber */
	private columnValues(settings: Settings, json: IDataObject): IDataObject {
		const { values, isBlank, failure } = this.columnReaders.for(settings.columns).read(json);
		if (failure !== undefined) throw failure;
		if (!isBlank && Object.keys(values).length === 0) throw noColumns(json);
		return values;
	}

	private valuesOf(item: number, fields: Definition['fields']): IDataObject {
		const values = fields.map(({ parameter, collection, property }) => {
			const read = this.parameters.read(collection ?? parameter, item);
			const value = collection === undefined ? read : fieldsOf(read)[parameter];
			return [property, this.chosenIn(parameter, value)];
		});
		return Object.fromEntries(values) as IDataObject;
	}
}

/** Whether an earlier run has judged the consent of an item: a plain result, or a failure to send again. */
function isJudged(json: IDataObject): boolean {
	return isPlainResult(json) || (isFailure(json) && json.canRetry === true);
}
