import type { Sandbox } from '../../sandbox';
import { until } from './host';

/** Every second. n8n refuses an interval as short as that, but not sixty times in a minute. */
export const pollTimes = {
	item: Array.from({ length: 60 }, (_, second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** Waits until n8n has begun to look so many times more: those before the last one have ended then. */
export async function polled({ requests }: Sandbox, operation: string, times: number): Promise<void> {
	const begun = (): number =>
		requests().filter(({ operationId, query }) => operationId === operation && !/[?&]page=(?!1\b)/.test(query)).length;
	const before = begun();
	await until(() => begun() >= before + times, 'n8n to look');
}
