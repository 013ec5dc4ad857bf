import type { IDataObject } from 'n8n-workflow';

import { ParameterError, type UserFacingError } from '../shared/UserFacingError';
import { extraFieldsProperty } from './fields';
import { parseId } from '../shared/parseId';
import { joinWithAnd } from '../shared/text';
import { isEmpty, kindOf, parseJson, parseJsonObject } from '../shared/values';
import { assertEmail } from '../api/emailAddress';
import { splitTags } from '../api/tagText';

/** A field of a body, as the node's description declares it. */
export interface BodyField {
	/** The name of its parameter. */
	readonly parameter: string;
	/** Its name in the API. */
	readonly property: string;
	readonly displayName: string;
	/** Whether the request is not sent without it. Which fields the service requires is not documented; these are plain from the operation. */
	readonly required: boolean;
	/** Whether it names something by its ID. */
	readonly isId: boolean;
}

/** The fields that a body may have, and whether it changes only what is set. */
export interface BodyRules {
	readonly fields: readonly BodyField[];
	readonly isPartial: boolean;
}

/**
 * Turns what the parameters gave into the body of a request.
 * Empty values are left out; texts stay texts also where an expression gave a number; tags become a list;
 * 'Extra Fields (JSON)' come last and as they are, and then what is emptied on purpose.
 * @param values API field name → value of the parameter
 * @param cleared what is chosen in 'Clear Fields', by the names of the parameters
 * @param isMapped whether the values come from the columns of the input item
 * @throws UserFacingError when a required field is empty, nothing is set for an update, a field is both set and cleared, or a value has the wrong type
 */
export function buildBody(
	{ fields, isPartial }: BodyRules,
	values: IDataObject,
	{ cleared = [], isMapped = false }: { cleared?: readonly string[]; isMapped?: boolean } = {},
): IDataObject {
	const body: IDataObject = {};
	for (const field of fields) {
		const value = values[field.property];
		if (field.property === extraFieldsProperty || isEmpty(value)) continue;
		const read = parseField(field, value);
		// Text without a single tag is empty; an empty list from an expression is meant, and takes all tags away.
		if (typeof value === 'string' && read.length === 0) continue;
		body[field.property] = read;
	}
	Object.assign(body, parseExtraFields(values[extraFieldsProperty]));
	Object.assign(body, clearedFields(fields, cleared, body));
	assertComplete(fields, body);
	if (isPartial && Object.keys(body).length === 0) throw nothingToUpdate(isMapped);
	return body;
}

function assertComplete(fields: readonly BodyField[], body: IDataObject): void {
	const missing = fields.filter(({ required, property }) => required && isEmpty(body[property]));
	if (missing.length === 0) return;
	const names = joinWithAnd(missing.map(({ displayName }) => `'${displayName}'`));
	throw new ParameterError(
		`${names} ${missing.length === 1 ? 'is' : 'are'} empty`,
		`Enter a value in ${names}. If it comes from an expression, check that the input item has one.`,
	);
}

function nothingToUpdate(isMapped: boolean): UserFacingError {
	return new ParameterError(
		'There is nothing to update',
		isMapped
			? 'Fill in a column of the input item: empty cells are ignored.'
			: "Set a field under 'Update Fields': empty ones are ignored. To empty a field, use 'Clear Fields'.",
	);
}

function parseExtraFields(value: unknown): IDataObject {
	const parsed = parseJsonObject(value);
	if (parsed !== undefined) return parsed as IDataObject;
	throw new ParameterError(
		"'Extra Fields (JSON)' is not a JSON object",
		'Write it as {"field": "value"}, with double quotes around names and strings.',
	);
}

function parseField(field: BodyField, value: unknown): string | string[] {
	if (field.property === 'tags') return parseTags(value);
	return field.isId ? parseId(value, field.displayName) : parseText(field, value);
}

function parseText({ property, displayName }: BodyField, value: unknown): string {
	if (!isScalar(value)) throw wrongType(displayName, 'text', value);
	const text = String(value);
	// A space around an address comes from a spreadsheet, never from a person's wish.
	if (!property.endsWith('email')) return text;
	if (property === 'email') assertEmail(text.trim());
	return text.trim();
}

/** Tags as a list of texts, from text (see `splitTags`), one number, or a list. */
export function parseTags(value: unknown, name = 'Tags'): string[] {
	const parsed: unknown = typeof value === 'string' ? parseJson(value) : value;
	const given: unknown = typeof value === 'string' && !Array.isArray(parsed) ? splitTags(value) : parsed;
	const tags: unknown[] = [given].flat();
	const odd = tags.find((tag) => !isScalar(tag));
	if (tags.every(isScalar)) return tags.map((tag) => String(tag).trim()).filter((tag) => tag !== '');
	throw wrongType(name, 'text separated by commas, or a list of strings', odd);
}

function isScalar(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

function wrongType(name: string, expected: string, value: unknown): UserFacingError {
	return new ParameterError(
		`'${name}' must be ${expected}, not ${kindOf(value)}`,
		`Check the expression in '${name}'.`,
	);
}

/** The fields of a body that are emptied on purpose, with what is sent for each. @param cleared the names of their parameters @param body what is sent else: a field that is set there as well is refused */
function clearedFields(fields: readonly BodyField[], cleared: readonly string[], body: IDataObject): IDataObject {
	const emptied = fields.filter(({ parameter }) => cleared.includes(parameter));
	const both = emptied.find(({ property }) => property in body);
	if (both !== undefined) {
		throw new ParameterError(
			`'${both.displayName}' has a value and is chosen in 'Clear Fields' too`,
			"Remove the value to empty the field, or remove the field from 'Clear Fields' to set it.",
		);
	}
	return Object.fromEntries(emptied.map((field) => [field.property, emptyValueOf(field)]));
}

/**
 * How the service empties a field is not documented. Inferred from the documented types: a list is empty with no entries, a text with no
 * characters. An address and the ID of something are texts too, but an empty one is neither: they are `null`, as an answer shows what is not there.
 */
function emptyValueOf({ property, isId }: BodyField): IDataObject[string] {
	if (property === 'tags') return [];
	return isId || property.endsWith('email') ? null : '';
}
