import type { IDataObject, INodeParameters } from 'n8n-workflow';
import fc from 'fast-check';

import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { forgetRuns } from '../forgetRuns';
import type { NodeRun } from '../engine/runNode';
import { jsonOf, warningsOf } from '../engine/support';
import type { LaravelList, Subscriber } from '../laravel/LaravelList';
import type { Arrived, ServedList } from '../laravel/serveList';
import { useList } from '../laravel/useList';
import { seed } from './random';

/** Jobs on one contact list, with and without faults, and checks of the result after a fault. */

export interface Job {
	readonly parameters: INodeParameters;
	readonly input: IDataObject[];
	/** Whether the credential has a search by email. */
	readonly searches?: boolean;
	/** Those whom the job subscribes again. */
	readonly returning?: readonly string[];
}

const searchPaths = {
	'subscriber.getByEmail': '/v1/contact-lists/{contactList}/subscriber?filter[email]={email}',
};

export const modes = ['stopWorkflow', 'continueRegularOutput'] as const;
export type Mode = (typeof modes)[number];

interface Seen {
	readonly run: NodeRun;
	readonly requests: readonly Arrived[];
	readonly state: string;
	readonly harm: readonly string[];
}

interface Faultless extends Seen {
	readonly again: Seen;
}

type Person = Partial<Subscriber> & { email: string };

/**
 * The jobs of a test file.
 * @param people the subscribers when a job begins; no job deletes any of them
 * @param pageSize the most entries on a page
 */
export class FaultedJobs {
	private readonly own: ReturnType<typeof useList>;

	private readonly faultless = new Map<string, Promise<Faultless>>();

	/** Runs without a fault, by job and initial state, which alone decide the result. */
	private readonly repeated = new Map<string, Promise<Seen>>();

	constructor(
		private readonly jobs: Readonly<Record<string, Job>>,
		private readonly people: readonly Person[],
		pageSize: number,
	) {
		this.own = useList({ searches: 'honoured', pageSize: pageSize - 1, mostPerPage: pageSize });
	}

	/** Describes each job in each mode, first with a test without faults. */
	describe(tests: (name: string, mode: Mode) => void): void {
		const cases = Object.keys(this.jobs).flatMap((name) => modes.map((mode) => [name, mode] as const));
		describe.each(cases)('%s with On Error %s', (name, mode) => {
			it('succeeds without a fault, and a second run changes nothing', async () => {
				const seen = await this.withoutFault(name, mode);
				expect(seen.run.error).toBeUndefined();
				expect(isGreen(seen, seen)).toBe(true);
				expect(seen.harm).toEqual([]);
				expect(seen.again.state).toBe(seen.state);
			});
			tests(name, mode);
		});
	}

	/** The run without a fault, once for each job and mode. */
	async withoutFault(name: string, mode: Mode): Promise<Faultless> {
		const key = `${name} ${mode}`;
		const known = this.faultless.get(key) ?? this.observe(name, mode);
		this.faultless.set(key, known);
		return await known;
	}

	/**
	 * Runs a job with faults, then again without.
	 * @returns all violations: success although something is missing; a subscriber duplicated, deleted or resubscribed;
	 *   a second run that ends differently from one without any fault
	 */
	async faultsOf(name: string, mode: Mode, onRequest: ServedList['onRequest']): Promise<string[]> {
		const expected = await this.withoutFault(name, mode);
		this.own.list.hold(this.people);
		this.own.served.onRequest = onRequest;
		const seen = await this.run(name, mode);
		this.own.served.onRequest = undefined;
		const wrong = [...seen.harm];
		if (isGreen(seen, expected)) {
			if (seen.state !== expected.state) wrong.push(`the run reports success, but ${difference(seen, expected)}`);
			if (name === 'Get Many' && JSON.stringify(jsonOf(seen.run)) !== JSON.stringify(jsonOf(expected.run)))
				wrong.push(`it reports success with other items: ${seen.run.items.length} of ${expected.run.items.length}`);
		}
		wrong.push(...untrue(seen, expected));
		const again = await this.repeat(name, mode);
		wrong.push(...again.harm.map((harm) => `run again, ${harm}`));
		if (again.state !== expected.state) wrong.push(`run again, ${difference(again, expected)}`);
		return wrong;
	}

	private async observe(name: string, mode: Mode): Promise<Faultless> {
		this.own.list.hold(this.people);
		const seen = await this.repeat(name, mode);
		return { ...seen, again: await this.repeat(name, mode) };
	}

	/** Runs a job on the current list, more than a minute later. A repeated run does not change the list. */
	private async repeat(name: string, mode: Mode): Promise<Seen> {
		forgetRuns();
		const key = `${name} ${mode} ${stateOf(this.own.list)}`;
		const known = this.repeated.get(key) ?? this.run(name, mode);
		this.repeated.set(key, known);
		return await known;
	}

