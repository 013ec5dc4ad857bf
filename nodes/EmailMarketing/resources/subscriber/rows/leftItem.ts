import type { IDataObject } from 'n8n-workflow';

import { asItem } from '../../../execution/standard';
import { besideRow } from '../../../shared/besideRow';
import { optOutOf } from '../../../shared/columns/ColumnReader';

/**
 * What comes out for a row of which nothing was done: why, and the whole row.
 * @param isOptOut whether its person is not to be subscribed. Then it says so in a column of its own, for the next node, which may not know
 * the column that told it, or the other row.
 */
export function leftItem(said: IDataObject, json: IDataObject, isOptOut = false): IDataObject {
	const row = asItem(json);
	const isSaid = optOutOf({ is_subscribed: row.is_subscribed }) !== undefined;
	return besideRow(isOptOut && !isSaid ? { ...said, is_subscribed: false } : said, row);
}
