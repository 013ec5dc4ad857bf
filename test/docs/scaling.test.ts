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
	it('has the same queue, the same database and the same key for n8n and its workers', () => {
		const environment = environmentOf(n8n, dotEnv);

		expect(environmentOf(worker, dotEnv)).toEqual(environment);
		expect(environment).toMatchObject({
			EXECUTIONS_MODE: 'queue',
			N8N_ENCRYPTION_KEY: 'the key',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: 'postgres',
			QUEUE_BULL_REDIS_HOST: 'redis',
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		});
		expect(environmentOf(postgres, dotEnv)).toEqual({
			POSTGRES_DB: environment.DB_POSTGRESDB_DATABASE,
			POSTGRES_USER: environment.DB_POSTGRESDB_USER,
			POSTGRES_PASSWORD: environment.DB_POSTGRESDB_PASSWORD,
		});
		expect([n8n.command, worker.command, worker.deploy]).toEqual(['start', 'worker --concurrency=5', { replicas: 2 }]);
	});

	it.each(Object.keys(dotEnv))('has no %s in it, and says where it belongs when it is missing', (name) => {
		const others = Object.fromEntries(Object.entries(dotEnv).filter(([other]) => other !== name));

		expect(() => environmentOf(n8n, others)).toThrow(`${name} is not set: is missing in .env`);
		expect(page).toContain(`${name}=…`);
	});

	it('starts each service when those that it needs are ready', () => {
		const needs = [n8n, worker].map(({ depends_on = {} }) =>
			Object.entries(depends_on).map(([name, { condition }]) => [name, condition]),
		);

		expect(needs.flat().map(([name]) => name)).toEqual(['postgres', 'redis', 'n8n']);
		expect(needs.flat().map(([, condition]) => condition)).not.toContain('service_started');
		for (const one of [postgres, redis, n8n]) expect(one.healthcheck?.test.length).toBeGreaterThan(1);
	});

	it('keeps the data in volumes, none of them over the package of the image, and is open to this machine only', () => {
		const mounted = [postgres, redis].flatMap((one) => one.volumes ?? []).map((volume) => volume.split(':')[0]);

		expect(mounted).toEqual(Object.keys(volumes));
		expect([n8n.volumes, worker.volumes]).toEqual([undefined, undefined]);
		expect([n8n, postgres, redis, worker].flatMap(({ ports = [] }) => ports)).toEqual(['127.0.0.1:5678:5678']);
	});

	it('makes one image of the tested n8n for n8n and the workers, with this package where n8n looks for it', () => {
		const { name = '' } = json('package.json') as unknown as { name: string };
		const dockerfile = n8n.build?.dockerfile_inline ?? '';
		const install = `npm install --legacy-peer-deps --ignore-scripts ./${name}-*.tgz\n`;

		expect(dockerfile).toContain(`FROM docker.n8n.io/n8nio/n8n:${json('hosts/n8n/package.json').dependencies?.n8n}\n`);
		expect(dockerfile).toContain(`COPY --chown=node:node ${name}-*.tgz /home/node/.n8n/nodes/\n`);
		for (const page of [dockerfile, text('README.md')]) expect(page).toContain(install);
		expect([worker.image, worker.build, worker.pull_policy]).toEqual([n8n.image, n8n.build, 'build']);
	});
});
