import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

/** Reads the node's parameters: those with an expression once per item, the others once. */
export class Parameters {
	private readonly unresolved: INodeParameters;
	private readonly fixed = new Map<string, unknown>();
	/** Values of the current item: several fields may be in one collection. */
	private readonly own = new Map<string, unknown>();
	private item?: number;

	constructor(private readonly context: IExecuteFunctions) {
		this.unresolved = context.getNode().parameters;
	}

	/** Whether the node has the parameter: n8n omits those that its panel does not show. */
	has(name: string): boolean {
		return this.unresolved[name] !== undefined;
	}

	/** Whether the value is the same for every item. */
	isFixed(name: string): boolean {
		return !holdsExpression(this.unresolved[name]);
	}

	/** The value for an item; `undefined` if the node does not have the parameter. */
	read(name: string, item: number): unknown {
		if (this.fixed.has(name)) return this.fixed.get(name);
		if (item !== this.item) this.own.clear();
		this.item = item;
		if (this.own.has(name)) return this.own.get(name);
		// `checkSetting` does the validation: n8n's own looks up the property again for every item.
		const options = { skipValidation: true };
		const value: unknown = this.has(name) ? this.context.getNodeParameter(name, item, null, options) : undefined;
		const values = this.isFixed(name) ? this.fixed : this.own;
		values.set(name, value);
		return value;
	}
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}
