import type { Sandbox } from '../../sandbox';
import { until } from './until';

/** Times of a trigger. n8n refuses so short an interval, but not so many times in a minute. */
export function every(seconds: number): object {
	const inMinute = Array.from({ length: 60 / seconds }, (_, index) => index * seconds);
	return { item: inMinute.map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })) };
}

/** Waits until n8n has begun to look so many times more: those before the last one have ended then. */
export async function polled({ requests }: Sandbox, operation: string, times: number): Promise<void> {
	const begun = (): number =>
		requests().filter(({ operationId, query }) => operationId === operation && !/[?&]page=(?!1\b)/.test(query)).length;
	const before = begun();
	await until(() => begun() >= before + times, 'n8n to look');
}
