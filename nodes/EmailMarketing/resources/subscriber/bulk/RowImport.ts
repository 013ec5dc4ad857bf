import type { IDataObject } from 'n8n-workflow';

import { pathKey } from '../../../api/response';
import type { Batch } from '../../../execution/Outcomes';
import { isRejection } from '../../../execution/Rejections';
import { peopleOf } from '../people/People';
import type { RowResult } from './rowOutput';
import type { RowRun } from './RowRun';
import type { RowStep } from './listRules';
import type { ExcludedRow } from './selectRows';
import type { RowInput, Run } from '../../../execution/Operation';
import { inParallel, inPortions } from '../../../shared/loops';
import { hasUnknownOutcome, UserFacingError } from '../../../shared/UserFacingError';
import { textOf } from '../../../shared/text';
import { isRecord } from '../../../shared/values';
import type { ServiceResponse } from '../../../transport/sendOnce';
import type { ApiRequest } from '../../../transport/ApiRequest';

/** If the list was read before: nobody who is in it is sent again. */
export const adviceIfLost = {
	ifUnknown: 'Once the list no longer grows, run it again: who is in it is not added twice.',
};

const doneLater = 'The service does the import later (status 202)';

export interface ImportRow {
	readonly input: RowInput;
	readonly body: IDataObject;
	/** The result once the service has accepted the row. */
	readonly result: RowResult;
}

type Steps = readonly RowStep[];

interface StepBatch {
	readonly steps: Steps;
	/** Whether the rows that the service named were removed before. */
	readonly isSecond?: boolean;
}

/**
 * Imports rows, many in one request. If a request is rejected, so are the rows that the service names, and the others
 * are sent again; if it names none, each half is sent.
 */
export class RowImport {
	/** Most rows in one request; the service's limit is not documented. */
	private size = 500;
	private steps: Steps = [];
	/** Whether the service has accepted a request: until then, requests are sent one at a time. */
	private hasAccepted = false;

	/**
	 * @param request without rows
	 * @param rowNow what is sent for a row, or why nothing is; undefined if it is left open
	 * @param messages gets the service's message for each request that may be done, or ''
	 */
	constructor(
		private readonly run: Run,
		private readonly request: ApiRequest,
		private readonly rowRun: RowRun,
		private readonly rowNow: (step: RowStep) => ImportRow | ExcludedRow | undefined,
		private readonly messages: string[],
	) {}

	async send(steps: Steps): Promise<void> {
		this.steps = steps;
		const todo: StepBatch[] = [{ steps }];
		while (!this.hasAccepted) {
			const next = todo.shift();
			if (next === undefined) return;
			todo.unshift(...(await this.sendBatch(next)));
		}
		await this.sendAll(todo);
	}

	/** Sends batches at the same time, and then what is left of each. */
	private async sendAll(batches: readonly StepBatch[]): Promise<void> {
		const { maxParallelRequests } = this.run.client.options;
		await inParallel(batches, maxParallelRequests, async (batch) => await this.sendAll(await this.sendBatch(batch)));
	}

	/** Sends a batch, unless it is too large, and returns the batches that are left of it. */
	private async sendBatch({ steps, isSecond }: StepBatch): Promise<readonly StepBatch[]> {
		if (steps.length > this.size) return inParts(steps, this.size);
		await this.rowRun.rejections.tryLast(async () => void (await this.sendInTurn(this.open(this.steps).slice(-1))));
		const open = this.open(steps);
		const { stopReason: failure } = this.rowRun;
		if (failure === undefined) return await this.sendInTurn(open, isSecond);
		for (const step of open) this.rowRun.add(step, { action: 'failed', failure });
		return [];
	}

	/** Those without an outcome. */
	private open(steps: Steps): Steps {
		return steps.filter(({ input }) => this.rowRun.isOpen(input));
	}

	/** Other changes of these people wait; so do creates of their addresses, as new people have no ID yet. */
	private async sendInTurn(steps: Steps, isSecond = false): Promise<readonly StepBatch[]> {
		const { pathValues } = this.request;
		const keys = steps.map(({ input, subscriber }) => textOf(subscriber?.id ?? input.row.key));
		const people = keys.map((subscriber) => pathKey({ ...pathValues, subscriber }));
		return await this.run.client.inTurn(people, async () => {
			const rows = (await inPortions(steps, this.rowNow)).filter((row) => row !== undefined);
			await this.rowRun.exclude(rows.filter((row): row is ExcludedRow => !('body' in row)));
			const sent = rows.filter((row) => 'body' in row);
			const rejection = await this.sendNow(sent);
			return rejection === undefined ? [] : this.leftOf(sent, this.open(steps), rejection, isSecond);
		});
	}

