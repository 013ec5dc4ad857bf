import type { IDataObject } from 'n8n-workflow';

import { extraFieldsProperty } from '../shared/fields';
import { readId } from '../shared/readId';
import { UserFacingError } from '../shared/UserFacingError';
import { splitTags } from './tagText';

/** A field of a body, as the node's description declares it. */
export interface BodyField {
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
 * 'Extra Fields (JSON)' come last and as they are.
 * @param values API field name → value of the parameter
 * @throws UserFacingError when a required field is empty, nothing is set for an update, or a value has the wrong type
 */
export function buildBody({ fields, isPartial }: BodyRules, values: IDataObject): IDataObject {
	const body: IDataObject = {};
	for (const field of fields) {
		const value = values[field.property];
		if (field.property === extraFieldsProperty || isEmpty(value)) continue;
		const read = readField(field, value);
		// Text without a single tag is empty; an empty list from an expression is meant, and takes all tags away.
		if (typeof value === 'string' && read.length === 0) continue;
		body[field.property] = read;
	}
	Object.assign(body, readExtraFields(values[extraFieldsProperty]));

	const missing = fields.find(({ required, property }) => required && isEmpty(body[property]));
	if (missing !== undefined) {
		const name = missing.displayName;
		throw new UserFacingError(`'${name}' is empty`, `Enter a value in '${name}'. If it comes from an expression, check that the input item holds one. Nothing was sent for this item.`);
	}
	if (isPartial && Object.keys(body).length === 0) {
		throw new UserFacingError('There is nothing to update', "Give at least one field a value, under 'Update Fields' or, with 'Data Mode' set to map automatically, in the input item: empty values are left out. Nothing was sent for this item.");
	}
	return body;
}

function readField(field: BodyField, value: unknown): string | string[] {
	if (field.property === 'tags') return readTags(value);
	return field.isId ? readId(value, field.displayName) : readText(field, value);
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function readText({ property, displayName }: BodyField, value: unknown): string {
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'string') throw wrongType(displayName, 'text', value);
	// A blank around an address comes from a spreadsheet, never from a person's wish.
	return property.endsWith('email') ? value.trim() : value;
}

/**
 * Tags as a list of texts, from text (see `splitTags`), one number, or a list.
 * @throws UserFacingError for anything else
 */
export function readTags(value: unknown): string[] {
	if (typeof value === 'string') {
		const listed = parseJson(value);
		return Array.isArray(listed) ? readTags(listed) : splitTags(value);
	}
	if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
	if (Array.isArray(value) && value.every(isTag)) {
		return value.map((tag) => String(tag).trim()).filter((tag) => tag !== '');
	}
	const odd = Array.isArray(value) ? (value as unknown[]).find((tag) => !isTag(tag)) : value;
	throw wrongType('Tags', 'text separated by commas, or a list of texts', odd, Array.isArray(value) ? 'holds something that is' : 'is');
}

/** Names that mean something else to JavaScript than to a service: a body that carries them is an accident or an attack. */
const unsafeNames = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The object in 'Extra Fields (JSON)'; empty means none.
 * @throws UserFacingError when it is no JSON object, or has a name that no field can have
 */
export function readExtraFields(value: unknown): IDataObject {
	if (isEmpty(value)) return {};
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		throw new UserFacingError("'Extra Fields (JSON)' is not a JSON object", 'Write it as {"field": "value"}, with double quotes around names and texts. Nothing was sent for this item.');
	}
	refuseUnsafe(parsed);
	return parsed as IDataObject;
}

/** Refuses, however deep, names that no field can have and numbers that JavaScript has rounded. */
function refuseUnsafe(value: unknown): void {
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new UserFacingError(`'Extra Fields (JSON)' has a number too large to be exact: ${String(value)}`, 'Write it as text, in double quotes: numbers of more than 15 digits lose their last ones. Nothing was sent for this item.');
	}
	if (typeof value !== 'object' || value === null) return;
	for (const [name, inner] of Object.entries(value)) {
		if (unsafeNames.has(name)) throw new UserFacingError(`'Extra Fields (JSON)' cannot have a field named "${name}"`, "Take it out of 'Extra Fields (JSON)'. Nothing was sent for this item.");
		refuseUnsafe(inner);
	}
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function isTag(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

function wrongType(name: string, expected: string, value: unknown, how = 'is'): UserFacingError {
	const got = value === null ? 'empty' : Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
	return new UserFacingError(`'${name}' must be ${expected}, but it ${how} ${got}`, `Check the expression in '${name}'. Nothing was sent for this item.`);
}
