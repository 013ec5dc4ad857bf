import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand, type Terminal } from '../../scripts/probe/command';
import { probe, type ProbeOptions, type Rim } from '../../scripts/probe/probe';
import type { Report } from '../../scripts/probe/report';
import { questions } from '../../scripts/probe/questions';
import { serviceLike, type Answered, type Asked, type Difference, type ServiceLike } from './serviceLike';

jest.mock('../../nodes/EmailMarketing/transport/wait', () => {
	const actual = jest.requireActual<typeof import('../../nodes/EmailMarketing/transport/wait')>(
		'../../nodes/EmailMarketing/transport/wait',
	);
	// Not zero: the times of what is updated before and after a wait differ.
	const wait = async (ms: number, signal?: AbortSignal) => await actual.wait(Math.min(ms, 5), signal);
	return { ...actual, wait };
});

const root = join(__dirname, '../..');
const token = 'token-of-the-test-17';
/** 'Beta Testers' of the sandbox: twelve subscribers, one of them unsubscribed at least. */
const list = 'cadea775-d0bd-4980-8b9f-b1bd42ab5846';
const listInUse = '6ed86e64-47e6-4503-8c23-1deef3aa3147';

let service: ServiceLike | undefined;
afterEach(async () => {
	await service?.close();
	service = undefined;
});

async function start(difference?: Difference, options = {}): Promise<ServiceLike> {
	return (service = await serviceLike(difference, { token, ...options }));
}

const rim: Rim = {
	tell: () => undefined,
	confirm: () => Promise.resolve(true),
	interrupted: new AbortController().signal,
};

async function probeAt(url: string, options: Partial<ProbeOptions> = {}, more: Partial<Rim> = {}): Promise<Report> {
	const quick = { waitsMs: [5, 5, 200], maxRetries: 1 };
	return await probe(
		{ baseUrl: url, token, list, domain: 'probe.example.org', ...quick, ...options },
		{ ...rim, ...more },
	);
}

/** The list of the sandbox as it is now. */
function listOf({ sandbox }: ServiceLike): string {
	return JSON.stringify(sandbox.state.contactLists.find(({ uuid }) => uuid === list)?.subscribers);
}

/** Probes, and finds that nobody of the probe is left. */
async function probeCleanly(at: ServiceLike, more: Partial<Rim> = {}): Promise<Report> {
	const before = listOf(at);
	const report = await probeAt(at.url, {}, more);
	expect(report.cleanUp).toMatchObject({ left: [], isAsBefore: true });
	expect(listOf(at)).toBe(before);
	return report;
}

function answersOf({ answers }: Report): Record<string, string> {
	return Object.fromEntries(answers.map(({ key, answer }) => [key, answer]));
}

/** The sandbox without searches. */
const usual = {
	paths: 'right',
	'subscriber.delete': 'gone, then 404',
	'subscriber.create.taken': 'rejects',
	'subscriber.create.case': 'taken',
	rejections: 'fields',
	times: 'with a zone',
	flags: 'true',
	'subscriber.update': 'merges',
	'subscriber.update.noTags': 'clears',
	'subscriber.toggleSubscription.response': 'message',
	'subscriber.toggleSubscription': 'unsubscribes',
	'list.shape': 'data, links, meta',
	'list.perPage': 'followed',
	'list.pages': 'followed',
	'list.total': 'holds',
	'list.tags': 'shown',
	'list.unsubscribed': 'shown',
	'search.email': 'no',
	'search.order': 'no',
	'subscriber.import': 'at once',
	'subscriber.import.names': 'updates',
	'subscriber.import.tags': 'replaces',
	'subscriber.import.resubscribes': 'no',
	rateLimit: 'unknown',
};

type Kind = (asked: Asked) => boolean;
const isCreate: Kind = ({ method, url }) => method === 'POST' && /\/subscriber$/.test(url);
const isImport: Kind = ({ method, url }) => method === 'POST' && url.endsWith('/import');
const isUpdate: Kind = ({ method, url }) => method === 'PUT' && /\/subscriber\/[^/]+$/.test(url);
const isToggle: Kind = ({ method, url }) => method === 'PUT' && url.endsWith('/toggle');
const isList: Kind = ({ method, url }) => method === 'GET' && /\/subscriber(\?|$)/.test(url);
const isDelete: Kind = ({ method }) => method === 'DELETE';

