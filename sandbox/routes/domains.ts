import type { Context } from 'openapi-backend';
import { rejected } from '../refusal';
import { dnsRecordsFor } from '../store/dns-records';
import { findDomain, remove } from '../store/find';
import type { Path } from '../store/find';
import type { Domain, World } from '../store/store';
import { domainOnTheWire } from '../wire';

export const domainRoutes = {
	'domain.getAll': (_context: Context, { store }: World) => ({ data: store.domains.map(domainOnTheWire) }),

	'domain.create': ({ request }: Context<{ name: string }>, { store, random, now }: World) => {
		const name = request.requestBody.name.toLowerCase();
		if (store.domains.some((domain) => domain.name === name)) throw rejected({ name: ['The name has already been taken.'] });
		const domain: Domain = {
			uuid: random.uuid(),
			name,
			isVerified: false,
			dnsRecords: dnsRecordsFor(name, random),
			createdAt: now(),
		};
		store.domains.push(domain);
		return { message: 'Domain created.', domain: domainOnTheWire(domain) };
	},

	'domain.delete': ({ request }: Context<unknown, Path>, { store }: World) => {
		remove(store.domains, findDomain(store, request.params));
		return { message: 'Domain deleted.' };
	},
};
