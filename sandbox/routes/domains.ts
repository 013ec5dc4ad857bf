import { rejected } from '../http-error';
import { findDomain, remove } from '../store/find';
import { dnsRecordsFor } from '../store/seed';
import type { Domain } from '../store/records';
import { domainToJson } from '../to-json';
import type { Routes } from './route';

export const domainRoutes: Routes<'domain'> = {
	'domain.getAll': (_call, { store }) => ({ data: store.domains.map(domainToJson) }),

	'domain.create': ({ request }, { store, faker, now }) => {
		const name = request.requestBody.name.toLowerCase();
		if (store.domains.some((domain) => domain.name === name))
			throw rejected({ name: ['The name has already been taken.'] });
		const domain: Domain = {
			uuid: faker.string.uuid(),
			name,
			isVerified: false,
			dnsRecords: dnsRecordsFor(name, faker),
			createdAt: now(),
		};
		store.domains.push(domain);
		return { message: 'Domain created.', domain: domainToJson(domain) };
	},

	'domain.delete': ({ request }, { store }) => {
		remove(store.domains, findDomain(store, request.params));
		return { message: 'Domain deleted.' };
	},
};
