/** How many requests the node sends for a job, and how many the job needs. */
import { warningsOf } from '../../test/engine/support';
import { runNode } from '../../test/engine/runNode';
import { LaravelList, type PerPage } from '../../test/laravel/LaravelList';
import { serveList, type ServedList } from '../../test/laravel/serveList';
import { versions } from '../process';
import { atMost, short, table, type Findings, type Target } from '../report';
import { jobsFor, listed, personAt, type Job } from './jobs';

const sizes: Record<PerPage, number> = { honoured: 100, ignored: 15, refused: 15 };
const perPages = Object.keys(sizes) as PerPage[];

interface Count {
	readonly job: Job;
	readonly perPage: PerPage;
	/** Requests that read pages of the list, and the others. */
	readonly pages: { readonly sent: number; readonly needed: number };
	readonly others: { readonly sent: number; readonly needed: number };
	readonly warnings: readonly string[];
	/** What was not done, where something was not. */
	readonly undone: string | undefined;
}

export async function measureRequests(): Promise<Findings> {
	const counts: Count[] = [];
	for (const perPage of perPages) counts.push(...(await countAll(perPage)));
	const names = jobsFor(1).map(({ name }) => name);
	const warnings = [...new Set(counts.flatMap((count) => count.warnings))];
	return {
		versions,
		text: [
			`Requests sent, and needed, for a list of ${listed}, on a server in the form of a Laravel API: 100 entries a page where \`per_page\` is honoured, 15 where it is ignored or refused; a refusal costs one request more. A create with a taken address returns 422. Needed: each page once, up to the last one that has somebody of the job, and each write once.`,
			table(
				['job', ...perPages.flatMap((perPage) => [`${perPage}: sent`, 'needed', 'ratio']), 'warnings'],
				names.map((name) => rowOf(counts.filter(({ job }) => job.name === name))),
			),
			...(warnings.length === 0 ? [] : [`Warnings: ${warnings.map((text) => `"${text}"`).join(', ')}.`]),
		],
		targets: [
			...names.map((name) => targetOf(counts.filter(({ job }) => job.name === name))),
			atMost('Warnings', warnings.length, 0),
			done(counts),
		],
	};
}

async function countAll(perPage: PerPage): Promise<Count[]> {
	const list = new LaravelList({ perPage });
	const served = await serveList(list);
	const counts: Count[] = [];
	for (const job of jobsFor(sizes[perPage])) {
		list.hold(Array.from({ length: listed }, (_, place) => personAt(place)));
		served.arrived.splice(0);
		counts.push(await countOne(job, perPage, served));
	}
	await served.close();
	return counts;
}

async function countOne(job: Job, perPage: PerPage, { url, arrived }: ServedList): Promise<Count> {
	const run = await runNode({
		parameters: {
			resource: 'subscriber',
			contactList: { __rl: true, mode: 'id', value: '01890000-0000-7000-8000-000000000001' },
			...job.parameters,
		},
		credential: { baseUrl: url, accessToken: 'bench', endpointPaths: '{}' },
		input: [...job.input],
	});
	const reads = arrived.filter(({ kind }) => kind === 'read').length;
	const pages = job.lastPlace === undefined ? 0 : Math.floor(job.lastPlace / sizes[perPage]) + 1;
	const others = Object.values(job.others).reduce((sum, count) => sum + count, 0);
	const undone = Object.entries(job.others).flatMap(([kind, count]) => {
		const isDone = arrived.filter((request) => request.kind === kind && request.isDone).length >= count;
		return isDone ? [] : [kind];
	});
	if (run.items.length < (job.items ?? job.input.length)) undone.push(`${run.items.length} items came out`);
	const count: Count = {
		job,
		perPage,
		pages: { sent: reads, needed: pages + (perPage === 'refused' && pages > 0 ? 1 : 0) },
		others: { sent: arrived.length - reads, needed: others },
		warnings: warningsOf(run),
		undone: undone.length === 0 ? undefined : `${undone.join(', ')}. ${run.error?.message ?? ''}`,
	};
	console.log(
		`${perPage}, ${job.name}: ${sent(count)} of ${needed(count)}, of these reading ${reads}. ${count.undone ?? ''}`,
	);
	return count;
}

function sent({ pages, others }: Count): number {
	return pages.sent + others.sent;
}

function needed({ pages, others }: Count): number {
	return pages.needed + others.needed;
}

function rowOf(counts: readonly Count[]): Array<string | number> {
	return [
		counts[0]?.job.name ?? '',
		...counts.flatMap((count) => [
			sent(count),
			needed(count),
			needed(count) === 0 ? '' : short(sent(count) / needed(count)),
		]),
		Math.max(...counts.map(({ warnings }) => warnings.length)),
	];
}

/** One job, in all three ways. */
function targetOf(counts: readonly Count[]): Target {
	return {
		what: counts[0]?.job.name ?? '',
		met: counts.every((count) => sent(count) <= limitOf(count)),
		found: `${counts.map((count) => `${sent(count)}, at most ${limitOf(count)}`).join('; ')} wanted`,
	};
}

/** One request in twenty may be too many; by email, as many pages as were needed. */
function limitOf(count: Count): number {
	const { job, pages, others } = count;
	return job.mayReadOn ? 2 * pages.needed + others.needed : Math.floor(needed(count) * 1.05);
}

function done(counts: readonly Count[]): Target {
	const undone = counts.flatMap(({ job, perPage, undone: what }) =>
		what === undefined ? [] : [`per_page ${perPage}, ${job.name}: ${what}`],
	);
	return { what: 'Every job is done', met: undone.length === 0, found: undone.join('; ') || 'all of them' };
}
