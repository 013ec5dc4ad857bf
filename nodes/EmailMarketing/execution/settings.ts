import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { fieldsOf, isEmpty, isRecord, kindOf, type JsonRecord } from '../shared/values';
import { ParameterError, UserFacingError } from '../shared/UserFacingError';

/** Name → value of the parameters that control an operation. */
export type Settings = Readonly<Record<string, unknown>>;

export function optionsOf({ options }: Settings): JsonRecord {
	return fieldsOf(options);
}

/** @throws UserFacingError if rows of one contact list differ in a setting that applies to the whole list */
export function assertSameSettings(rows: ReadonlyArray<{ settings: Settings }>, all: readonly INodeProperties[]): void {
	const distinct = [...new Set(rows.map(({ settings }) => settings))];
	for (const { name, displayName } of all) {
		const values = distinct.map((settings) => settings[name] ?? optionsOf(settings)[name]);
		if (values.every((value) => value === values[0])) continue;
		const advice = 'Give all rows of a contact list the same value. Nothing was sent.';
		throw new UserFacingError(`'${displayName}' differs between the rows of one list`, advice);
	}
}

/** Checks a value, which an expression may set to anything: unknown ones are rejected, never treated as a default. */
export function checkSetting(property: INodeProperties, value: unknown): unknown {
	if (property.type === 'options' || property.type === 'boolean') return checkChoice(property, value, 'It');
	if (property.type === 'multiOptions') {
		// An expression may return a single value, or nothing.
		const values: unknown[] = isEmpty(value) ? [] : [value].flat();
		return values.map((one) => checkChoice(property, one, 'Each value'));
	}
	if (property.type === 'number') return checkNumber(property, value);
	if (property.type !== 'collection' || !isRecord(value)) return value;
	const checked = Object.entries(value).map(([name, entry]) => {
		const option = innerOf(property).find((inner) => inner.name === name);
		return [name, option === undefined ? entry : checkSetting(option, entry)];
	});
	return Object.fromEntries(checked);
}

function checkChoice(property: INodeProperties, value: unknown, what: string): unknown {
	const possible = property.type === 'boolean' ? [true, false] : valuesOf(property);
	if (possible.includes(value)) return value;
	const advice = `${what} must be one of these: ${possible.map((one) => String(one)).join(', ')}.`;
	throw new ParameterError(`'${property.displayName}' cannot be ${kindOf(value)}`, advice);
}

function checkNumber({ displayName, typeOptions = {} }: INodeProperties, value: unknown): number {
	const { minValue = 0, maxValue = Number.MAX_SAFE_INTEGER } = typeOptions;
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= minValue && number <= maxValue) return number;
	const range = maxValue === Number.MAX_SAFE_INTEGER ? `of at least ${minValue}` : `from ${minValue} to ${maxValue}`;
	throw new ParameterError(`'${displayName}' must be a whole number ${range}`, `Correct '${displayName}'.`);
}

/** The parameters inside a collection; none for other properties. */
export function innerOf({ type, options }: INodeProperties): INodeProperties[] {
	return type === 'collection' ? (options as INodeProperties[]) : [];
}

export function valuesOf({ options }: INodeProperties): unknown[] {
	return (options as INodePropertyOptions[]).map(({ value }) => value);
}
