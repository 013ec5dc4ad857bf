import type { IPollFunctions } from 'n8n-workflow';

import { checkSetting } from '../EmailMarketing/execution/settings';
import { fieldsOf, locatorValue } from '../EmailMarketing/shared/values';
import { parseId } from '../EmailMarketing/shared/parseId';
import { requestOptionsField } from '../EmailMarketing/panel/fields';
import { simplifyField } from '../EmailMarketing/panel/getMany';
import { ParameterError, UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import { eventsField, isAboutSubscribers } from './events';

export interface TriggerSettings {
	readonly events: readonly string[];
	readonly contactList?: string;
	/** Its name if it was chosen from the list, else its ID. */
	readonly listName?: string;
	/** Whether items have the fields of Get Many only. */
	readonly isSimplified: boolean;
	readonly requestOptions: unknown;
}

export function readSettings(context: IPollFunctions): TriggerSettings {
	try {
		const events = readEvents(context.getNodeParameter('events', []));
		return {
			events,
			...(events.some(isAboutSubscribers) && chosenList(context)),
			isSimplified: checkSetting(simplifyField, context.getNodeParameter('simplify', true)) === true,
			requestOptions: checkSetting(requestOptionsField, context.getNodeParameter('requestOptions', {})),
		};
	} catch (thrown) {
		// Drops advice about the input item, because a trigger has none.
		throw thrown instanceof ParameterError ? new UserFacingError(thrown.message, thrown.advice) : thrown;
	}
}

function chosenList(context: IPollFunctions): Pick<TriggerSettings, 'contactList' | 'listName'> {
	const locator: unknown = context.getNodeParameter('contactList', '');
	const contactList = parseId(locatorValue(locator), 'Contact List');
	const name = fieldsOf(locator).cachedResultName;
	return { contactList, listName: typeof name === 'string' && name !== '' ? name : contactList };
}

/** An expression may return a single event as a string. */
function readEvents(value: unknown): string[] {
	const events = checkSetting(eventsField, value) as string[];
	if (events.length > 0) return [...new Set(events)];
	throw new UserFacingError("'Events' is empty", "Choose in 'Events' what starts the workflow.");
}