interface Row {
	email: string;
	first_name?: string;
	tags?: string[];
}

const parsed = <T>(text: string): T => JSON.parse(text || '{}') as T;
const refused = (status: number, message: string): Answered => ({ status, text: JSON.stringify({ message }) });
const started: Answered = { status: 202, text: '{"message":"Import started."}' };

/** Requests of a kind are others, or have another response. */
function asks(isKind: Kind, ask: NonNullable<Difference['ask']>): Difference {
	return { ask: (asked, at) => (isKind(asked) ? ask(asked, at) : undefined) };
}

/** Requests of a kind have another body. */
function sends<Body = Row>(isKind: Kind, change: (body: Body, at: ServiceLike) => object): Difference {
	return asks(isKind, (asked, at) => ({ ...asked, body: JSON.stringify(change(parsed(asked.body), at)) }));
}

/** Creates of an address that is taken are other requests, or have another response. */
function takenAsks(ask: (asked: Asked, uuid: string) => Asked | Answered): Difference {
	return asks(isCreate, (asked, at) => {
		const holder = holderOf(parsed<Row>(asked.body).email, at);
		return holder && ask(asked, holder.uuid);
	});
}

function holderOf(email: string, { sandbox }: ServiceLike) {
	return sandbox.state.contactLists.find(({ uuid }) => uuid === list)?.withEmail(email);
}

/** An import is carried out once the list has been read. */
function importsLater(): Difference {
	let due: Asked | undefined;
	return {
		...asks(isImport, (asked) => ((due = asked), started)),
		answer: async (answered, asked, at) => {
			if (due && isList(asked)) await at.forward(due);
			if (isList(asked)) due = undefined;
			return answered;
		},
	};
}

/** The same responses in other words. */
function writes(pattern: RegExp, write: (...groups: string[]) => string): Difference {
	return {
		answer: ({ text, ...more }) => ({
			...more,
			text: text.replace(pattern, (_, ...groups: string[]) => write(...groups)),
		}),
	};
}

/** Changes the entries of the list, and its total. */
function listing(change: (entries: Array<Record<string, unknown>>, total: number) => [unknown[], number?]): Difference {
	return {
		answer: (answered, asked) => {
			if (!isList(asked) || answered.status !== 200) return answered;
			const body = parsed<{ data: Array<Record<string, unknown>>; meta: { total?: number } }>(answered.text);
			const [data, total] = change(body.data, body.meta.total ?? 0);
			return { ...answered, text: JSON.stringify({ ...body, data, meta: { ...body.meta, total } }) };
		},
	};
}

const shortTimes = (offsetHours: number): Difference =>
	writes(/"(20\d\d-\d\d-\d\dT[\d:.]+Z)"/g, (time) => {
		const moved = new Date(Date.parse(time) + offsetHours * 3_600_000).toISOString();
		return `"${moved.slice(0, 19).replace('T', ' ')}"`;
	});

type Variant = [name: string, Difference, differs: Partial<typeof usual>, options?: object];

