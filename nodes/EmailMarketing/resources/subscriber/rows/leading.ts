import type { IDataObject } from 'n8n-workflow';

/** What the node says of an item, before the item's own columns: none of them may take its place, such as an "action" of a sheet. */
export function leading(said: IDataObject, others: IDataObject): IDataObject {
	return { ...said, ...others, ...said };
}
