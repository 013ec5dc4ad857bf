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
	const ask = async (id: number, message: object): Promise<Answer> => {
		for await (const { data } of readEvents(await post({ id, ...message }))) {
			const answer = JSON.parse(data) as Answer;
			if (answer.id === id) return answer;
		}
		throw new Error('The MCP server gave no answer');
	};
	let last = 0;
	const request = async <T>(method: string, params: object): Promise<T> => {
		const { result, error } = await ask(++last, { method, params });
		if (error !== undefined) throw new Error(`${method} was refused: ${error.message}`);
		return result as T;
	};
	await request('initialize', greeting);
	await post({ method: 'notifications/initialized' });
	return {
		tools: async () => (await request<{ tools: Awaited<ReturnType<McpClient['tools']>> }>('tools/list', {})).tools,
		call: async (name, values) => await request('tools/call', { name, arguments: values }),
		close: async () => void (await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': session ?? '' } })),
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