const variants: Variant[] = [
	[
		'replaces',
		sends(isUpdate, (row) => ({ first_name: '', last_name: '', tags: [], ...row })),
		{ 'subscriber.update': 'replaces' },
	],
	[
		'takes an empty array for nothing',
		sends(isUpdate, (row) => (row.tags?.length === 0 ? { ...row, tags: undefined } : row)),
		{ 'subscriber.update.noTags': 'keeps' },
	],
	[
		'resubscribes by an import',
		{
			answer: (answered, asked, at) => {
				const rows = isImport(asked) ? parsed<{ subscribers: Row[] }>(asked.body).subscribers : [];
				for (const { email } of rows) Object.assign(holderOf(email, at) ?? {}, { unsubscribedAt: null });
				return answered;
			},
		},
		{ 'subscriber.import.resubscribes': 'yes' },
	],
	[
		'adds the tags of an import, and keeps the names',
		sends<{ subscribers: Row[] }>(isImport, ({ subscribers }, at) => ({
			subscribers: subscribers.map((row) => {
				const { firstName, tags = [] } = holderOf(row.email, at) ?? {};
				return { ...row, first_name: firstName ?? row.first_name, tags: [...tags, ...(row.tags ?? [])] };
			}),
		})),
		{ 'subscriber.import.names': 'keeps', 'subscriber.import.tags': 'adds' },
	],
	['imports later', importsLater(), { 'subscriber.import': 'later' }],
	[
		'updates by a create',
		takenAsks(({ url, body }, uuid) => ({
			method: 'PUT',
			url: `${url}/${uuid}`,
			body: JSON.stringify({ ...parsed<Row>(body), email: undefined }),
		})),
		{ 'subscriber.create.taken': 'updates', rejections: 'unknown' },
	],
	['has a search and an order', {}, { 'search.email': 'yes', 'search.order': 'yes' }, { searches: true }],
	[
		'refuses the page size',
		asks(
			({ url }) => url.includes('per_page='),
			() => refused(422, 'The per page field is prohibited.'),
		),
		{ 'list.perPage': 'refused', 'list.pages': 'unknown' },
	],
	['writes local times', shortTimes(2), { times: 'local' }],
	[
		'returns the person who was toggled',
		{
			answer: async (answered, asked, at) =>
				isToggle(asked)
					? await at.forward({ method: 'GET', url: asked.url.replace('/toggle', ''), body: '' })
					: answered,
		},
		{ 'subscriber.toggleSubscription.response': 'person' },
	],
	[
		'shows flags as numbers',
		writes(/"is_subscribed":(true|false)/g, (flag) => `"is_subscribed":${Number(flag === 'true')}`),
		{ flags: '1' },
	],
	['counts who is deleted', listing((entries, total) => [entries, total + 1]), { 'list.total': 'too high' }],
	[
		'shows no tags in lists',
		listing((entries, total) => [entries.map((entry) => ({ ...entry, tags: undefined })), total]),
		{ 'list.tags': 'hidden' },
	],
	[
		'shows only subscribed people',
		listing((entries) => {
			const shown = entries.filter((entry) => entry.is_subscribed === true);
			return [shown, shown.length];
		}),
		{ 'list.unsubscribed': 'hidden' },
	],
];

describe('a service that', () => {
	it.each(variants)(
		'%s is known by the answers, and its list is as before',
		// Optional values as a rest: Jest counts parameters, and one more than a row has is its callback.
		async (...[, difference, differs, options]: Variant) => {
			const report = await probeCleanly(await start(difference, options));
			expect(answersOf(report)).toEqual({ ...usual, ...differs });
		},
	);

	it('limits requests is known by its Retry-After', async () => {
		const at = await start();
		at.sandbox.faults({ script: [{ fault: '429-seconds', operation: 'subscriber.update' }], retryAfterSeconds: 0 });

		expect(answersOf(await probeAt(at.url))).toEqual({ ...usual, rateLimit: 'yes' });
	});

	it('adds a second person for capitals is known, and both are taken away', async () => {
		const apart = sends(isCreate, (row) => ({ ...row, email: row.email.replace(/^N8N/, 'XN8N') }));
		const at = await start({ ...apart, ...writes(/XN8N/g, () => 'N8N') });
		expect(answersOf(await probeCleanly(at))).toMatchObject({ 'subscriber.create.case': 'free' });
	});

	it('has other paths is asked by those that were found', async () => {
		const at = await start({
			ask: (asked) => {
				const [, plural] = /\/(subscribers?)(?=[/?]|$)/.exec(asked.url) ?? [];
				if (plural === 'subscribers') return { ...asked, url: asked.url.replace('/subscribers', '/subscriber') };
				return plural !== undefined && !isCreate(asked) ? refused(404, 'Not Found') : undefined;
			},
		});
		const report = await probeAt(at.url);

		expect(answersOf(report)).toEqual({ ...usual, paths: 'not all' });
		expect(report.paths).toContainEqual(
			expect.objectContaining({
				operation: 'subscriber.update',
				result: 'found',
				path: '/v1/contact-lists/{contactList}/subscribers/{subscriber}',
			}),
		);
	});
});

