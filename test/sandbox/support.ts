import type { components } from '../../contract/types';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import type { paginate } from '../../sandbox/paging';

/** What the sandboxes of the tests take for the present. */
const noon = Date.UTC(2026, 4, 4, 12);

/** What a list or a refusal holds. */
interface Answer extends Omit<ReturnType<typeof paginate>, 'data'> {
	data: Array<components['schemas']['Subscriber']>;
	message: string;
	errors: Record<string, string[]>;
}

interface Bench {
	readonly sandbox: Sandbox;
	/** Moves the sandbox's clock on. */
	wait(milliseconds: number): void;
	/** Asks as the node does, with the token; `signal` ends what stalls. */
	readonly ask: (method: string, path: string, body?: unknown, more?: RequestInit) => Promise<Asked>;
}

type Asked = Pick<Response, 'status' | 'headers'> & { readonly text: string; readonly answer: Answer };

/** A sandbox for the tests of one file, as new for each of them. Its clock stands still at noon unless moved. */
export function useSandbox(options: SandboxOptions = {}): Bench {
	let moment = noon;
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox({ now: () => moment, ...options })));
	afterAll(async () => await sandbox.close());
	beforeEach(() => {
		moment = noon;
		sandbox.reset();
	});
	return {
		get sandbox() {
			return sandbox;
		},
		wait(milliseconds) {
			moment += milliseconds;
		},
		async ask(method, path, body, { headers, ...more } = {}) {
			const { url, token } = sandbox;
			const response = await fetch(new URL(path, url), {
				method,
				redirect: 'manual',
				headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
				body: typeof body === 'string' ? body : JSON.stringify(body),
				...more,
			});
			const text = await response.text();
			const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
			const answer = (isJson ? JSON.parse(text) : {}) as Answer;
			return { status: response.status, headers: response.headers, text, answer };
		},
	};
}
