/** How many requests the node sends for a job, and how many the job needs. */
import { warningsOf } from '../../test/engine/support';
import { runNode } from '../../test/engine/runNode';
import { LaravelList, type PerPage } from '../../test/laravel/LaravelList';
import { serveList, type ServedList } from '../../test/laravel/serveList';
import { peopleOf } from '../people';
import { versions } from '../process';
import { atMost, table, type Findings, type Target } from '../report';
import { isDone, jobsFor, parametersOf, type Job } from './jobs';
import { measureSearched } from './searched';
import { measureThrottled } from './throttled';

const listed = 25_000;
const sizes: Record<PerPage, number> = { honoured: 100, ignored: 15, refused: 15 };
const perPages = Object.keys(sizes) as PerPage[];
/** A refused `per_page` costs one request more than an ignored one. */
const shown = perPages.slice(0, 2);

interface Count {
	readonly job: string;
	readonly sent: number;
	readonly needed: number;
	/** A twentieth more; by email, twice the pages. */
	readonly limit: number;
	readonly warnings: readonly string[];
}

export async function measureRequests(): Promise<Findings> {
	const counts: Count[] = [];
	for (const perPage of perPages) {
		const list = new LaravelList({ perPage });
		const served = await serveList(list);
		for (const job of jobsFor(sizes[perPage], listed)) {
			list.hold(peopleOf(listed));
			served.arrived.splice(0);
			counts.push(await countOne(job, perPage, served));
		}
		await served.close();
	}
	const jobs = jobsFor(1, listed).map(({ name }) => counts.filter(({ job }) => job === name));
	const throttled = await measureThrottled();
	const searched = await measureSearched();
	const warnings = [...new Set(counts.flatMap((count) => count.warnings))];
	return {
		versions,
		text: [
			`Requests sent, and needed, for a list of ${listed}, on a server in the form of a Laravel API: 100 entries a page where \`per_page\` is honoured, 15 where it is ignored; where it is refused, one request more. Needed: each page once, up to the last one with a subscriber of the job, and each write once.`,
			table(
				['job', ...shown.map((perPage) => `${perPage}: sent/needed`)],
				jobs.map((ways) => [
					ways[0]?.job ?? '',
					...ways.slice(0, shown.length).map(({ sent, needed }) => `${sent}/${needed}`),
				]),
			),
			...throttled.text,
			...searched.text,
		],
		inShort: throttled.inShort,
		targets: [
			...jobs.map(targetOf),
			atMost(['Warnings', ...warnings].join(': '), warnings.length, 0),
			...throttled.targets,
			...searched.targets,
		],
	};
}

async function countOne(job: Job, perPage: PerPage, { url, arrived }: ServedList): Promise<Count> {
	const run = await runNode({
		parameters: parametersOf(job),
		credential: { baseUrl: url, accessToken: 'bench', endpointPaths: '{}' },
		input: [...job.input],
	});
	const pages = job.lastPlace === undefined ? 0 : Math.floor(job.lastPlace / sizes[perPage]) + 1;
	const reads = pages + (perPage === 'refused' && pages > 0 ? 1 : 0);
	const others = Object.values(job.others).reduce((sum, count) => sum + count, 0);
	if (!isDone(job, run, arrived)) throw new Error(`${job.name}: ${run.items.length} items. ${run.error?.message}`);
	const [sent, needed] = [arrived.length, reads + others];
	console.log(`${perPage}, ${job.name}: ${sent} of ${needed}`);
	const limit = job.mayReadOn ? 2 * reads + others : Math.floor(needed * 1.05);
	return { job: job.name, sent, needed, limit, warnings: warningsOf(run) };
}

/** One job, in all three ways. */
function targetOf(ways: readonly Count[]): Target {
	const found = ways.map(({ sent, limit }) => `${sent}, at most ${limit}`).join('; ');
	return { what: ways[0]?.job ?? '', met: ways.every(({ sent, limit }) => sent <= limit), found: `${found} wanted` };
}
