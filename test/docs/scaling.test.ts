import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { composeIn, environmentOf } from '../../e2e/support/queue/compose';

const root = join(__dirname, '../..');
const text = (file: string): string => readFileSync(join(root, file), 'utf8');
const json = (file: string): Record<string, Record<string, string>> => JSON.parse(text(file)) as never;

const page = text('docs/scaling.md');
const { services, volumes } = composeIn(page);
const { postgres, redis, n8n, worker } = services;
const dotEnv = { N8N_ENCRYPTION_KEY: 'the key', POSTGRES_PASSWORD: 'the password' };

/** e2e/queue.test.ts runs n8n with what is read here; what only Docker reads is looked at here alone. */
describe('the compose file of docs/scaling.md', () => {
	it('gives n8n and its workers the same queue, the same database and the same key', () => {
		const environment = environmentOf(n8n, dotEnv);

		expect(environmentOf(worker, dotEnv)).toEqual(environment);
		expect(environment).toMatchObject({
			EXECUTIONS_MODE: 'queue',
			N8N_ENCRYPTION_KEY: 'the key',
			DB_TYPE: 'postgresdb',
			QUEUE_BULL_REDIS_HOST: 'redis',
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		});
		expect([n8n.command, worker.command]).toEqual(['start', 'worker --concurrency=5']);
		expect(worker.deploy).toEqual({ replicas: 2 });
	});

	it('leads n8n to the services of their names, with the database and the user that PostgreSQL makes', () => {
		const {
			DB_POSTGRESDB_HOST,
			DB_POSTGRESDB_DATABASE,
			DB_POSTGRESDB_USER,
			DB_POSTGRESDB_PASSWORD,
			QUEUE_BULL_REDIS_HOST,
		} = environmentOf(n8n, dotEnv);

		expect(Object.keys(services)).toEqual(expect.arrayContaining([DB_POSTGRESDB_HOST, QUEUE_BULL_REDIS_HOST]));
		expect(environmentOf(postgres, dotEnv)).toEqual({
			POSTGRES_DB: DB_POSTGRESDB_DATABASE,
			POSTGRES_USER: DB_POSTGRESDB_USER,
			POSTGRES_PASSWORD: DB_POSTGRESDB_PASSWORD,
		});
	});

	it.each(Object.keys(dotEnv))('has no %s in it, and says where it belongs when it is missing', (name) => {
		const others = Object.fromEntries(Object.entries(dotEnv).filter(([other]) => other !== name));

		expect(() => environmentOf(n8n, others)).toThrow(`${name} is not set: is missing in .env`);
		expect(page).toContain(`${name}=…`);
	});

	it('starts what others wait for first, and each has what tells that it is ready', () => {
		expect(Object.keys(n8n.depends_on ?? {})).toEqual(['postgres', 'redis']);
		expect(Object.keys(worker.depends_on ?? {})).toEqual(['n8n']);
		for (const one of [n8n, worker])
			expect(Object.values(one.depends_on ?? {}).map(({ condition }) => condition)).not.toContain('service_started');
		for (const one of [postgres, redis, n8n]) expect(one.healthcheck?.test.length).toBeGreaterThan(1);
	});

	it('keeps the data of PostgreSQL and Redis in volumes, and puts none over the package of the image', () => {
		const mounted = [postgres, redis].flatMap((one) => one.volumes ?? []).map((volume) => volume.split(':')[0]);

		expect(mounted).toEqual(Object.keys(volumes));
		for (const one of [n8n, worker]) expect(one.volumes).toBeUndefined();
	});

	it('is open to this machine only', () => {
		expect(n8n.ports).toEqual(['127.0.0.1:5678:5678']);
		for (const one of [postgres, redis, worker]) expect(one.ports).toBeUndefined();
	});

	it('makes one image of the n8n that is tested, with this package where n8n looks for it, for n8n and the workers', () => {
		const { name = '' } = json('package.json') as unknown as { name: string };
		const dockerfile = n8n.build?.dockerfile_inline ?? '';

		expect(dockerfile).toContain(`FROM docker.n8n.io/n8nio/n8n:${json('host/package.json').dependencies?.n8n}\n`);
		expect(dockerfile).toContain(`COPY --chown=node:node ${name}-*.tgz /home/node/.n8n/nodes/\n`);
		expect(dockerfile).toContain(`npm install --legacy-peer-deps --ignore-scripts ./${name}-*.tgz\n`);
		expect(text('README.md')).toContain(`npm install --legacy-peer-deps --ignore-scripts ./${name}-*.tgz\n`);
		expect([worker.image, worker.build, worker.pull_policy]).toEqual([n8n.image, n8n.build, 'build']);
	});
});