	private async run(name: string, mode: Mode): Promise<Seen> {
		const { parameters, input, searches, returning } = this.jobs[name] as Job;
		const { list, served } = this.own;
		served.arrived.length = 0;
		const endpointPaths = searches ? searchPaths : {};
		const operation = textOf(parameters.operation);
		const run = await this.own.run(operation, parameters, { endpointPaths, input, node: { onError: mode } });
		// A node that stops may leave requests in flight.
		for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
		const requests = [...served.arrived];
		return { run, requests, state: stateOf(list), harm: [...this.harm(returning), ...doneTwice(requests)] };
	}

	private harm(returning: readonly string[] = []): string[] {
		const { subscribers } = this.own.list;
		const emails = subscribers.map(({ email }) => email.toLowerCase());
		const present = new Map(subscribers.map((subscriber) => [subscriber.email, subscriber]));
		return [
			...emails.filter((email, index) => emails.indexOf(email) !== index).map((email) => `${email} is there twice`),
			...this.people.flatMap(({ email, is_subscribed: wasSubscribed }) => {
				const subscriber = present.get(email);
				if (subscriber === undefined) return [`${email} is deleted`];
				const mayReturn = wasSubscribed !== false || returning.includes(email);
				return subscriber.is_subscribed && !mayReturn ? [`${email} is subscribed again`] : [];
			}),
		];
	}
}

/** @param turn selects other entries */
export function sample<T>(all: T[], count: number, turn: number): T[] {
	const maxLength = Math.min(count, all.length);
	const choice = fc.shuffledSubarray(all, { minLength: maxLength, maxLength });
	return fc.sample(choice, { numRuns: 1, seed: seed + turn }).flat(1);
}

/** All subscribers, with the fields that a run may change. */
function stateOf({ subscribers }: LaravelList): string {
	return subscribers
		.map(({ email, first_name, last_name, tags, is_subscribed }) =>
			JSON.stringify([email, first_name, last_name, tags.toSorted(), is_subscribed]),
		)
		.sort()
		.join('\n');
}

/** Creates, imports and toggles that were sent again after the service had done them. */
function doneTwice(requests: readonly Arrived[]): string[] {
	const done = new Set<string>();
	return requests.flatMap(({ kind, url, body, isDone }) => {
		const isNew = kind === 'create' || kind === 'import';
		const names = [...(kind === 'toggle' ? [url] : []), ...(isNew ? emailsIn(body) : [])];
		const again = names.filter((name) => done.has(name)).map((name) => `${kind} of ${name} is sent again`);
		if (isDone) names.forEach((name) => done.add(name));
		return again;
	});
}

export function emailsIn(body: string): string[] {
	const sent = JSON.parse(body) as Partial<Subscriber> & { subscribers?: Array<Partial<Subscriber>> };
	return (sent.subscribers ?? [sent]).map(({ email }) => email ?? '');
}

/** Whether neither the run, an item nor a warning reports that something is missing. */
function isGreen({ run: ran }: Seen, { run: expected }: Seen): boolean {
	const usual = new Set(warningsOf(expected).map(withoutNumbers));
	return (
		ran.error === undefined &&
		!jsonOf(ran).some(hasFailed) &&
		warningsOf(ran).every((text) => usual.has(withoutNumbers(text)))
	);
}

function hasFailed({ error, action }: IDataObject): boolean {
	return error !== undefined || ['failed', 'rejected', 'unknown'].includes(textOf(action ?? ''));
}

/** Items that falsely report their work as done. */
function untrue({ run: ran, state }: Seen, expected: Seen): string[] {
	const [is, wanted] = [state, expected.state].map((text) => text.split('\n'));
	return jsonOf(ran).flatMap((item) => {
		const start = `["${textOf(item.email ?? '')}",`;
		const lineIn = (lines?: readonly string[]): string | undefined => lines?.find((line) => line.startsWith(start));
		const isOut = hasFailed(item) || ['skipped', 'held'].includes(textOf(item.action));
		if (isOut || lineIn(is) === lineIn(wanted)) return [];
		return [`${textOf(item.email ?? '')} is reported as done, but is ${lineIn(is) ?? 'absent'}`];
	});
}

function withoutNumbers(text: string): string {
	return text.replaceAll(/\d+/g, '#');
}

function difference({ state }: Seen, expected: Seen): string {
	const [is, wanted] = [state, expected.state].map((text) => new Set(text.split('\n')));
	const [lacking] = [...(wanted ?? [])].filter((line) => !is?.has(line));
	return lacking === undefined ? 'there are other subscribers' : `${lacking} is missing`;
}
