import type { IDataObject } from 'n8n-workflow';

import { ParameterError, type UserFacingError } from '../shared/UserFacingError';
import { extraFieldsProperty } from './fields';
import { parseId } from '../shared/parseId';
import { joinWithAnd, quoted } from '../shared/text';
import { brokenCellIn, isBrokenTag } from '../shared/brokenCells';
import { isEmpty, kindOf, parseJsonObject, tagsInCell } from '../shared/values';
import { assertEmail, cleanAddress } from '../api/emailAddress';
import { splitTags } from '../api/tagText';

/** A field of a body, as the node's description declares it. */
export interface BodyField {
	readonly parameter: string;
	/** Its name in the API. */
	readonly property: string;
	readonly displayName: string;
	/** Whether a request without it is rejected here (inferred). */
	readonly required: boolean;
	/** Whether its value is the ID of a resource. */
	readonly isId: boolean;
}

export interface BodyRules {
	readonly fields: readonly BodyField[];
	/** Whether it is an update of only the fields that are set. */
	readonly isPartial: boolean;
}

/**
 * Builds the body of a request: all values except empty ones, with numbers as text and tags as an array, then
 * 'Extra Fields (JSON)' unchanged, then the cleared fields. Throws a ParameterError for values that cannot be sent.
 * @param values API field name → value of the parameter
 * @param cleared the parameters chosen in 'Clear Fields'
 */
export function buildBody({ fields, isPartial }: BodyRules, values: IDataObject, cleared: readonly string[] = []) {
	const body: IDataObject = {};
	for (const field of fields) {
		const value = values[field.property];
		if (field.property === extraFieldsProperty || isEmpty(value)) continue;
		const parsed = parseField(field, value);
		// A broken cell changes nothing. Other tags of a row are added; in an update, they would replace all.
		const isBrokenCell = brokenCellIn(field.property, value) !== undefined;
		if (isBrokenCell && (isPartial || typeof parsed === 'string' || parsed.length === 0)) continue;
		// Text without any tag is ignored; an empty array from an expression is deliberate and removes all tags.
		if (typeof value === 'string' && parsed.length === 0) continue;
		body[field.property] = parsed;
	}
	const extraFields = parseExtraFields(values[extraFieldsProperty]);
	if (!isPartial) assertSetOnce(fields, extraFields);
	Object.assign(body, extraFields);
	Object.assign(body, clearedFields(fields, cleared, body));
	assertComplete(fields, body);
	if (isPartial && Object.keys(body).length === 0) throw nothingToUpdate(fields);
	return body;
}

/** The fields of a new subscriber are checked and compared, above all the email. */
function assertSetOnce(fields: readonly BodyField[], extraFields: IDataObject): void {
	if (!fields.some(({ property }) => property === 'email')) return;
	const both = fields.find(({ property }) => property in extraFields);
	if (both === undefined) return;
	const advice = `Set '${both.displayName}' instead.`;
	throw new ParameterError(`'Extra Fields (JSON)' must not have "${both.property}"`, advice);
}

function assertComplete(fields: readonly BodyField[], body: IDataObject): void {
	const missing = fields.filter(({ required, property }) => required && isEmpty(body[property]));
	if (missing.length === 0) return;
	const names = joinWithAnd(missing.map(({ displayName }) => `'${displayName}'`));
	const advice = `Enter a value in ${names}. If it comes from an expression, check that the input item has one.`;
	throw new ParameterError(`${names} ${missing.length === 1 ? 'is' : 'are'} empty`, advice);
}

function nothingToUpdate(fields: readonly BodyField[]): ParameterError {
	// Only subscribers can be taken from columns.
	const column = fields.some(({ property }) => property === 'email') ? ', or fill in a column' : '';
	const advice = `Add a field under 'Update Fields'${column}. Empty ones are ignored: 'Clear Fields' empties a field.`;
	return new ParameterError('There is nothing to update', advice);
}

function parseExtraFields(value: unknown): IDataObject {
	const parsed = parseJsonObject(value);
	if (parsed !== undefined) return parsed as IDataObject;
	const advice = 'Write it as {"field": "value"}, with double quotes around names and strings.';
	throw new ParameterError("'Extra Fields (JSON)' is not a JSON object", advice);
}

function parseField({ property, displayName, isId }: BodyField, value: unknown): string | string[] {
	if (typeof value === 'string') assertEvaluated(displayName, value);
	if (property === 'tags') return parseTags(value).filter((tag) => !isBrokenTag(tag));
	if (isId) return parseId(value, displayName);
	if (!isScalar(value)) throw wrongType(displayName, 'text', value);
	const text = String(value);
	if (!property.endsWith('email')) return text;
	const address = cleanAddress(text).trim();
	if (property === 'email') assertEmail(address);
	return address;
}

const variable = /\$(json|input|node|now|today|vars|execution|itemIndex|runIndex|workflow|env|prevNode|\()/;

/** A fixed field sends an expression as text: people would see it. Split, because a pattern is slow on long texts. */
function assertEvaluated(displayName: string, text: string): void {
	const parts = text.split('{{').slice(1);
	const [found] =
		parts.map((part) => part.split('}}')).find(([code = '', end]) => end !== undefined && variable.test(code)) ?? [];
	if (found === undefined) return;
	const message = `'${displayName}' has an expression that is not evaluated: ${quoted(`{{${found}}}`)}`;
	const advice = `Switch '${displayName}' from Fixed to Expression, or correct its value in the input.`;
	throw new ParameterError(message, advice);
}

/** Tags as strings, from text, a JSON array, one number, or an array; of objects with a text `name`, the name. */
export function parseTags(value: unknown, name = 'Tags'): string[] {
	const tags = entriesOf(value);
	const unexpected = tags.filter((tag) => !isScalar(tag));
	if (unexpected.length > 0) throw wrongType(name, 'text separated by commas, or a list of strings', unexpected[0]);
	return [...new Set(tags.map((tag) => String(tag).trim()).filter((tag) => tag !== ''))];
}

/** Those of the tags that can be read, to show a row that may be rejected because of the others. */
export function readableTags(value: unknown): string[] {
	return parseTags(entriesOf(value).filter(isScalar));
}

function entriesOf(value: unknown): unknown[] {
	const given = tagsInCell(value ?? '');
	return typeof given === 'string' ? splitTags(given) : given;
}

function isScalar(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

function wrongType(name: string, expected: string, value: unknown): UserFacingError {
	const message = `'${name}' must be ${expected}, not ${kindOf(value)}`;
	return new ParameterError(message, `Check the expression in '${name}'.`);
}

/** The cleared fields, each with its empty value. Throws if `body` already has one of them. */
function clearedFields(fields: readonly BodyField[], cleared: readonly string[], body: IDataObject): IDataObject {
	const emptied = fields.filter(({ parameter }) => cleared.includes(parameter));
	const both = emptied.find(({ property }) => property in body);
	if (both === undefined) return Object.fromEntries(emptied.map((field) => [field.property, emptyValueOf(field)]));
	const advice = "Remove the value to empty the field, or remove the field from 'Clear Fields' to set it.";
	throw new ParameterError(`'${both.displayName}' has a value and is chosen in 'Clear Fields' too`, advice);
}

/** Inferred from the documented types. An empty string is neither an address nor an ID, so those become null. */
function emptyValueOf({ property, isId }: BodyField): IDataObject[string] {
	if (property === 'tags') return [];
	return isId || property.endsWith('email') ? null : '';
}
