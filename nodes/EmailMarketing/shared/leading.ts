import type { IDataObject } from 'n8n-workflow';

/** What the node says itself, before all other fields: none of them may take its place, such as an "action" of the service's. */
export function leading(said: IDataObject, others: IDataObject): IDataObject {
	return { ...said, ...others, ...said };
}
