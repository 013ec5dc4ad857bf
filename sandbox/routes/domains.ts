import type { Context } from 'openapi-backend';
import { rejected } from '../http-error';
import { dnsRecordsFor } from '../store/dns-records';
import { findDomain, remove } from '../store/find';
import type { Path } from '../store/find';
import type { Domain, SandboxContext } from '../store/store';
import { domainToJson } from '../to-json';

export const domainRoutes = {
	'domain.getAll': (_context: Context, { store }: SandboxContext) => ({ data: store.domains.map(domainToJson) }),

	'domain.create': ({ request }: Context<{ name: string }>, { store, faker, now }: SandboxContext) => {
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

	'domain.delete': ({ request }: Context<unknown, Path>, { store }: SandboxContext) => {
		remove(store.domains, findDomain(store, request.params));
		return { message: 'Domain deleted.' };
	},
};
