import { updateDisplayOptions, type IDataObject } from 'n8n-workflow';

import { zoneLine } from '../../api/dnsRecords';
import type { Call } from '../../execution/Operation';
import { sendOne } from '../../execution/standard';
import { isRecord } from '../../shared/isRecord';
import { additionalFields } from '../../shared/collections';
import { extraFieldsField, nameField } from '../../shared/fields';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['domain'], operation: ['create'] } }, [
	{ ...nameField, description: 'The domain that emails are to be sent from', placeholder: 'e.g. mail.example.com' },
	additionalFields([extraFieldsField]),
	optionsWith(),
]);

/** The DNS records come before the rest, each with the line that a person copies into a zone file. What is no object stays as it is. */
export async function execute(call: Call): Promise<IDataObject[]> {
	const domains = await sendOne(call);
	return domains.map(({ dns_records: records, ...rest }) => {
		if (!Array.isArray(records)) return records === undefined ? rest : { dns_records: records, ...rest };
		return {
			dns_records: records.map((record: unknown) =>
				isRecord(record) ? { zone_line: zoneLine(record) ?? '', ...record } : record,
			),
			...rest,
		};
	});
}
