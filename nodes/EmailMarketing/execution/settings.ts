import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { isRecord, kindOf, type JsonRecord } from '../shared/values';
import { ParameterError, UserFacingError } from '../shared/UserFacingError';

/** The values of the parameters that say how an operation works, by parameter name. */
export type Settings = Readonly<Record<string, unknown>>;

/** The values under 'Options'. */
export function optionsOf({ options }: Settings): JsonRecord {
	return isRecord(options) ? options : {};
}

/** Some settings hold for a whole contact list. @throws UserFacingError where its rows differ in one of them */
export function assertSameSettings(rows: ReadonlyArray<{ settings: Settings }>, all: readonly INodeProperties[]): void {
	const distinct = [...new Set(rows.map(({ settings }) => settings))];
	for (const { name, displayName } of all) {
		const values = distinct.map((settings) => settings[name] ?? optionsOf(settings)[name]);
		if (values.every((value) => value === values[0])) continue;
		const advice = 'Give all rows of a contact list the same value. Nothing was sent.';
		throw new UserFacingError(`'${displayName}' differs between the rows of one list`, advice);
	}
}

/**
 * A setting's value as its property in the description wants it: one of the values that a menu offers or several, true or false, a whole number in its range.
 * An expression can give anything, and what is not understood must not pass for one of the choices.
 * @throws ParameterError that names the values that are possible
 */
export function checkSetting(property: INodeProperties, value: unknown): unknown {
	if (property.type === 'options') return checkChoice(property, value, valuesOf(property));
	if (property.type === 'multiOptions')
		return listOf(value).map((one) => checkChoice(property, one, valuesOf(property), 'Each value'));
	if (property.type === 'boolean') return checkChoice(property, value, [true, false]);
	if (property.type === 'number') return checkNumber(property, value);
	if (property.type !== 'collection' || !isRecord(value)) return value;
	const inner = new Map(innerOf(property).map((option) => [option.name, option]));
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => {
			const option = inner.get(name);
			return [name, option === undefined ? entry : checkSetting(option, entry)];
		}),
	);
}

/** An expression may give one value by itself, or nothing. */
function listOf(value: unknown): readonly unknown[] {
	if (Array.isArray(value)) return value;
	return value === undefined || value === null || value === '' ? [] : [value];
}

function checkChoice(
	{ displayName }: INodeProperties,
	value: unknown,
	possible: readonly unknown[],
	what = 'It',
): unknown {
	if (possible.includes(value)) return value;
	throw new ParameterError(
		`'${displayName}' cannot be ${kindOf(value)}`,
		`${what} must be one of these: ${possible.map((one) => String(one)).join(', ')}.`,
	);
}

function checkNumber(
	{ displayName, typeOptions: { minValue = 0, maxValue = Number.MAX_SAFE_INTEGER } = {} }: INodeProperties,
	value: unknown,
): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= minValue && number <= maxValue) return number;
	const range = maxValue === Number.MAX_SAFE_INTEGER ? `of at least ${minValue}` : `from ${minValue} to ${maxValue}`;
	throw new ParameterError(`'${displayName}' must be a whole number ${range}`, `Correct '${displayName}'.`);
}

/** The parameters inside a collection; of any other property none. */
export function innerOf({ type, options }: INodeProperties): INodeProperties[] {
	return type === 'collection' ? (options as INodeProperties[]) : [];
}

export function valuesOf({ options }: INodeProperties): unknown[] {
	return (options as INodePropertyOptions[]).map(({ value }) => value);
}
