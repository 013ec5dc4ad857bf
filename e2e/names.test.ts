import { randomUUID } from 'node:crypto';

import { ContactList } from '../sandbox/store/contact-list';
import type { Subscriber } from '../sandbox/store/records';
import { defined } from '../test/defined';
import { serve, type Served } from '../test/engine/serve';
import { errorText, succeeded, type Execution } from './support/execution';
import { useService } from './support/hooks';
import { convertToFile, download, extractFromFile, upload } from './support/nodes';
import {
	byName,
	fromList,
	manualTrigger,
	ourNode,
	startWith,
	workflowOf,
	type Node,
	type Workflow,
} from './support/workflow';

/** Lists and templates by their names, and names and tags in files. */

const ours = 'Email Marketing';

describe('names', () => {
	const { host, service } = useService({ subscribers: 40 });
	let newsletter: ContactList;
	let other: ContactList;

	beforeEach(() => {
		service.sandbox.reset();
		newsletter = listNamed('Newsletter');
		other = listNamed('Press');
	});

	describe('of lists', () => {
		it('are found in a saved workflow with 300 lists, in another case, without accents and with spaces', async () => {
			for (let n = 1; n <= 300; n += 1) addList(`List ${n}`);
			const list = addList('Café Zürich');

			const done = succeeded(await host.api.run(joining(byName(' CAFE ZURICH '))));

			expect(emailsOf(list)).toEqual(['ann@example.com']);
			expect(done.items(ours)).toMatchObject([{ json: { email: 'ann@example.com' } }]);
			expect(sent('contactList.getAll')).toBe(Math.ceil(service.sandbox.state.contactLists.length / 100));
		});

		it('are taken from a column, for rows of two lists', async () => {
			const rows = ['Newsletter', 'press', 'Press', 'newsletter'].map((list, n) => ({
				list,
				email: `n${n}@example.com`,
			}));
			const parameters = { operation: 'import', contactList: byName('={{ $json.list }}') };

			const done = succeeded(await host.api.run(workflowOf('Two', [...startWith(rows), subscribers(parameters)])));

			expect(actionsOf(done)).toEqual({ imported: 4 });
			expect(emailsOf(newsletter).slice(-2)).toEqual(['n0@example.com', 'n3@example.com']);
			expect(emailsOf(other)).toEqual(['n1@example.com', 'n2@example.com']);
			expect(sent('contactList.getAll')).toBe(1);
		});

		it('are found for a campaign together with its template', async () => {
			const campaign = ourNode(ours, service.credentials, {
				resource: 'campaign',
				operation: 'create',
				name: 'Spring',
				contactList: byName('newsletter'),
				template: byName('spring sale'),
			});

			succeeded(await host.api.run(workflowOf('Campaign', [manualTrigger, campaign])));

			const { campaigns, templates } = service.sandbox.state;
			expect(campaigns.at(-1)).toMatchObject({
				contactListUuid: newsletter.uuid,
				templateUuid: defined(templates.find(({ name }) => name === 'Spring Sale')).uuid,
			});
		});

		it('are refused where two lists have one, with the IDs of both', async () => {
			const second = addList('Newsletter');

			const { error } = await host.api.run(joining(byName('Newsletter')));

			for (const text of ['2 contact lists are named "Newsletter"', "'By ID'", newsletter.uuid, second.uuid])
				expect(errorText(error)).toContain(text);
			expect(sent('subscriber.create')).toBe(0);
		});

		it('are refused after the list was renamed, with the name that resembles it', async () => {
			const id = await host.api.save(joining(byName('Newsletter')));
			succeeded(await host.api.runWorkflow(id));
			Object.assign(newsletter, { name: 'Newsletter 2027' });

			const second = await host.api.runWorkflow(id);

			expect(second.status).toBe('error');
			expect(errorText(second.error)).toMatch(/No contact list is named "Newsletter".*Did you mean "Newsletter 2027"/s);
			expect(sent('subscriber.create')).toBe(1);
		});

		function joining(contactList: object): Workflow {
			const email = '={{ "ann@example.com" }}';
			return workflowOf('Join', [manualTrigger, subscribers({ operation: 'create', contactList, email })]);
		}
	});

	describe('of people, in a file', () => {
		let file: string;
		let drive: Served;

		beforeAll(async () => {
			drive = await serve(({ method }, response, body) => {
				if (method === 'PUT') file = body;
				response.writeHead(200, { 'content-type': 'text/csv' }).end(file);
			});
		});

		afterAll(async () => await drive?.close());

		it('come into another list as they were, with their tags; nobody who has unsubscribed is subscribed', async () => {
			const tags = ['vip, gold', 'a;b', 'say "hi"', '"all"', '5" pipe', 'Zürich', '[x]', '007', 'it’s'];
			const people = newsletter.subscribers.filter(isSubscribed);
			const [jay, heirs, plain, left] = people;
			Object.assign(defined(jay), { firstName: 'Jürgen "Jay"', lastName: 'Groß; Söhne, KG', tags });
			Object.assign(defined(heirs), { firstName: "D'Arcy", lastName: '李', tags: ['007'] });
			Object.assign(defined(plain), { tags: [] });
			other.add({ ...defined(left), firstName: 'Other', tags: ['other'], unsubscribedAt: 1 });
			const gone = newsletter.subscribers.length - people.length;
			expect(gone).toBeGreaterThan(0);

			const nodes = [
				...backup(),
				extractFromFile('Rows'),
				subscribers({ operation: 'import', contactList: fromList(other) }),
			];
			const done = succeeded(await host.api.run(workflowOf('Copy', nodes)));

			expect(actionsOf(done)).toEqual({ imported: people.length - 1, skipped: gone + 1 });
			expect(other.subscribers.filter(isSubscribed).map(fieldsOf)).toEqual(
				people.filter((one) => one !== left).map(fieldsOf),
			);
			expect(other.subscribers.filter((one) => !isSubscribed(one))).toMatchObject([
				{ email: defined(left).email, firstName: 'Other', tags: ['other'] },
			]);
		});

		it('come back from a backup after a wrong sync, but no consent, nor names and tags of people who had unsubscribed, nor empty names', async () => {
			const people = [...newsletter.subscribers];
			for (const [n, one] of people.entries()) one.unsubscribedAt = n < 3 ? 1 : null;
			const [, comesBack, isErased, isDeleted, leaves, untagged, nameless, tagged] = people.map((one) => defined(one));
			Object.assign(defined(untagged), { tags: [] });
			Object.assign(defined(nameless), { lastName: null });
			Object.assign(defined(tagged), { tags: ['vip, gold', 'Zürich'] });
			const before = copyOf(newsletter);
			succeeded(await host.api.run(workflowOf('Backup', [...backup(), upload('Keep', drive.url)])));

			const anyShare = { replaceTags: true, maxNameChangePercent: 100, maxRemovalPercent: 100 };
			const wrong = before.map(({ email }, n) => ({ email, first_name: `No ${n}`, last_name: 'One', tags: 'wrong' }));
			succeeded(await host.api.run(workflowOf('Wrong', [...startWith(wrong), sync(anyShare)])));
			Object.assign(defined(leaves), { unsubscribedAt: 1 });
			Object.assign(defined(comesBack), { unsubscribedAt: null });
			for (const one of [isErased, isDeleted]) newsletter.remove(defined(one));
			newsletter.add({ ...defined(tagged), uuid: randomUUID(), email: 'joined.since@example.com' });
			const afterwards = copyOf(newsletter);

			const withEmpty = { includeEmptyCells: true };
			const renames = await restore({ ...anyShare, maxNameChangePercent: 20 }, withEmpty);
			expect(errorText(renames.error)).toContain("'Rename Limit (%)' allows 20%");
			const takesTags = await restore({ ...anyShare, maxRemovalPercent: 20 }, withEmpty);
			expect(errorText(takesTags.error)).toContain("'Safety Limit (%)' allows 20%");
			const dry = succeeded(await restore(anyShare, withEmpty, true));
			expect(actionsOf(dry)).toEqual({ 'would create': 1, 'would update': before.length - 4, skipped: 3 });
			expect(copyOf(newsletter)).toEqual(afterwards);

			succeeded(await restore(anyShare, {}));
			expect(untagged).toMatchObject({ tags: ['wrong'] });
			succeeded(await restore(anyShare, withEmpty));

			const now = copyOf(newsletter);
			const wronged = { lastName: 'One', tags: ['wrong'] };
			expect(people.slice(0, 7).map(({ email }) => now.find((one) => one.email === email))).toEqual([
				{ ...before[0], firstName: 'No 0', ...wronged },
				{ ...before[1], firstName: 'No 1', ...wronged, isSubscribed: true },
				undefined,
				before[3],
				{ ...before[4], isSubscribed: false },
				before[5],
				{ ...before[6], lastName: 'One' },
			]);
			expect(now).toEqual(expect.arrayContaining(before.slice(7)));
			expect(now).toContainEqual(afterwards.at(-1));
			succeeded(await restore({ ...anyShare, resubscribe: true }, withEmpty));
			expect(leaves).toMatchObject({ unsubscribedAt: null });
		});

		async function restore(options: object, reading: object, dryRun = false): Promise<Execution> {
			const rows = [manualTrigger, download('File', drive.url), extractFromFile('Rows', reading)];
			return await host.api.run(workflowOf('Restore', [...rows, sync(options, dryRun)]));
		}

		function sync(options: object, dryRun = false): Node {
			return subscribers({ operation: 'sync', contactList: fromList(newsletter), dryRun, options });
		}
	});

	/** All people of the newsletter as a file. */
	function backup(): Node[] {
		const parameters = { operation: 'getAll', contactList: fromList(newsletter), returnAll: true };
		const all = { ...parameters, filters: { status: 'all' } };
		return [manualTrigger, { ...subscribers(all), name: 'All' }, convertToFile('File')];
	}

	function subscribers(parameters: object): Node {
		return ourNode(ours, service.credentials, { resource: 'subscriber', ...parameters });
	}

	function listNamed(name: string): ContactList {
		return defined(service.sandbox.state.contactLists.find((list) => list.name === name));
	}

	function addList(name: string): ContactList {
		const { contactLists } = service.sandbox.state;
		const list = new ContactList(contactLists.length + 1, randomUUID(), name, Date.now());
		contactLists.push(list);
		return list;
	}

	/** How many requests of an operation were sent. */
	function sent(operation: string): number {
		return service.sandbox.requests().filter(({ operationId }) => operationId === operation).length;
	}
});

function isSubscribed({ unsubscribedAt }: Subscriber): boolean {
	return unsubscribedAt === null;
}

/** What a backup keeps of a person. */
function fieldsOf({ email, firstName, lastName, tags }: Subscriber) {
	return { email, firstName, lastName, tags: [...tags] };
}

function copyOf({ subscribers }: ContactList) {
	return subscribers.map((one) => ({ ...fieldsOf(one), isSubscribed: isSubscribed(one) }));
}

function emailsOf({ subscribers }: ContactList): string[] {
	return subscribers.map(({ email }) => email);
}

/** How often each action comes out of our node. */
function actionsOf({ items }: Execution): Record<string, number> {
	const numbers: Record<string, number> = {};
	for (const { json } of items(ours)) numbers[String(json.action)] = (numbers[String(json.action)] ?? 0) + 1;
	return numbers;
}
