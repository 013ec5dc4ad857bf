import { inspect } from 'node:util';
import { LoadOptionsContext } from 'n8n-core';
import type { INode, Workflow } from 'n8n-workflow';

import { additionalData } from './runNode';

/**
 * Listens to n8n's log at every level, including metadata, whether or not it is written anywhere.
 * @returns a function that returns the log so far, each call as text
 */
export function listenToLog(): () => string[] {
	// The engine and all contexts share one logger.
	const { logger } = new LoadOptionsContext({} as Workflow, {} as INode, additionalData({}), '');
	const levels = (['error', 'warn', 'info', 'debug'] as const).map((level) => jest.spyOn(logger, level));
	return () =>
		levels.flatMap(({ mock }) =>
			mock.calls.map((call) => inspect(call, { depth: Infinity, showHidden: true, maxStringLength: Infinity })),
		);
}
