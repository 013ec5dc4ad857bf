import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of a tool that the model asks for. */
interface ToolCall {
	name: string;
	arguments: object;
}

/** A message of the conversation, as the model gets it. */
interface Message {
	role: string;
	content: string | null;
	tool_call_id?: string;
}

interface Question {
	messages: Message[];
	tools?: Array<{ function: { name: string; description: string; parameters: Record<string, unknown> } }>;
	stream?: boolean;
}

/** A server that speaks OpenAI's chat completions, and says what it is told to. */
export interface Model {
	/** The Base URL for OpenAI's clients. */
	url: string;
	/** Begins a new conversation: in each of its turns the model asks for these calls, and at last it says what the tools answered. */
	say: (...turns: ToolCall[][]) => void;
	/** What it was asked since then, oldest first. */
	questions: () => Question[];
	/** What the tools answered, as it was told at last. */
	toolAnswers: () => string[];
	close: () => Promise<void>;
}

export async function startModel(): Promise<Model> {
	let turns: ToolCall[][] = [];
	let questions: Question[] = [];
	const server = createServer((request, response) => void answer(request, response));

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const question = JSON.parse(await textOf(request)) as Question;
		questions.push(question);
		const calls = turns[questions.length - 1];
		const message =
			calls === undefined
				? { role: 'assistant', content: `The tools answered: ${toolAnswers().join(' ')}` }
				: { role: 'assistant', content: null, tool_calls: calls.map(asToolCall) };
		const choice = { index: 0, finish_reason: calls === undefined ? 'stop' : 'tool_calls' };
		const completion = { id: `completion-${questions.length}`, created: 0, model: 'scripted' };
		if (question.stream !== true) {
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({
					...completion,
					object: 'chat.completion',
					choices: [{ ...choice, message }],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				}),
			);
			return;
		}
		const chunk = (delta: object, finished: string | null): string =>
			`data: ${JSON.stringify({ ...completion, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finished }] })}\n\n`;
		response.setHeader('content-type', 'text/event-stream');
		response.end(`${chunk(message, null)}${chunk({}, choice.finish_reason)}data: [DONE]\n\n`);
	}

	function asToolCall({ name, arguments: values }: ToolCall, index: number): object {
		return {
			index,
			id: `call_${questions.length}_${index}`,
			type: 'function',
			function: { name, arguments: JSON.stringify(values) },
		};
	}

	function toolAnswers(): string[] {
		return (questions.at(-1)?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');
	}

	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		say(...newTurns) {
			turns = newTurns;
			questions = [];
		},
		questions: () => questions,
		toolAnswers,
		async close() {
			server.closeAllConnections();
			await new Promise((done) => server.close(done));
		},
	};
}

async function textOf(request: IncomingMessage): Promise<string> {
	let text = '';
	for await (const part of request) text += String(part);
	return text;
}
