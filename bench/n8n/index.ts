/** The node in a real n8n, in turns with n8n's own HTTP Request node doing the same. */
import type { Options } from '../Options';
import { atMost, short, table, type Findings } from '../report';
import { startServer } from '../server';
import { hostVersions, inTurns, startN8n } from './host';
import {
	bodies,
	httpCreate,
	httpPages,
	httpRequest,
	httpWithHeader,
	mapAutomatically,
	ours,
	people,
	threeFields,
} from './workflows';

const slow = 50;
/** 'Max Parallel Requests' unless changed. */
const mostInFlight = 40;
const pageSize = 100;
const chunk = 500;
/** n8n's request helper alone takes 0.4 to 0.5 of the HTTP Request node's time: it opens a connection for each request. */
const mostOfHttp = 0.75;
/**
 * The helper alone takes 1.4 to 1.7 of the least time: responses that take equally long arrive together, and each round
 * of requests waits for the work on the round before.
 */
const mostOfLeast = 2;

export async function measureInN8n({ rounds, scale }: Options): Promise<Findings> {
	const [creates, subscribers, imported] = [1_000 * scale, 100_000 * scale, 50_000 * scale];
	const server = await startServer();
	const n8n = await startN8n(server);
	try {
		const rows = people(creates);
		// The divisor last.
		const makers = [
			await n8n.contender('three mapped fields', rows, ours('create', threeFields)),
			await n8n.contender('Map Automatically', rows, mapAutomatically),
			await n8n.contender('HTTP Request node, a header by hand', rows, httpWithHeader(server.url, httpCreate)),
		];
		const readers = [
			await n8n.contender('Return All', people(1), ours('getAll', { returnAll: true }), subscribers),
			await n8n.contender(
				'HTTP Request node, its own pagination',
				people(1),
				httpRequest(server.url, 'subscriber', httpPages),
				subscribers / pageSize,
			),
		];
		// The list is not read: the same requests are compared.
		const importers = [
			await n8n.contender('Import', people(imported), ours('import', { options: { skipUnsubscribed: false } })),
			await n8n.contender(
				'HTTP Request node, with the bodies as items',
				bodies(imported / chunk, chunk),
				httpRequest(server.url, 'import', { jsonBody: '={{ $json }}' }),
			),
		];
		const quick = await inTurns(rounds, makers, server, {});
		const slowed = await inTurns(rounds, makers, server, { ms: slow });
		const read = await inTurns(rounds, readers, server, { ms: slow, subscribers });
		const imports = await inTurns(rounds, importers, server, { ms: slow });

		type Runs = typeof quick;
		const ratio = (runs: Runs, row = 0): number => (runs[row]?.ms ?? NaN) / (runs.at(-1)?.ms ?? NaN);
		const toLeast = (slowed[0]?.ms ?? NaN) / ((creates / mostInFlight) * slow);
		const tableOf = (runs: Runs, unit: string, count: number): string =>
			table(
				['node', `ms per ${unit}`, 'ratio', 'most in flight'],
				runs.map(({ name, ms, mostInFlight }, row) => [name, short(ms / count), short(ratio(runs, row)), mostInFlight]),
			);
		return {
			versions: hostVersions(),
			text: [
				`The time of the node alone, as n8n notes it, median of ${rounds} rounds in turns, after a warm-up; its ratio to the HTTP Request node.`,
				`${creates} creates, server 0 ms; n8n's request helper, which opens a connection for each request, takes most of the node's time:`,
				tableOf(quick, 'item', creates),
				`${creates} creates, server ${slow} ms; as each takes equally long, the responses arrive together, and the work on them delays the next requests:`,
				tableOf(slowed, 'item', creates),
				`All ${subscribers} subscribers of a list, ${pageSize} a page, server ${slow} ms; the HTTP Request node returns each page as one item:`,
				tableOf(read, 'page', subscribers / pageSize),
				`${imported} people imported, ${chunk} in a request, server ${slow} ms; the HTTP Request node gets the bodies as items, this node the rows:`,
				tableOf(imports, 'request', imported / chunk),
			],
			inShort: [
				`Creating ${creates} people takes ${short(ratio(quick))} of the time of n8n's HTTP Request node, and ${short(toLeast)} of the least that ${mostInFlight} requests at a time allow where the service takes ${slow} ms.`,
			],
			targets: [
				atMost('Creates, server 0 ms, to the HTTP Request node', ratio(quick), mostOfHttp),
				atMost(`Creates, server ${slow} ms, to the least that ${mostInFlight} at a time allow`, toLeast, mostOfLeast),
			],
		};
	} finally {
		await n8n.stop();
		server.stop();
	}
}
