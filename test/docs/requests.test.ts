import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { requestsOf, type Key } from '../../docs/requests';
import { isEndpointKey, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import type { Sandbox } from '../../sandbox';
import { json, serve, type Served } from '../engine/serve';
import { byEmail, byId, defined, useEngine } from '../engine/support';

interface Case {
	readonly parameters?: INodeParameters;
	readonly input?: IDataObject[];
	/** Every kind of request that is sent, in the order of the first of each. */
	readonly sends: EndpointKey[];
	/** Whether the list does not show the tags of its subscribers. */
	readonly hidesTags?: boolean;
}

const engine = useEngine({ subscribers: 30 });
const list = () => defined(engine.sandbox.state.contactLists[0]);

/** The sandbox, but for the tags in its lists. */
let withoutTags: Served;
beforeAll(async () => {
	withoutTags = await serve((request, response, body) => {
		const { method, url, headers } = request;
		void fetch(`${engine.sandbox.url}${url}`, {
			method,
			headers: { authorization: String(headers.authorization), 'content-type': 'application/json' },
			body: body === '' ? undefined : body,
		}).then(async (answer) => {
			const { data, ...others } = (await answer.json()) as { data?: object[] };
			const shown = data?.map((entry) => ({ ...entry, tags: undefined }));
			json(response, { ...others, data: shown }, answer.status);
		});
	});
});
afterAll(async () => await withoutTags.close());

/** For each operation, cases that send all that the page says of it. */
function cases({ state }: Sandbox): Record<Key, Record<string, Case>> {
	const { email, uuid, firstName } = defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
	const gone = defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
	const contactList = byId(list().uuid);
	const one = { contactList, subscriber: byId(uuid) };
	const oneByEmail = { contactList, subscriber: byEmail(email) };
	const mapped = { contactList, dataMode: 'autoMapInputData' };
	const campaign = byId(defined(state.campaigns[0]).uuid);
	const renamed = { email, first_name: `${firstName} II` };
	return {
		'account.checkPaths': {
			anywhere: {
				sends: [
					'contactList.getAll',
					'account.get',
					'campaign.getAll',
					'domain.getAll',
					'template.getAll',
					'subscriber.getAll',
					'subscriber.get',
				],
			},
		},
		'account.get': { anywhere: { sends: ['account.get'] } },
		'campaign.create': { anywhere: { parameters: { name: 'Autumn' }, sends: ['campaign.create'] } },
		'campaign.delete': { anywhere: { parameters: { campaign }, sends: ['campaign.delete'] } },
		'campaign.getAll': { anywhere: { parameters: { returnAll: true }, sends: ['campaign.getAll'] } },
		'campaign.update': {
			anywhere: { parameters: { campaign, updateFields: { name: 'Winter' } }, sends: ['campaign.update'] },
		},
		'contactList.create': { anywhere: { parameters: { name: 'Guests' }, sends: ['contactList.create'] } },
		'contactList.getAll': { anywhere: { parameters: { returnAll: true }, sends: ['contactList.getAll'] } },
		'domain.create': { anywhere: { parameters: { name: 'mail.example.org' }, sends: ['domain.create'] } },
		'domain.delete': {
			anywhere: { parameters: { domain: byId(defined(state.domains[0]).uuid) }, sends: ['domain.delete'] },
		},
		'domain.getAll': { anywhere: { parameters: { returnAll: true }, sends: ['domain.getAll'] } },
		'email.send': {
			anywhere: { parameters: { toEmail: email, subject: 'Hello', html: '<p>Hi</p>' }, sends: ['email.send'] },
		},
		'subscriber.create': {
			anywhere: { parameters: { contactList, email: 'new@example.com' }, sends: ['subscriber.create'] },
		},
		'subscriber.delete': {
			'by ID': { parameters: one, sends: ['subscriber.delete'] },
			'by email': { parameters: oneByEmail, sends: ['subscriber.getAll', 'subscriber.delete'] },
		},
		'subscriber.get': {
			'by ID': { parameters: one, sends: ['subscriber.get'] },
			'by email': { parameters: oneByEmail, sends: ['subscriber.getAll', 'subscriber.get'] },
		},
		'subscriber.getAll': { anywhere: { parameters: { contactList, returnAll: true }, sends: ['subscriber.getAll'] } },
		'subscriber.import': {
			'as it is': {
				parameters: { contactList },
				input: [{ email, tags: 'quite new' }],
				sends: ['subscriber.getAll', 'subscriber.import'],
			},
			'without Skip People Unsubscribed in List': {
				parameters: { contactList, options: { skipUnsubscribed: false } },
				input: [{ email }],
				sends: ['subscriber.import'],
			},
		},
		'subscriber.sync': {
			'with rows that are new or differ': {
				parameters: { contactList },
				input: [{ email: 'new@example.com' }, renamed],
				sends: ['subscriber.getAll', 'subscriber.create', 'subscriber.update'],
			},
			'with Create in Bulk': {
				parameters: { contactList, options: { useImport: true } },
				input: [{ email: 'new@example.com' }],
				sends: ['subscriber.getAll', 'subscriber.import'],
			},
			'that deletes': {
				parameters: { contactList, removal: 'delete', options: { maxRemovalPercent: 100 } },
				input: [{ email }],
				sends: ['subscriber.getAll', 'subscriber.delete'],
			},
			'that unsubscribes': {
				parameters: { contactList, removal: 'unsubscribe', options: { maxRemovalPercent: 100 } },
				input: [{ email }],
				sends: ['subscriber.getAll', 'subscriber.get', 'subscriber.toggleSubscription'],
			},
			'that resubscribes': {
				parameters: { contactList, options: { resubscribe: true } },
				input: [{ email: gone.email }],
				sends: ['subscriber.getAll', 'subscriber.get', 'subscriber.toggleSubscription'],
			},
			'in a dry run': {
				parameters: { contactList, dryRun: true, removal: 'delete', options: { maxRemovalPercent: 100 } },
				input: [renamed, { email: 'new@example.com' }],
				sends: ['subscriber.getAll'],
			},
		},
		'subscriber.tag': {
			'by ID': { parameters: { ...one, addTags: 'quite new' }, sends: ['subscriber.get', 'subscriber.update'] },
			'by email': {
				parameters: { ...oneByEmail, addTags: 'quite new' },
				sends: ['subscriber.getAll', 'subscriber.update'],
			},
			'that changes nothing': { parameters: { ...one, removeTags: 'quite new' }, sends: ['subscriber.get'] },
		},
		'subscriber.toggleSubscription': {
			'to a state': { parameters: one, sends: ['subscriber.get', 'subscriber.toggleSubscription'] },
			'to the state that there is': { parameters: { ...one, changeTo: 'subscribed' }, sends: ['subscriber.get'] },
			'to the other state': {
				parameters: { ...one, changeTo: 'toggle' },
				sends: ['subscriber.toggleSubscription', 'subscriber.get'],
			},
			'by email': {
				parameters: oneByEmail,
				sends: ['subscriber.getAll', 'subscriber.get', 'subscriber.toggleSubscription'],
			},
		},
		'subscriber.update': {
			'of a name': { parameters: { ...one, updateFields: { lastName: 'X' } }, sends: ['subscriber.update'] },
			'of tags': { parameters: { ...one, updateFields: { tags: 'a' } }, sends: ['subscriber.update'] },
			'by email': {
				parameters: { ...oneByEmail, updateFields: { lastName: 'X' } },
				sends: ['subscriber.getAll', 'subscriber.update'],
			},
			'by email, in a list that does not show all fields': {
				parameters: { ...oneByEmail, updateFields: { lastName: 'X' } },
				hidesTags: true,
				sends: ['subscriber.getAll', 'subscriber.get', 'subscriber.update'],
			},
		},
		'subscriber.upsert': {
			'of somebody new': { parameters: mapped, input: [{ email: 'new@example.com' }], sends: ['subscriber.create'] },
			'of somebody who is there': {
				parameters: mapped,
				input: [renamed],
				sends: ['subscriber.create', 'subscriber.getAll', 'subscriber.update'],
			},
			'of somebody whom an item before it has created': {
				parameters: mapped,
				input: [{ email: 'new@example.com' }, { email: 'new@example.com', first_name: 'Ann' }],
				sends: ['subscriber.create', 'subscriber.update'],
			},
			'into a list that does not show all fields': {
				parameters: mapped,
				input: [renamed],
				hidesTags: true,
				sends: ['subscriber.create', 'subscriber.getAll', 'subscriber.get', 'subscriber.update'],
			},
		},
		'template.getAll': { anywhere: { parameters: { returnAll: true }, sends: ['template.getAll'] } },
		'template.togglePublish': {
			anywhere: {
				parameters: { template: byId(defined(state.templates[0]).uuid) },
				sends: ['template.togglePublish'],
			},
		},
	};
}

const keys = Object.keys(operations) as Key[];

describe('the requests that docs/operations.md names', () => {
	it.each(keys)('are all that %s sends, and each of them is sent', async (key) => {
		const sent = new Set<string>();
		for (const name of Object.keys(cases(engine.sandbox)[key])) {
			engine.sandbox.reset();
			const { parameters = {}, input, sends, hidesTags } = defined(cases(engine.sandbox)[key][name]);
			const { url: baseUrl } = hidesTags ? withoutTags : engine.sandbox;
			const run = await engine.run(key, parameters, { input, credential: { ...engine.credential, baseUrl } });
			expect(run.error).toBeUndefined();
			const kinds = engine.sandbox.requests().flatMap(({ operationId }) => operationId ?? []);
			expect({ [name]: [...new Set(kinds)] }).toEqual({ [name]: sends });
			for (const kind of kinds) sent.add(kind);
		}
		const own = isEndpointKey(key) ? [key] : [];
		expect([...sent].sort()).toEqual([...own, ...Object.keys(requestsOf(key))].sort());
	});

	it('are named with words of the panel', () => {
		for (const key of keys) {
			const panel = operations[key].description.flatMap((property) => wordsOf(property as Words));
			const named = Object.values(requestsOf(key)).flatMap((when) => [...when.matchAll(/\*([^*]+)\*/g)]);
			expect(named.map(([, word]) => word).filter((word) => !panel.includes(word ?? ''))).toEqual([]);
		}
	});
});

interface Words {
	readonly displayName?: string;
	readonly name?: string;
	readonly options?: readonly Words[];
	readonly modes?: readonly Words[];
}

/** The names that a person reads of a parameter, of what it holds and of its choices. */
function wordsOf({ displayName, name = '', options = [], modes = [] }: Words): string[] {
	return [displayName ?? name, ...[...options, ...modes].flatMap(wordsOf)];
}
