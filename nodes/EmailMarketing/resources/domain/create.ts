import type { IDataObject, PostReceiveAction } from 'n8n-workflow';

import { zoneLine } from '../../api/dnsRecords';

/** Puts the DNS records before the rest, each with the line that a person copies into a zone file. */
export const dnsRecordsFirst: PostReceiveAction = async (items) =>
	items.map((item) => {
		const { dns_records: records, ...rest } = item.json;
		if (!Array.isArray(records)) return item;
		const rows = (records as IDataObject[]).map((record) => ({ zone_line: zoneLine(record) ?? '', ...record }));
		return { ...item, json: { dns_records: rows, ...rest } };
	});
