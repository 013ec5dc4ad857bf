import { fetchPublished } from './api';

/** A client of an MCP server: of its tools, which is all that is asked of it here. */
export interface McpClient {
	tools: () => Promise<Array<{ name: string; description: string; inputSchema: Record<string, unknown> }>>;
	call: (name: string, values: object) => Promise<{ isError?: boolean; content: Array<{ text: string }> }>;
	close: () => Promise<void>;
}

interface Answer {
	id?: number;
	result?: unknown;
	error?: { message: string };
}

const accept = 'application/json, text/event-stream';
const greeting = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } };

/** Over the transport of today: each request is a POST, and its answer comes with it. */
export async function connectMcp(url: string): Promise<McpClient> {
	let session: string | undefined;
	const post = async (message: object): Promise<Response> => {
		const headers = {
			accept,
			'content-type': 'application/json',
			...(session === undefined ? {} : { 'mcp-session-id': session }),
		};
		const response = await fetchPublished(url, {
			method: 'POST',
			headers,
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		});
		if (!response.ok) throw new Error(`The MCP server answered ${response.status}: ${await response.text()}`);
		session ??= response.headers.get('mcp-session-id') ?? undefined;
		return response;
	};
	return await clientOf({
		async ask(id, message) {
			const events = readEvents(await post({ id, ...message }));
			for await (const { data } of events) {
				const answer = JSON.parse(data) as Answer;
				if (answer.id === id) return answer;
			}
			throw new Error('The MCP server gave no answer');
		},
		tell: async (message) => void (await post(message)),
		close: async () => void (await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': session ?? '' } })),
	});
}

/** Over the older transport, that of the trigger's first version: requests are POSTs to a second address, and answers come by a stream that stays open. */
export async function connectMcpBySse(url: string): Promise<McpClient> {
	const leaving = new AbortController();
	const events = readEvents(
		await fetchPublished(url, { headers: { accept: 'text/event-stream' }, signal: leaving.signal }),
	);
	const first = await events.next();
	const address = new URL(first.done ? '' : first.value.data, url);
	const post = async (message: object): Promise<void> => {
		const response = await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		});
		if (!response.ok) throw new Error(`The MCP server answered ${response.status}: ${await response.text()}`);
	};
	return await clientOf({
		async ask(id, message) {
			// The answer may come before the POST is done.
			const sent = post({ id, ...message });
			for (;;) {
				const event = await events.next();
				if (event.done) throw new Error('The MCP server closed the stream');
				const answer = JSON.parse(event.value.data) as Answer;
				if (answer.id !== id) continue;
				await sent;
				return answer;
			}
		},
		tell: post,
		close: () => {
			leaving.abort();
			return Promise.resolve();
		},
	});
}

interface Transport {
	ask: (id: number, message: object) => Promise<Answer>;
	tell: (message: object) => Promise<void>;
	close: () => Promise<void>;
}

async function clientOf({ ask, tell, close }: Transport): Promise<McpClient> {
	let last = 0;
	const request = async <T>(method: string, params: object): Promise<T> => {
		const { result, error } = await ask(++last, { method, params });
		if (error !== undefined) throw new Error(`${method} was refused: ${error.message}`);
		return result as T;
	};
	await request('initialize', greeting);
	await tell({ method: 'notifications/initialized' });
	return {
		tools: async () => (await request<{ tools: Awaited<ReturnType<McpClient['tools']>> }>('tools/list', {})).tools,
		call: async (name, values) => await request('tools/call', { name, arguments: values }),
		close,
	};
}

async function* readEvents({ body }: Response): AsyncGenerator<{ data: string }, void> {
	let text = '';
	const decoder = new TextDecoder();
	for await (const part of body ?? []) {
		text += decoder.decode(part as Uint8Array, { stream: true });
		const events = text.split('\n\n');
		text = events.pop() ?? '';
		for (const event of events) {
			const data = event
				.split('\n')
				.filter((line) => line.startsWith('data:'))
				.map((line) => line.slice(5).trim());
			if (data.length > 0) yield { data: data.join('\n') };
		}
	}
}
