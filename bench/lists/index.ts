/** Whole lists: what Import, Create or Update and Sync List cost for many rows. */
import type { Options } from '../Options';
import { hostVersions, startN8n, type Contender, type MeasuredRun } from '../n8n/host';
import { ours, people, type Rows } from '../n8n/workflows';
import { atMost, short, table, type Findings } from '../report';
import { startServer, type Setting } from '../server';

const slow = 20;
const pageSize = 100;
/** How many rows Import sends at a time. */
const chunk = 500;
/** How many creates Create or Update may send without success: two rounds of those in flight. */
const tries = 80;

interface Step {
	readonly run: Contender;
	/** The server begins anew with it; without it the list stays as the run before has left it. */
	readonly setting?: Setting;
	/** How many requests the job needs. */
	readonly needed: number;
	/** How many it may send without success. */
	readonly spare?: number;
}

export async function measureLists({ scale }: Options): Promise<Findings> {
	const [count, listed] = [10_000 * scale, 50_000 * scale];
	const [present, pages] = [count / 2, listed / pageSize];
	const all = people(listed);
	const halfThere: Rows = {
		count,
		json: "{ email: index % 2 ? `new${index}@example.com` : `person${index / 2}@example.com`, first_name: 'Grace', last_name: `No. ${index / 2}` }",
	};
	const onePercent = { ...all, json: all.json.replace("'Ada'", "index % 100 ? 'Ada' : 'Grace'") };
	const upserting = ours('upsert', { dataMode: 'autoMapInputData' });
	// Each run has a tag of its own.
	const withTag = (tag: string): Rows => ({ ...all, json: all.json.replace(/ }$/, `, tags: '${tag}' }`) });
	const inBulk = ours('sync', { options: { useImport: true } });
	const server = await startServer();
	const n8n = await startN8n(server);
	const importing = await n8n.contender(`Import, ${listed} rows, ${listed / 2} of them there`, all, ours('import'));
	const upsert = await n8n.contender(`Create or Update, ${present} of ${count} there`, halfThere, upserting);
	const sync = await n8n.contender(`Sync List, ${listed / 100} of ${listed} changed`, onePercent, ours('sync'));
	const fill = await n8n.contender(`Sync List, ${listed / 2} of ${listed} new, Add People in Bulk`, all, inBulk);
	// To the process, those of Create or Update still have the name that it gave them.
	const renaming = ours('import', { options: { maxNameChangePercent: 100 } });
	const oneByOne = await n8n.contender(`Import, all ${listed} get a new tag`, withTag('one'), renaming);
	const asImport = ours('import', { options: { knownPeople: 'import' } });
	const included = await n8n.contender(
		`Import, all ${listed} get a new tag, Include in Import`,
		withTag('two'),
		asImport,
	);
	const half = { ms: slow, subscribers: listed / 2 };
	// The process remembers for a minute what it has changed: what changes little comes first.
	const steps: Step[] = [
		{ run: importing, setting: half, needed: pages / 2 + listed / 2 / chunk },
		{ run: fill, setting: half, needed: pages / 2 + listed / 2 / chunk },
		{ run: sync, setting: { subscribers: listed }, needed: pages + listed / 100 },
		{ run: sync, needed: pages },
		{ run: upsert, setting: { subscribers: present }, needed: present / pageSize + count, spare: tries },
		{ run: upsert, needed: count / pageSize, spare: tries },
		// Whoever is updated over a minute after the list was read is read once more.
		{ run: oneByOne, setting: { subscribers: listed }, needed: pages + listed, spare: listed },
		{ run: included, setting: { subscribers: listed }, needed: pages + listed / chunk },
	];
	const done: Array<Omit<Step, 'run'> & { run: MeasuredRun; name: string }> = [];
	for (const { run, ...step } of steps) {
		if (step.setting) await server.set(step.setting);
		const found = await run();
		done.push({ ...step, run: found, name: step.setting ? found.name : `${found.name}, once more` });
	}
	await n8n.stop();
	server.stop();
	return {
		versions: hostVersions(),
		text: [
			`Lists of ${pageSize} a page, one run each; the time of the node alone, as n8n notes it, server 0 ms (${slow} ms for Import and Add People in Bulk). Create or Update may send up to ${tries} creates before it reads the list:`,
			table(
				['run', 'requests', 'needed', 's'],
				done.map(({ name, needed, run: { ms, requests } }) => [name, requests, needed, short(ms / 1000)]),
			),
		],
		inShort: done
			.filter(({ name }) => /changed$|new tag$/.test(name))
			.map(({ name, run }) => `${name}: ${run.requests} requests, ${short(run.ms / 1000)} s.`),
		targets: done.map(({ name, needed, spare = 0, run }) =>
			atMost(`Requests of ${name}`, run.requests, Math.floor(needed * 1.05) + spare),
		),
	};
}
