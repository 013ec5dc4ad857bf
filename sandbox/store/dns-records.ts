import type { SimpleFaker } from '@faker-js/faker';
import type { Domain } from './store';

/** The records that would prove a sending domain: who may send, the signing key, the policy, and where bounces go. */
export function dnsRecordsFor(domain: string, faker: SimpleFaker): Domain['dnsRecords'] {
	return [
		{ type: 'TXT', name: domain, value: 'v=spf1 include:spf.example.net ~all' },
		{ type: 'TXT', name: `em._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${faker.string.alphanumeric(216)}` },
		{ type: 'TXT', name: `_dmarc.${domain}`, value: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}` },
		{ type: 'CNAME', name: `bounces.${domain}`, value: 'return.example.net' },
	];
}
