import type { IPollFunctions } from 'n8n-workflow';

import { checkSetting } from '../EmailMarketing/execution/settings';
import { parseId } from '../EmailMarketing/shared/parseId';
import { requestOptionsField } from '../EmailMarketing/panel/fields';
import { ParameterError, UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import { eventsField, isAboutSubscribers } from './events';

export interface TriggerSettings {
	readonly events: readonly string[];
	/** Where subscribers are watched. */
	readonly contactList?: string;
	readonly requestOptions: unknown;
}

/** @throws UserFacingError naming the parameter that cannot be used */
export function readSettings(context: IPollFunctions): TriggerSettings {
	try {
		const events = readEvents(context.getNodeParameter('events', []));
		return {
			events,
			contactList: events.some(isAboutSubscribers)
				? parseId(context.getNodeParameter('contactList', '', { extractValue: true }), 'Contact List')
				: undefined,
			requestOptions: checkSetting(requestOptionsField, context.getNodeParameter('requestOptions', {})),
		};
	} catch (thrown) {
		// A trigger has no input item that a message could advise to check.
		throw thrown instanceof ParameterError ? new UserFacingError(thrown.message, thrown.advice) : thrown;
	}
}

/** They may come from an expression, which may return one of them as text. */
function readEvents(value: unknown): string[] {
	const events = checkSetting(eventsField, value) as string[];
	if (events.length > 0) return [...new Set(events)];
	throw new UserFacingError("'Events' is empty", "Choose in 'Events' what starts the workflow.");
}
