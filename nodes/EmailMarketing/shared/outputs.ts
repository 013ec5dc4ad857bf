import type { IDataObject, PostReceiveAction } from 'n8n-workflow';

import { unwrap } from '../api/answers';

/** Gives the thing inside the answer, e.g. the campaign of `{message, campaign}`. */
export function itemOf(name: string): PostReceiveAction {
	return async (items) => items.map((item) => ({ ...item, json: unwrap(item.json, name) as IDataObject }));
}

/** Shortens each item while 'Simplify' is on. */
export function simplified(simplify: (thing: IDataObject) => Record<string, unknown>): PostReceiveAction {
	return async function (items) {
		if (this.getNodeParameter('simplify', true) !== true) return items;
		return items.map((item) => ({ ...item, json: simplify(item.json) as IDataObject }));
	};
}