describe('nothing is written', () => {
	type Refusal = [string, RegExp, Difference?, Partial<ProbeOptions>?, object?];
	const refusals: Refusal[] = [
		[
			'to a list that is in use',
			/no scratch list: it has 1000 subscribers/,
			{},
			{ list: listInUse },
			{ subscribers: 1000 },
		],
		['with a wrong token', /did not accept the access token.*--token/, {}, { token: 'another-token-of-a-test' }],
		[
			'to a list of another account',
			/"00000000-0000-4000-8000-000000000000" was not found \(status 404\).*another account/,
			{},
			{ list: '00000000-0000-4000-8000-000000000000' },
		],
		[
			'at a wrong address',
			/Enter .*\/api in --base-url/,
			{
				ask: (asked) =>
					asked.url.startsWith('/api/') ? { ...asked, url: asked.url.slice(4) } : refused(404, 'Not Found'),
			},
		],
		['where the service is down', /connection was closed/, { ask: () => 'broken' }],
		['without a consent', /^Nothing was written\.$/],
	];

	it.each(refusals)('%s', async (...[name, text, difference, options, more]: Refusal) => {
		const at = await start(difference, more);
		const confirm = () => Promise.resolve(name !== 'without a consent');
		const run = probeAt(at.url, options, { confirm });

		await expect(run).rejects.toThrow(text);
		await expect(run).rejects.toThrow(/Nothing was written\.$/);
		expect(at.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
	});

	it('before the five addresses were shown', async () => {
		const at = await start();
		let shown = '';
		const confirm = (text: string): Promise<boolean> => {
			shown = text;
			return Promise.resolve(at.requests.every((request) => request.startsWith('GET')));
		};
		await probeAt(at.url, {}, { confirm });

		expect(shown.match(/n8n-probe-\w+-\w+@probe\.example\.org/g)).toHaveLength(5);
		expect(shown).toContain(list);
		const written = at.sandbox.requests().filter(({ method }) => method !== 'GET');
		expect(new Set(written.map(({ path }) => path.split('/')[3]))).toEqual(new Set([list]));
	});
});

describe('its people are taken away', () => {
	it.each(['subscriber', 'toggle', 'import'])('after Ctrl-C at the first %s', async (last) => {
		const controller = new AbortController();
		const at = await start({
			answer: (answered, asked) => {
				if (asked.method !== 'GET' && asked.url.endsWith(`/${last}`)) controller.abort();
				return answered;
			},
		});
		const report = await probeCleanly(at, { interrupted: controller.signal });

		expect(report.stopped).toBe('the probe was interrupted');
		expect(report.answers).toHaveLength(questions.length);
	});

	it('also those whose create had no response', async () => {
		let creates = 0;
		const lost = asks(isCreate, (asked, at) => {
			if ((creates += 1) !== 2) return undefined;
			void at.forward(asked);
			return 'broken';
		});

		expect((await probeCleanly(await start(lost))).stopped).toMatch(/connection was closed/);
	});

	it('or named where the service stays down', async () => {
		let isDown = false;
		const at = await start({ ask: (asked) => ((isDown ||= isToggle(asked)) ? 'broken' : undefined) });
		const report = await probeAt(at.url);
		const left = report.cleanUp.left.map(({ email, ids }) => [/-(\w+)@/.exec(email)?.[1], ids.length]);

		expect(left).toEqual([
			['ann', 1],
			['bob', 1],
			['cem', 1],
		]);
		expect(report.cleanUp.why).toMatch(/connection was closed/);
	});

	it('although one of them cannot be deleted, who is named', async () => {
		let deletes = 0;
		const at = await start(asks(isDelete, () => ((deletes += 1) === 3 ? refused(423, 'Locked.') : undefined)));
		const report = await probeAt(at.url);

		expect(report.cleanUp).toMatchObject({ removed: 3, left: [{ ids: [expect.any(String)] }], isAsBefore: true });
		expect(report.cleanUp.why).toMatch(/"Locked\." \(status 423\)/);
	});

	it('or named where nobody can be deleted, after one create', async () => {
		const at = await start(asks(isDelete, () => refused(405, 'No.')));
		const report = await probeAt(at.url);

		expect(report.stopped).toMatch(/^nobody can be deleted/);
		expect(at.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
		expect(report.cleanUp.left).toEqual([
			{ email: expect.stringContaining('-eve@') as string, ids: [expect.any(String)] },
		]);
	});
});

it('each answer names a line that is in the docs, word for word', () => {
	for (const { line } of questions) expect(readFileSync(join(root, line.page), 'utf8')).toContain(line.text);
	expect(questions.map(({ key }) => key)).toEqual(Object.keys(usual));
});

it('each advice names code that is there', () => {
	const folder = join(root, 'nodes/EmailMarketing');
	const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const advice = questions.flatMap(({ answers }) => Object.values(answers).map(({ then }) => then));
	const named = advice.flatMap((then) => [...then.matchAll(/(\w+) \(([\w/]+\.ts)\)|in ([\w/]+\.ts)/g)]);
	for (const [, word = '', file, other] of named) {
		const path = paths.find((candidate) => candidate.endsWith(`/${file ?? other}`) || candidate === (file ?? other));
		expect([file ?? other, path]).toEqual([file ?? other, expect.any(String)]);
		if (/[a-z][A-Z]/.test(word)) expect(readFileSync(join(folder, path ?? ''), 'utf8')).toContain(`${word}(`);
	}
	expect(named.length).toBeGreaterThan(20);
});

describe('the command', () => {
	async function run(args: string[], more: Partial<Terminal> = {}, env: NodeJS.ProcessEnv = {}) {
		const lines = { out: '', err: '' };
		const code = await runCommand(args, env, {
			out: (text) => void (lines.out += `${text}\n`),
			err: (text) => void (lines.err += `${text}\n`),
			interrupted: rim.interrupted,
			...more,
		});
		return { code, ...lines };
	}

	const argsFor = (url: string): string[] =>
		`--base-url ${url} --list ${list} --domain example.org --token ${token}`.split(' ');

	it('answers in words and as JSON', async () => {
		const at = await start();
		const words = await run([...argsFor(at.url), '--yes']);
		const json = await run([...argsFor(at.url), '--yes', '--json']);

		expect(words).toMatchObject({
			code: 0,
			out: expect.stringMatching(/it merges[^]*Nobody is left\./) as string,
		});
		expect(answersOf(parsed<Report>(json.out))).toEqual(usual);
	});

	it('asks before it writes, and needs --yes without a terminal', async () => {
		const at = await start();
		const declined = await run(argsFor(at.url), { ask: () => Promise.resolve(false) });
		const mute = await run(argsFor(at.url));

		expect(declined).toMatchObject({
			code: 1,
			out: '',
			err: expect.stringMatching(/Nothing was written\.\n$/) as string,
		});
		expect(mute).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/no terminal.*--yes/) as string });
		expect(at.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
	});

	it.each([
		[
			'a service that quotes it',
			{ ask: (asked: Asked) => (asked.method === 'GET' ? undefined : refused(422, `Bad ${token}`)) },
		],
		['a service that rejects it', { ask: () => refused(401, `Bad ${token}`) }],
	])('never shows the token: %s', async (_, difference) => {
		const at = await start(difference);
		for (const more of [[], ['--json']]) {
			const { out, err } = await run([...argsFor(at.url), '--yes', ...more]);
			expect(out + err).not.toContain(token);
			expect(out + err).not.toMatch(/^\s+at /m);
		}
	});

	it.each([
		['', /^--base-url is missing\./],
		['--base-url https://x.example --list L --domain example.org', /^--token is missing\./],
		[`--base-url https://x.example --token ${token} --list L --domain ann@example.org`, /^--domain must be a domain/],
		[`--tokem ${token}`, /^An option is unknown/],
		[token, /^Each value needs the name of its option/],
	])('refuses %j in one line', async (args, line) => {
		const { code, out, err } = await run(args.split(' ').filter(Boolean));
		expect([code, out]).toEqual([1, '']);
		expect(err).toMatch(line);
		expect(err).not.toContain(token);
	});

	it('runs by npm, takes the token from the environment, and cleans up after Ctrl-C', async () => {
		const at = await start();
		const before = listOf(at);
		const args = argsFor(at.url).slice(0, -2);
		const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/probe/main.ts', ...args, '--yes'], {
			cwd: root,
			env: { ...process.env, PROBE_TOKEN: token },
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (text: Buffer) => {
				const isDue = !output.includes('keep the fields') && String(text).includes('keep the fields');
				output += String(text);
				if (isDue) child.kill('SIGINT');
			});
		await once(child, 'close');

		expect(child.exitCode).toBe(1);
		expect(output).toMatch(/Interrupted[^]*the probe was interrupted[^]*Nobody is left\./);
		expect(listOf(at)).toBe(before);
	});
});
