/** The node in a real n8n, in turns with n8n's own HTTP Request node doing the same. */
import type { Options } from '../main';
import { atMost, short, table, type Findings } from '../report';
import type { Setting } from '../server/behaviours';
import { startServer } from '../server/client';
import { hostVersions, startN8n, type MeasuredN8n } from './host';
import { large, measureLarge } from './large';
import { inTurns, type Contender } from './inTurns';
import {
	bodies,
	httpCreate,
	httpImport,
	httpPages,
	mapAutomatically,
	ofRows,
	people,
	returnAll,
	threeFields,
	threeFieldsContinue,
} from './workflows';

const creates = 1_000;
const subscribers = 100_000;
const pageSize = 100;
const slow = 50;
const imported = 50_000;
const chunk = 500;

export async function measureInN8n({ rounds }: Options): Promise<Findings> {
	const server = await startServer();
	const n8n = await startN8n(server.url);
	try {
		const makers = await creators(n8n, server.url);
		const quick = await inTurns(rounds, makers, server, { behaviour: 'latency' });
		const slowed = await inTurns(rounds, makers, server, { behaviour: 'latency', ms: slow });
		const pages: Setting = { behaviour: 'latency', ms: slow, subscribers, pageSize };
		const read = await inTurns(rounds, await readers(n8n, server.url), server, pages);
		const imports = await inTurns(rounds, await importers(n8n, server.url), server, { behaviour: 'latency', ms: slow });
		const big = await measureLarge(n8n, server);

		const [fields = NaN, goOn = NaN, auto = NaN, http = NaN] = quick.map(({ ms }) => ms);
		const [slowFields = NaN, slowGoOn = NaN, slowAuto = NaN, slowHttp = NaN] = slowed.map(({ ms }) => ms);
		const [all = NaN, httpAll = NaN] = read.map(({ ms }) => ms);
		const [rows = NaN, httpRows = NaN] = imports.map(({ ms }) => ms);
		return {
			versions: hostVersions(),
			text: [
				`The time is that of the node alone, as n8n notes it. Median of ${rounds} rounds in turns, after a warm-up. Every item came back, and the server got each once.`,
				`${creates} creates:`,
				table(
					[
						'node',
						'ms per item, server 0 ms',
						'ratio',
						'most in flight',
						`ms per item, server ${slow} ms`,
						'ratio',
						'most in flight',
					],
					makers.map(({ name }, row) => [
						name,
						...[quick, slowed].flatMap((runs) => cellsOf(runs[row], runs.at(-1), creates)),
					]),
				),
				`All ${subscribers} subscribers of a list, ${pageSize} a page, server ${slow} ms; the HTTP Request node gives each page as one item:`,
				table(
					['node', 'ms per page', 'ratio', 'most in flight'],
					read.map((run) => [run.name, ...cellsOf(run, read.at(-1), subscribers / pageSize)]),
				),
				`${imported} people imported, ${chunk} in a request, server ${slow} ms; the HTTP Request node is handed the ${imported / chunk} bodies, ours the rows:`,
				table(
					['node', 'ms per request', 'ratio', 'most in flight'],
					imports.map((run) => [run.name, ...cellsOf(run, imports.at(-1), imported / chunk)]),
				),
				`${large} creates, server 0 ms, one run: the event loop and the memory of n8n's process while the node runs (a pause shorter than 15 ms goes unnoticed):`,
				table(
					['node', 'ms per item', 'longest pause while it reads', 'longest pause', 'memory before', 'peak memory'],
					big.map(({ name, ms, readingPause, pause, before, peak }) => [
						name,
						short(ms / large),
						`${short(readingPause)} ms`,
						`${short(pause)} ms`,
						`${short(before)} MB`,
						`${short(peak)} MB`,
					]),
				),
			],
			targets: [
				atMost('Three mapped fields, server 0 ms, On Error stop, to the HTTP Request node', fields / http, 1.1),
				atMost('Three mapped fields, server 0 ms, On Error continue, to the HTTP Request node', goOn / http, 1.1),
				atMost('Map Automatically, server 0 ms, to the HTTP Request node', auto / http, 0.5),
				atMost(
					`Three mapped fields, server ${slow} ms, On Error stop, to the HTTP Request node`,
					slowFields / slowHttp,
					1.4,
				),
				atMost(
					`Three mapped fields, server ${slow} ms, On Error continue, to the HTTP Request node`,
					slowGoOn / slowHttp,
					1.1,
				),
				atMost(`Map Automatically, server ${slow} ms, to the HTTP Request node`, slowAuto / slowHttp, 0.8),
				atMost('Return All, to the pagination of the HTTP Request node', all / httpAll, 0.125),
				atMost('Import, to the HTTP Request node with the same bodies', rows / httpRows, 1.5),
				...big.map(({ name, readingPause }) =>
					atMost(`Longest pause while ${large} items are read, ${name}`, readingPause, 200, ' ms'),
				),
			],
		};
	} finally {
		await n8n.stop();
		server.stop();
	}
}

/** The nodes that create, the divisor last. */
async function creators(n8n: MeasuredN8n, url: string): Promise<Contender[]> {
	const nodes = {
		'three mapped fields, On Error stop': threeFields,
		'three mapped fields, On Error continue': threeFieldsContinue,
		'Map Automatically': mapAutomatically,
		'HTTP Request node': httpCreate(url),
	};
	return await Promise.all(
		Object.entries(nodes).map(async ([name, node]) => ({
			name,
			run: await n8n.workflow(name, people(creates), node),
			expected: { items: creates, requests: creates, distinctEmails: creates },
		})),
	);
}

/** The nodes that read the whole list, the divisor last. */
async function readers(n8n: MeasuredN8n, url: string): Promise<Contender[]> {
	const requests = subscribers / pageSize;
	return [
		{
			name: 'Return All',
			run: await n8n.workflow('Return All', people(1), returnAll),
			expected: { items: subscribers, requests, distinctEmails: 0 },
		},
		{
			name: 'HTTP Request node, its own pagination',
			run: await n8n.workflow('Pages', people(1), httpPages(url)),
			expected: { items: requests, requests, distinctEmails: 0 },
		},
	];
}

/** The nodes that import, the divisor last. The list is not read: the same requests are compared. */
async function importers(n8n: MeasuredN8n, url: string): Promise<Contender[]> {
	const requests = imported / chunk;
	const ours = ofRows('import', { options: { skipUnsubscribed: false } });
	return [
		{
			name: 'Import',
			run: await n8n.workflow('Import', people(imported), ours),
			expected: { items: imported, requests, distinctEmails: imported },
		},
		{
			name: 'HTTP Request node, handed the bodies',
			run: await n8n.workflow('Bodies', bodies(requests, chunk), httpImport(url)),
			expected: { items: requests, requests, distinctEmails: imported },
		},
	];
}

type Turn = Awaited<ReturnType<typeof inTurns>>[number];

function cellsOf(run: Turn | undefined, divisor: Turn | undefined, count: number): string[] {
	const ms = run?.ms ?? NaN;
	return [short(ms / count), short(ms / (divisor?.ms ?? NaN)), String(run?.mostInFlight)];
}