	/** Returns the rejection of several rows. */
	private async sendNow(rows: readonly ImportRow[]): Promise<UserFacingError | undefined> {
		const { client, hints } = this.run;
		if (rows.length === 0) return undefined;
		const turn = this.run.outage.begin();
		let response: Pick<ServiceResponse, 'status' | 'body' | 'headers'>;
		try {
			const body = { ...this.request.body, subscribers: rows.map((row) => row.body) };
			response = await client.exchange({ ...this.request, body, rows: rows.map(({ input }) => input.item) });
		} catch (thrown) {
			if (isRejection(thrown) && rows.length > 1) return thrown;
			if (!namesRowsOfSuccess(thrown)) {
				for (const { input, result } of hasUnknownOutcome(thrown) ? rows : [])
					if (result.subscriber?.id !== undefined) peopleOf(input, this.run).forget(result.subscriber);
				this.messages.push('');
				this.rowRun.fail(rows, thrown, turn);
				return undefined;
			}
			const { message, fieldMessages, serviceMessage } = thrown;
			const undone = new UserFacingError(message, '', { status: 422, mustNotRepeat: true, fieldMessages });
			this.rowRun.rejectNamed(rows, undone);
			response = { body: { message: serviceMessage }, headers: {} };
		}
		const reason = response.status === 202 ? doneLater : undefined;
		hints.add(reason && `${reason}. Check the list with 'Get Many'.`, 'info');
		const accepted = rows.filter(({ input }) => this.rowRun.isOpen(input));
		this.hasAccepted = true;
		this.messages.push(saidIn(response.body));
		const readAt = Date.now();
		await inPortions(accepted, (row) => {
			const { subscriber = {} } = row.result;
			if (subscriber.id !== undefined)
				peopleOf(row.input, this.run).keep({ ...subscriber, readAt }, subscriber, response.headers.date);
			this.rowRun.done(row, { ...row.result, reason });
		});
		return undefined;
	}

	/** The batches to send after several rows were rejected together. */
	private leftOf(rows: readonly ImportRow[], steps: Steps, rejection: UserFacingError, isSecond: boolean): StepBatch[] {
		const half = Math.ceil(steps.length / 2);
		// Later requests of this size would be too large as well.
		if (rejection.status === 413) this.size = Math.min(this.size, half);
		if (!isSecond && this.rowRun.rejectNamed(rows, rejection)) return [{ steps, isSecond: true }];
		return inParts(steps, half);
	}
}

function inParts(steps: Steps, size: number): StepBatch[] {
	const count = Math.ceil(steps.length / size);
	return Array.from({ length: count }, (_, part) => ({ steps: steps.slice(part * size, (part + 1) * size) }));
}

/** The message of a response, and the numbers next to it: what they count is not documented. */
function saidIn(body: unknown): string {
	const { message, ...fields } = isRecord(body) ? body : {};
	const isCount = ([name, value]: [string, unknown]): boolean =>
		typeof value === 'number' && !/status|code/i.test(name);
	const numbers = Object.entries(fields).filter(isCount);
	const counts = numbers.map(([name, count]) => `${name} ${count as number}`).join(', ');
	return [message, counts]
		.filter((text) => typeof text === 'string' && text !== '')
		.join('; ')
		.slice(0, 200);
}

/** The messages of an import. That of one request among several would look like that of the whole import. */
export function quotedIn(messages: readonly string[]): Pick<Batch, 'note' | 'summary'> {
	const texts = [...new Set(messages)].filter((text) => text !== '');
	const isWhole = messages.length === 1 && texts.length === 1;
	return { note: isWhole ? `The service says: "${texts[0]}"` : undefined, summary: { message: texts.join(' · ') } };
}

/** Whether a response with a status of 200 to 299 names rows that were not imported. */
function namesRowsOfSuccess(thrown: unknown): thrown is UserFacingError {
	if (!hasUnknownOutcome(thrown)) return false;
	return thrown.status !== undefined && thrown.status <= 299 && thrown.fieldMessages.length > 0;
}
