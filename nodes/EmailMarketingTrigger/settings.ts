import type { IPollFunctions } from 'n8n-workflow';

import { checkSetting } from '../EmailMarketing/execution/settings';
import { readId } from '../EmailMarketing/shared/readId';
import { requestOptionsField } from '../EmailMarketing/shared/requestOptionsField';
import { ParameterError, UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import { eventNames, isAboutSubscribers } from './events';

export interface TriggerSettings {
	readonly events: readonly string[];
	/** Where subscribers are watched. */
	readonly contactList?: string;
	readonly simplify: boolean;
	readonly requestOptions: unknown;
}

/** @throws UserFacingError naming the parameter that cannot be used */
export function readSettings(context: IPollFunctions): TriggerSettings {
	try {
		const events = readEvents(context.getNodeParameter('events', []));
		return {
			events,
			contactList: events.some(isAboutSubscribers)
				? readId(context.getNodeParameter('contactList', '', { extractValue: true }), 'Contact List')
				: undefined,
			simplify: context.getNodeParameter('simplify', true) !== false,
			requestOptions: checkSetting(requestOptionsField, context.getNodeParameter('requestOptions', {})),
		};
	} catch (thrown) {
		// A trigger has no input item that a message could advise to check.
		throw thrown instanceof ParameterError ? new UserFacingError(thrown.message, thrown.advice) : thrown;
	}
}

/** They may come from an expression, which may give one of them as text. */
function readEvents(value: unknown): string[] {
	const events = [value]
		.flat()
		.filter((event) => event !== undefined && event !== null && event !== '')
		.map(String);
	if (events.length === 0)
		throw new UserFacingError("'Events' is empty", "Choose in 'Events' what is to start the workflow.");
	const unknown = events.find((event) => !eventNames.includes(event));
	if (unknown === undefined) return [...new Set(events)];
	throw new UserFacingError(
		`'Events' cannot be "${unknown.slice(0, 50)}"`,
		`Choose in 'Events' what is to start the workflow. An expression has to return a list of these: ${eventNames.join(', ')}.`,
	);
}
