import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { apiOf, type Api } from '../api';
import { withoutJest } from '../host';

const root = resolve(__dirname, '../../..');

/** A program of the cluster. */
interface Program {
	/** The leader of its process group. */
	pid: number;
	/** A file. */
	log: string;
}

interface Instance extends Program {
	url: string;
	/** Its own user folder. */
	folder: string;
}

export interface Worker extends Instance {
	name: string;
}

/** What main.mjs reports once all is ready. */
interface Ready {
	/** Where all of its files are. */
	folder: string;
	n8n: Instance;
	workers: Worker[];
	/** PostgreSQL and Redis. */
	others: Program[];
	email: string;
	password: string;
}

/** An n8n in queue mode, with the compose file of docs/scaling.md. */
export interface Cluster extends Ready {
	/** n8n's REST interface. */
	api: Api;
	/** The ids of the executions that a worker has begun, as its log has them. */
	begunBy(worker: Worker): string[];
	/** Ends a worker, and all that it has started, as the death of its machine would. */
	kill(worker: Worker): void;
	/** Closes the channel, as the end of the tests does, whatever has ended them; gives the exit code once all is stopped. */
	leave(): Promise<number | null>;
}

/** Runs the program that starts a cluster, with these environment variables on top. */
export function forkCluster(env: Record<string, string> = {}): { child: ChildProcess; output: () => string } {
	const child = fork(join(__dirname, 'main.mjs'), [], {
		cwd: root,
		env: { ...withoutJest(), ...env },
		execArgv: ['--import', 'tsx'],
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
	});
	let printed = '';
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text));
	return { child, output: () => printed };
}

/** @throws Error that says why, where the cluster does not start */
export async function startCluster(): Promise<Cluster> {
	const { child, output } = forkCluster();
	const exited = once(child, 'exit').then(([code]) => code as number | null);
	// Once all that it has said is read.
	const ended = once(child, 'close').then((): never => {
		throw new Error(output().trim());
	});
	ended.catch(() => {});

	const [ready] = (await Promise.race([once(child, 'message'), ended])) as [Ready];
	const api = await apiOf(ready.n8n.url, ready.email, ready.password);
	return {
		...ready,
		api,
		begunBy: ({ log }) =>
			[...readFileSync(log, 'utf8').matchAll(/Worker started execution (\d+)/g)].map(([, id = '']) => id),
		kill: ({ pid }) => process.kill(-pid, 'SIGKILL'),
		async leave() {
			if (child.connected) child.disconnect();
			return await exited;
		},
	};
}
