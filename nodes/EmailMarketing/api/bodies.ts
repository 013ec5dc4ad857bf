import type { IDataObject } from 'n8n-workflow';

import { Explained } from '../shared/Explained';
import { displayNameOf } from '../shared/names';
import type { EndpointKey } from './endpoints';

/** The property under which a node's 'Extra Fields (JSON)' travels until it is merged into the body. */
export const extraFieldsProperty = 'extraFields';

/** Fields without which a request is not sent. Which fields the service requires is not documented; these are plain from the operation. */
const requiredFields: Partial<Record<EndpointKey, readonly string[]>> = {
	'campaign.create': ['name'],
	'contactList.create': ['name'],
	'domain.create': ['name'],
	'email.send': ['to_email', 'subject'],
	'subscriber.create': ['email'],
};

/** Operations that change only what is set, and make no sense with nothing set. */
const updates: ReadonlySet<EndpointKey> = new Set(['campaign.update', 'subscriber.update']);

/**
 * Turns what the parameters gave into the body of a request.
 * Empty values are left out; texts stay texts also where an expression gave a number; tags become a list;
 * 'Extra Fields (JSON)' come last and as they are.
 * @param fields API field name → value of the parameter
 * @throws Explained when a required field is empty, nothing is set for an update, or a value has the wrong type
 */
export function readBody(key: EndpointKey, fields: IDataObject): IDataObject {
	const body: IDataObject = {};
	for (const [field, value] of Object.entries(fields)) {
		if (field === extraFieldsProperty || isEmpty(value)) continue;
		const read = field === 'tags' ? readTags(value) : readText(field, value);
		// Text without a single tag is empty; an empty list from an expression is meant, and takes all tags away.
		if (typeof value === 'string' && read.length === 0) continue;
		body[field] = read;
	}
	Object.assign(body, readExtraFields(fields[extraFieldsProperty]));

	const missing = requiredFields[key]?.find((field) => isEmpty(body[field]));
	if (missing !== undefined) {
		const name = displayNameOf(missing);
		throw new Explained(`'${name}' is empty`, `Enter a value in '${name}'. If it comes from an expression, check that the input item holds one. Nothing was sent for this item.`);
	}
	if (updates.has(key) && Object.keys(body).length === 0) {
		throw new Explained('There is nothing to update', "Give at least one field a value, under 'Update Fields' or, with 'Data Mode' set to map automatically, in the input item: empty values are left out. Nothing was sent for this item.");
	}
	return body;
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function readText(field: string, value: unknown): string {
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'string') throw wrongType(field, 'text', value);
	// A blank around an address comes from a spreadsheet, never from a person's wish.
	return /email$/.test(field) ? value.trim() : value;
}

/**
 * Tags as a list of texts, from comma-separated text, one number, or a list.
 * @throws Explained for anything else
 */
export function readTags(value: unknown): string[] {
	const listed = typeof value === 'string' && /^\s*\[/.test(value) ? parseJson(value) : undefined;
	if (Array.isArray(listed)) return readTags(listed);
	if (typeof value === 'string') return value.split(',').map((tag) => tag.trim()).filter((tag) => tag !== '');
	if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
	if (Array.isArray(value) && value.every(isTag)) {
		return value.map((tag) => String(tag).trim()).filter((tag) => tag !== '');
	}
	const odd = Array.isArray(value) ? (value as unknown[]).find((tag) => !isTag(tag)) : value;
	throw wrongType('tags', 'text separated by commas, or a list of texts', odd, Array.isArray(value) ? 'holds something' : 'is');
}

/**
 * The object in 'Extra Fields (JSON)'; empty means none.
 * @throws Explained when it is no JSON object
 */
export function readExtraFields(value: unknown): IDataObject {
	if (isEmpty(value)) return {};
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		throw new Explained("'Extra Fields (JSON)' is not a JSON object", 'Write it as {"field": "value"}, with double quotes around names and texts. Nothing was sent for this item.');
	}
	return parsed as IDataObject;
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

function wrongType(field: string, expected: string, value: unknown, how = 'is'): Explained {
	const name = displayNameOf(field);
	const got = value === null ? 'empty' : Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
	return new Explained(`'${name}' must be ${expected}, but it ${how} ${got}`, `Check the expression in '${name}'. Nothing was sent for this item.`);
}
