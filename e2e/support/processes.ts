import { readdirSync, readFileSync } from 'node:fs';

/** A process below `npm start`. */
interface RunningProcess {
	pid: number;
	command: string;
}

/** Every process that was started with this user folder, however deep below `npm start`. */
export function processesWith(folder: string): RunningProcess[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.filter((pid) => readOrEmpty(`/proc/${pid}/environ`).includes(`N8N_USER_FOLDER=${folder}\0`))
		.map((pid) => ({ pid: Number(pid), command: readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ') }));
}

/** Ends n8n as a power cut would: it does not get to save anything. */
export function killN8n(folder: string): void {
	const n8n = processesWith(folder).find(({ command }) => /\/n8n\/bin\/n8n start/.test(command));
	if (n8n === undefined) throw new Error(`No n8n runs with ${folder}`);
	process.kill(n8n.pid, 'SIGKILL');
}

/** Whether a process is there, and not only waits to be forgotten. */
export function isRunning(pid: number): boolean {
	return readOrEmpty(`/proc/${pid}/cmdline`) !== '';
}

/** A process may end between being listed and being read. */
function readOrEmpty(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}
