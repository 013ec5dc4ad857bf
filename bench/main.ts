/** `npm run bench [items] [rounds]`: time and memory of creating subscribers, in turns with the physical limit. */
import { fork, type ChildProcess } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { version as n8nCore } from 'n8n-core/package.json';

import { version } from '../package.json';
import { scenarios, type Target } from './scenarios';

interface Result {
	readonly done: number;
	readonly ms: number;
	readonly peakMb: number;
}

const [items = 10_000, rounds = 3] = process.argv.slice(2).map(Number);

async function main(): Promise<void> {
	const server = child('serve.ts', []);
	await message(server);
	console.log(`${items} subscribers, ${rounds} rounds in turns, 10 requests at a time, a server of at most 50 connections`);
	console.log(`n8n-nodes-email-marketing ${version}, n8n-core ${n8nCore}, Node.js ${process.version}, ${cpus().length} cores\n`);

	const results: Record<string, Result[]> = {};
	for (let round = 1; round <= rounds; round += 1) {
		for (const name of Object.keys(scenarios)) {
			const target = await ask<Target & { subscribers: number }>(server, 'reset');
			const result = await message<Result>(child('run-scenario.ts', [name, String(items), JSON.stringify(target)]));
			const { subscribers } = await ask<{ subscribers: number }>(server, 'count');
			if (result.done !== items || subscribers - target.subscribers !== items) {
				throw new Error(`${name}: ${result.done} of ${items} came back, the server holds ${subscribers - target.subscribers} of them`);
			}
			(results[name] ??= []).push(result);
			console.log(`round ${round}  ${name.padEnd(24)} ${(result.ms / 1000).toFixed(1)} s`);
		}
	}
	report(results);
	server.kill();
}

function report(results: Record<string, Result[]>): void {
	const limit = median((results['axios alone'] ?? []).map(({ ms }) => ms));
	console.log('\n| scenario | per item | ratio to axios alone | peak memory |\n|---|---|---|---|');
	for (const [name, runs] of Object.entries(results)) {
		const ms = median(runs.map((run) => run.ms));
		console.log(`| ${name} | ${(ms / items).toFixed(2)} ms | ${(ms / limit).toFixed(2)} | ${median(runs.map(({ peakMb }) => peakMb)).toFixed(0)} MB |`);
	}
	console.log(`\nEvery item came back, and the server holds each once.`);
}

function median(values: number[]): number {
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function child(file: string, args: string[]): ChildProcess {
	return fork(join(__dirname, file), args, { execArgv: ['--require', 'tsx/cjs'], env: { ...process.env, N8N_LOG_LEVEL: 'silent' } });
}

async function message<T>(from: ChildProcess): Promise<T> {
	return await new Promise((resolve, reject) => {
		const ended = (code: number | null): void => reject(new Error(`A part of the bench ended with code ${code}`));
		from.once('exit', ended);
		from.once('message', (value) => {
			from.off('exit', ended);
			resolve(value as T);
		});
	});
}

async function ask<T>(of: ChildProcess, question: string): Promise<T> {
	const answer = message<T>(of);
	of.send(question);
	return await answer;
}

void main();
