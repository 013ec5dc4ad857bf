import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { leading } from '../EmailMarketing/shared/besideRow';
import type { TriggerEvent } from './events';

/** The item that starts the workflow. */
export function itemOf({ event, resource }: TriggerEvent): INodeExecutionData {
	return { json: leading({ event }, resource as IDataObject) };
}
