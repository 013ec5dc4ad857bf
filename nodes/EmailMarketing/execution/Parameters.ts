import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { fieldsOf, isByName, type JsonRecord } from '../shared/values';

/**
 * Reads the node's parameters: those without an expression once, the others once per item. n8n takes 0.4 ms for each
 * expression, so where one is only a column, its value is taken from the item, once n8n has found the same in the run.
 */
export class Parameters {
	/** As entered in the panel, expressions included. */
	private readonly entered: INodeParameters;
	/** Values that are the same for all items. */
	private readonly fixed = new Map<string, unknown>();
	/** Values of the current item: several fields may be in one collection. */
	private readonly ofItem = new Map<string, unknown>();
	private item?: number;
	/** Parameters of which n8n has found what the columns of an item hold. */
	private readonly confirmed = new Set<string>();

	constructor(private readonly context: IExecuteFunctions) {
		this.entered = context.getNode().parameters;
	}

	/** Whether the node has the parameter: n8n omits those that its panel does not show. */
	has(name: string): boolean {
		return this.entered[name] !== undefined;
	}

	/** Whether the value is the same for every item. */
	isFixed(name: string): boolean {
		return !holdsExpression(this.entered[name]);
	}

	/** The fields of a collection whose values are no expressions. */
	fixedFieldsOf(collection: string): JsonRecord {
		const fields = Object.entries(fieldsOf(this.entered[collection]));
		return Object.fromEntries(fields.filter(([, value]) => !holdsExpression(value)));
	}

	/** The column in an expression that takes one and nothing else: `contact.email` of `={{ $json.contact.email }}`. */
	columnIn(name: string): string | undefined {
		const value = this.entered[name];
		if (typeof value !== 'string') return undefined;
		// Looser than `column`: this only shows where a column is, its value still comes from n8n.
		return /^=\{\{ *\$json\.?([^{}|&?:()+ ]+) *\}\}$/.exec(value)?.[1];
	}

	/** The names of the resource locators that are set to By Name, those in collections included. */
	namedResources(parameters: unknown = this.entered): string[] {
		const entries = Object.entries(fieldsOf(parameters));
		return entries.flatMap(([name, value]) => (isByName(value) ? [name] : this.namedResources(value)));
	}

	/** The value for an item; `undefined` if the node does not have the parameter. */
	read(name: string, item: number): unknown {
		if (item !== this.item) this.ofItem.clear();
		this.item = item;
		const isFixed = this.isFixed(name);
		const values = isFixed ? this.fixed : this.ofItem;
		if (!values.has(name)) values.set(name, isFixed ? this.evaluate(name, item) : this.evaluateOrCopy(name, item));
		return values.get(name);
	}

	private evaluate(name: string, item: number): unknown {
		// `checkSetting` does the validation: n8n's own looks up the property again for every item.
		const options = { skipValidation: true };
		return this.has(name) ? this.context.getNodeParameter(name, item, null, options) : undefined;
	}

	/** n8n evaluates first: it refuses some names, and the `$json` of a tool is the agent's. */
	private evaluateOrCopy(name: string, item: number): unknown {
		const copied = fromColumns(this.entered[name], this.context.getInputData()[item]?.json ?? {});
		if (copied !== undefined && this.confirmed.has(name)) return copied;
		const value = this.evaluate(name, item);
		if (copied !== undefined && JSON.stringify(copied) === JSON.stringify(value)) this.confirmed.add(name);
		return value;
	}
}

/** One column, as n8n's editor writes it: `$json.email`, `$json['First Name']`. */
const column = /^=\{\{ *\$json(?:\.([A-Za-z_$][\w$]*)|\[(['"])((?:(?!\2)[^\\{}\r\n]|\\\2)*)\2\]) *\}\}$/;

/** Replaces columns by their values. @returns undefined if there is anything else to evaluate */
function fromColumns(value: unknown, json: IDataObject): unknown {
	if (!holdsExpression(value)) return value;
	if (typeof value === 'string') {
		const [, plain, quote = '', quoted] = column.exec(value) ?? [];
		const name = plain ?? quoted?.replaceAll(`\\${quote}`, quote);
		const found = name !== undefined && Object.hasOwn(json, name) ? json[name] : undefined;
		return ['string', 'number', 'boolean'].includes(typeof found) ? found : undefined;
	}
	if (Array.isArray(value)) return undefined;
	const parts = Object.entries(value as object).map(([key, part]) => [key, fromColumns(part, json)] as const);
	return parts.some(([, part]) => part === undefined) ? undefined : Object.fromEntries(parts);
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}
