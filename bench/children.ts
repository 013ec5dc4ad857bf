/** Parts of the bench in processes of their own, so that time and memory of each are its own. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** Starts a TypeScript file of bench/. */
export function child(file: string, args: string[] = []): ChildProcess {
	return fork(join(__dirname, file), args, {
		execArgv: ['--require', 'tsx/cjs'],
		env: { ...process.env, N8N_LOG_LEVEL: 'silent' },
	});
}

/** The next message of a child; throws when it ends before. */
export async function message<T>(from: ChildProcess): Promise<T> {
	return await new Promise((resolve, reject) => {
		const ended = (code: number | null): void => reject(new Error(`A part of the bench ended with code ${code}`));
		from.once('exit', ended);
		from.once('message', (value) => {
			from.off('exit', ended);
			resolve(value as T);
		});
	});
}

/** Asks a child that answers every message with one. */
export async function ask<T>(of: ChildProcess, question: object | string): Promise<T> {
	const answer = message<T>(of);
	of.send(question);
	return await answer;
}
