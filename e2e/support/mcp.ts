/** A client of an MCP server: of its tools, which is all that is asked of it here. */
export interface McpClient {
	tools: () => Promise<Array<{ name: string; description: string; inputSchema: Record<string, unknown> }>>;
	call: (name: string, values: object) => Promise<{ isError?: boolean; content: Array<{ text: string }> }>;
	close: () => Promise<void>;
}

const greeting = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } };

/** Over the transport of today: each request is a POST, and its answer comes with it, as one event. */
export async function connectMcp(url: string): Promise<McpClient> {
	const headers: Record<string, string> = {
		accept: 'application/json, text/event-stream',
		'content-type': 'application/json',
	};
	const post = async (message: object): Promise<string> => {
		const body = JSON.stringify({ jsonrpc: '2.0', ...message });
		const response = await fetch(url, { method: 'POST', headers, body });
		const text = await response.text();
		if (!response.ok) throw new Error(`The MCP server answered ${response.status}: ${text}`);
		headers['mcp-session-id'] ??= response.headers.get('mcp-session-id') ?? '';
		return text;
	};
	const request = async <T>(method: string, params: object): Promise<T> => {
		const text = await post({ id: 1, method, params });
		const { result, error } = JSON.parse(/^data: ?(.*)$/m.exec(text)?.[1] ?? '{}') as {
			result?: T;
			error?: { message: string };
		};
		if (result === undefined) throw new Error(`${method} was refused: ${error?.message ?? text}`);
		return result;
	};
	await request('initialize', greeting);
	await post({ method: 'notifications/initialized' });
	return {
		tools: async () => (await request<{ tools: Awaited<ReturnType<McpClient['tools']>> }>('tools/list', {})).tools,
		call: async (name, values) => await request('tools/call', { name, arguments: values }),
		close: async () => void (await fetch(url, { method: 'DELETE', headers })),
	};
}
