import axios from 'axios';
import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import { startSandbox } from '../../sandbox/index';
import type { Sandbox, SandboxOptions } from '../../sandbox/index';

/** What the sandboxes of the tests take for the present. */
export const noon = Date.UTC(2026, 4, 4, 12);

/** A client that carries the token and takes every status as it comes. */
export function clientFor(
	{ url, token }: Pick<Sandbox, 'url' | 'token'>,
	config: AxiosRequestConfig = {},
): AxiosInstance {
	return axios.create({
		baseURL: url,
		validateStatus: () => true,
		headers: { Authorization: `Bearer ${token}` },
		...config,
	});
}

export interface Bench {
	sandbox: Sandbox;
	client: AxiosInstance;
	/** Moves the sandbox's clock on. */
	wait(milliseconds: number): void;
}

/** A sandbox for the tests of one file, as new for each of them. Its clock stands still at noon unless moved. */
export function useSandbox(options: SandboxOptions = {}): Bench {
	let moment = noon;
	let sandbox: Sandbox | undefined;
	let client: AxiosInstance | undefined;

	beforeAll(async () => {
		sandbox = await startSandbox({ now: () => moment, ...options });
		client = clientFor(sandbox);
	});
	beforeEach(() => {
		moment = noon;
		sandbox?.reset();
	});
	afterAll(() => sandbox?.close());

	return {
		get sandbox() {
			return defined(sandbox);
		},
		get client() {
			return defined(client);
		},
		wait(milliseconds) {
			moment += milliseconds;
		},
	};
}

/** The value, which the test takes to be there. */
export function defined<Value>(value: Value | null | undefined): Value {
	if (value === undefined || value === null) throw new Error('Expected a value');
	return value;
}
