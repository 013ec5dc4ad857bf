import axios from 'axios';
import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import type { components } from '../../contract/types';
import { startSandbox } from '../../sandbox/index';
import type { Sandbox, SandboxOptions } from '../../sandbox/index';
import type { paginate } from '../../sandbox/paging';
import { defined } from '../defined';

export { defined };

/** What the sandboxes of the tests take for the present. */
export const noon = Date.UTC(2026, 4, 4, 12);

type Wire = components['schemas'];
type Page<Entry> = Omit<ReturnType<typeof paginate>, 'data'> & { data: Entry[] };

/** Everything that a response may hold: what is there depends on the route. */
export interface Answer extends Page<
	Wire['Campaign'] & Wire['ContactList'] & Wire['Domain'] & Wire['Subscriber'] & Wire['TemplateListItem']
> {
	message: string;
	errors: Record<string, string[]>;
	subscriber: Wire['Subscriber'];
	mails: Page<Wire['SubscriberMail']>;
}

export interface Response<Body> extends Omit<AxiosResponse<Body>, 'headers'> {
	headers: Partial<Record<string, string>>;
}

type Call<Rest extends unknown[]> = <Body = Answer>(...args: Rest) => Promise<Response<Body>>;

interface Client extends Record<
	'post' | 'put' | 'patch',
	Call<[url: string, data?: unknown, config?: AxiosRequestConfig]>
> {
	get: Call<[url: string, config?: AxiosRequestConfig]>;
	delete: Client['get'];
	request: Call<[AxiosRequestConfig]>;
}

/** A client that carries the token and takes every status as it comes. */
export function clientFor({ url, token }: Pick<Sandbox, 'url' | 'token'>, config: AxiosRequestConfig = {}): Client {
	return axios.create({
		baseURL: url,
		validateStatus: () => true,
		headers: { Authorization: `Bearer ${token}` },
		...config,
	});
}

interface Bench {
	sandbox: Sandbox;
	client: Client;
	/** Moves the sandbox's clock on. */
	wait(milliseconds: number): void;
}

/** A sandbox for the tests of one file, as new for each of them. Its clock stands still at noon unless moved. */
export function useSandbox(options: SandboxOptions = {}): Bench {
	let moment = noon;
	let sandbox: Sandbox | undefined;
	let client: Client | undefined;

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
