import { runNode } from '../../test/engine/runNode';
import { inSimulatedTime } from '../../test/engine/simulatedTime';
import { LaravelList } from '../../test/laravel/LaravelList';
import { serveList } from '../../test/laravel/serveList';
import { perMinute, throttle } from '../../test/laravel/throttle';
import { peopleOf } from '../people';
import { atMost, short, table, type Findings } from '../report';
import { isDone, jobsFor, newTagJobs, parametersOf } from './jobs';

const listed = 300_000;
/** In the list in which everybody gets a tag. */
const tagged = 300;
const minuteMs = 60_000;
/** Jobs that send no more are not shown. */
const few = 20;

/** The same jobs on a long list of a service that accepts few requests, in simulated time. */
export async function measureThrottled(): Promise<Omit<Findings, 'versions'>> {
	const list = new LaravelList();
	const served = await serveList(list);
	const jobs = [
		...jobsFor(100, listed).map((job) => ({ job, people: listed })),
		...newTagJobs(tagged).map((job) => ({ job, people: tagged })),
	];
	const rows: Array<readonly [job: string, accepted: number, refused: number, minutes: number, isDone: boolean]> = [];
	for (const { job, people } of jobs) {
		list.hold(peopleOf(people));
		served.arrived.splice(0);
		let refused = 0;
		served.onRequest = throttle(() => (refused += 1));
		const { value: run, ms } = await inSimulatedTime(
			async () =>
				await runNode({
					parameters: parametersOf(job),
					credential: { baseUrl: served.url, accessToken: 'bench', endpointPaths: '{}' },
					input: [...job.input],
				}),
		);
		rows.push([job.name, served.arrived.length - refused, refused, ms / minuteMs, isDone(job, run, served.arrived)]);
		console.log(`${job.name}: ${rows.at(-1)?.slice(1).join(', ')} ${run.error?.message ?? ''}`);
	}
	await served.close();
	return {
		text: [
			`The same for a list of ${listed}, 100 entries a page, on a service that accepts ${perMinute} requests a minute as Laravel's limiter does (429 with \`Retry-After\`), in simulated time: a request itself takes none. The list in which everybody gets a tag has ${tagged}: two requests for each person after the first minute. Jobs of up to ${few} requests take no minute.`,
			table(
				['job', 'refused', 'minutes'],
				rows
					.filter(([, accepted]) => accepted > few)
					.map(([name, , refused, minutes]) => [name, refused, short(minutes)]),
			),
		],
		inShort: rows
			.filter(([name]) => /changed$/.test(name))
			.slice(0, 1)
			.map(
				([name, , , minutes]) => `${name}, of ${listed}, at ${perMinute} requests a minute: ${short(minutes)} minutes.`,
			),
		targets: [atMost(`Jobs not done at ${perMinute} a minute`, rows.filter(([, , , , done]) => !done).length, 0)],
	};
}
